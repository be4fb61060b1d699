import type { Team } from '@karat/rules/rooms';

/** A fault that the console command `sandbox_trouble` sets for the next match. */
export type Trouble =
  | { readonly name: 'no_show'; readonly missing: Team | 'both' }
  | { readonly name: 'draw' | 'lost_webhook' | 'duplicate' | 'shuffle' | 'refuse_load' }
  | { readonly name: 'crash' | 'slow_load'; readonly forMs: number };

/** Default durations of a crash and of a slow load; a number after the name overrides them. */
const CRASH_MS = 15_000;
const SLOW_LOAD_MS = 4_000;

export const TROUBLE_USAGE =
  'sandbox_trouble none|no_show team1|team2|both|draw|lost_webhook|duplicate|shuffle|crash [ms]|slow_load [ms]|refuse_load';

function durationOf(text: string | undefined, fallbackMs: number): number | undefined {
  if (text === undefined) return fallbackMs;
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

/** Parses the arguments of `sandbox_trouble`; undefined if they are invalid. */
export function readTrouble([name = '', argument]: readonly string[]): Trouble | undefined {
  switch (name) {
    case 'no_show':
      return argument === 'team1' || argument === 'team2' || argument === 'both'
        ? { name, missing: argument }
        : undefined;
    case 'draw':
    case 'lost_webhook':
    case 'duplicate':
    case 'shuffle':
    case 'refuse_load':
      return { name };
    case 'crash':
    case 'slow_load': {
      const forMs = durationOf(argument, name === 'crash' ? CRASH_MS : SLOW_LOAD_MS);
      return forMs === undefined ? undefined : { name, forMs };
    }
    default:
      return undefined;
  }
}
