import type { TradeOffer } from '@karat/contract/trades';
import { UNSUCCESSFUL_STATES, type TradeState } from '@karat/rules/trades';
import type { TradesCatalogue } from './words/mixed.ts';

type Tone = 'neutral' | 'primary' | 'success' | 'warn' | 'danger';

const tones: Readonly<Partial<Record<TradeState, Tone>>> = {
  AWAITING_APPROVAL: 'warn',
  CREATED: 'primary',
  SENT: 'primary',
  HELD: 'warn',
  CREDITED: 'success',
  DELIVERED: 'success',
  FINAL: 'success',
  REVERSED: 'danger',
  FAILED: 'danger',
};

export function toneOf(state: TradeState): Tone {
  return tones[state] ?? 'neutral';
}

/** It ended, and nothing has changed hands. */
export function isFruitless(state: TradeState): boolean {
  return UNSUCCESSFUL_STATES.some((each) => each === state);
}

/** It waits for the player, or for us: what was credited or delivered needs nobody any more. */
export function isUnderWay(state: TradeState): boolean {
  return ['AWAITING_APPROVAL', 'CREATED', 'SENT'].includes(state);
}

type Step = keyof TradesCatalogue['next'];

const coming: Readonly<Record<TradeOffer['kind'], Readonly<Partial<Record<TradeState, readonly Step[]>>>>> = {
  deposit: {
    CREATED: ['send', 'accept', 'credit'],
    SENT: ['accept', 'credit'],
    HELD: ['end', 'credit'],
    CREDITED: ['end'],
  },
  withdrawal: {
    AWAITING_APPROVAL: ['approve', 'send', 'accept', 'deliver'],
    CREATED: ['send', 'accept', 'deliver'],
    SENT: ['accept', 'deliver'],
  },
};

/** What is still to come, if all goes well. */
export function stepsToCome({ kind, state }: Pick<TradeOffer, 'kind' | 'state'>): readonly Step[] {
  return coming[kind][state] ?? [];
}

/** What the offer is about, in a line. */
export function nameOf({ skins }: TradeOffer, more: (name: string, count: number) => string): string {
  const [first, ...others] = skins;
  const name = first?.market_hash_name ?? '';
  return others.length === 0 ? name : more(name, others.length);
}

/** What the server says about an end where there is no more to say than its state. */
const REPEATED: ReadonlySet<string> = new Set([
  'The offer was declined.',
  'The offer was not accepted in time.',
  'The offer was called off.',
  'Some of its skins are no longer there.',
  'The platform would hold the trade back. Turn on the mobile authenticator first.',
  'The offer could not be sent.',
]);

/** Why it came to nothing, where that is more than its state says. */
export function reasonShown({ reason }: TradeOffer, { reasons }: TradesCatalogue): string | undefined {
  if (reason === null || REPEATED.has(reason)) return undefined;
  return Object.hasOwn(reasons, reason) ? reasons[reason] : reason;
}

/** The platform has been asked to call it off, and has not answered yet. */
export function isBeingCancelled({ state, events }: TradeOffer): boolean {
  return isUnderWay(state) && events.some(({ event }) => event === 'cancelling');
}
