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

/** Ended without a transfer. */
export function isUnsuccessful(state: TradeState): boolean {
  return UNSUCCESSFUL_STATES.some((each) => each === state);
}

/** Waits for the player or for the site; a credited or delivered offer waits for neither. */
export function isPending(state: TradeState): boolean {
  return ['AWAITING_APPROVAL', 'CREATED', 'SENT'].includes(state);
}

type Step = keyof TradesCatalogue['next'];

const remaining: Readonly<Record<TradeOffer['kind'], Readonly<Partial<Record<TradeState, readonly Step[]>>>>> = {
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

/** The remaining steps if all goes well. */
export function remainingSteps({ kind, state }: Pick<TradeOffer, 'kind' | 'state'>): readonly Step[] {
  return remaining[kind][state] ?? [];
}

/** The skins of the offer in one line. */
export function offerTitle({ skins }: TradeOffer, more: (name: string, count: number) => string): string {
  const [first, ...others] = skins;
  const name = first?.market_hash_name ?? '';
  return others.length === 0 ? name : more(name, others.length);
}

/** Reasons that say no more than the state itself. */
const REDUNDANT_REASONS: ReadonlySet<string> = new Set([
  'The offer was declined.',
  'The offer was not accepted in time.',
  'The offer was called off.',
  'Some of its skins are no longer there.',
  'The platform would hold the trade back. Turn on the mobile authenticator first.',
  'The offer could not be sent.',
]);

/** The reason why the offer failed, if it adds something to the state. */
export function reasonShown({ reason }: TradeOffer, { reasons }: TradesCatalogue): string | undefined {
  if (reason === null || REDUNDANT_REASONS.has(reason)) return undefined;
  return Object.hasOwn(reasons, reason) ? reasons[reason] : reason;
}

/** Steam has been asked to cancel the offer, and has not confirmed yet. */
export function isBeingCancelled({ state, events }: TradeOffer): boolean {
  return isPending(state) && events.some(({ event }) => event === 'cancelling');
}
