import type { PlatformOffer, PlatformOfferState } from './trading.ts';

/** Whether a message holds this very code, not one that begins or ends with it. */
export function holdsCode(message: string, code: string): boolean {
  return message.split(/[^\w-]+/).includes(code);
}

const RANKS: readonly PlatformOfferState[] = ['accepted', 'in_escrow', 'reversed', 'active', 'unconfirmed'];

/** Of the offers under one code, given the newest first, the one that matters: what has been accepted, then what still may be. */
export function bestOf(code: string, offers: readonly PlatformOffer[]): PlatformOffer | undefined {
  const rank = ({ state }: PlatformOffer): number => (RANKS.includes(state) ? RANKS.indexOf(state) : RANKS.length);
  return offers.filter(({ message }) => holdsCode(message, code)).toSorted((one, other) => rank(one) - rank(other))[0];
}
