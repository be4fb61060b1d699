import type { PlatformOffer, PlatformOfferState } from './trading.ts';

/** Whether a message contains exactly this code as a word. */
export function containsCode(message: string, code: string): boolean {
  return message.split(/[^\w-]+/).includes(code);
}

const RANKS: readonly PlatformOfferState[] = ['accepted', 'in_escrow', 'reversed', 'active', 'unconfirmed'];

/** The relevant offer of those with a code, newest first: an accepted one, then one that can still be accepted. */
export function mostRelevantOffer(code: string, offers: readonly PlatformOffer[]): PlatformOffer | undefined {
  const rank = ({ state }: PlatformOffer): number => (RANKS.includes(state) ? RANKS.indexOf(state) : RANKS.length);
  return offers.filter(({ message }) => containsCode(message, code)).toSorted((a, b) => rank(a) - rank(b))[0];
}
