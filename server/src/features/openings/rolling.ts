import assert from 'node:assert/strict';
import { dropAt, type Drop, dropsOfCanon } from '@karat/rules/fairness';
import type { Offer } from '#features/cases/cases.ts';
import { drawTicket, type OpenSeed } from '#features/fairness/fairness.ts';
import type { TakenStake } from '#features/stakes/stakes.ts';
import type { NewOpening } from './queries.ts';

/** A request to open a case, as the client sent it. */
export type OpeningRequest = {
  readonly playerId: number;
  readonly caseName: string;
  readonly count: number;
  readonly entropy: string;
  /** Hash of the version that the player saw; undefined to accept the current one. */
  readonly hash: string | undefined;
  readonly requestKey: string | undefined;
  readonly country: string | undefined;
};

/** A request with the offer that was found for it. */
export type OpeningEntry = OpeningRequest & { readonly offer: Offer };

/** Parsed odds of recently rolled versions. A version never changes, so each is parsed once. */
const DROPS_CACHED_MAX = 1_000;
const dropsCache = new Map<string, readonly Drop[]>();

function dropsOf({ hash, canon }: Offer): readonly Drop[] {
  const cached = dropsCache.get(hash);
  if (cached !== undefined) return cached;
  const drops = dropsOfCanon(canon);
  const [oldest] = dropsCache.keys();
  if (dropsCache.size >= DROPS_CACHED_MAX && oldest !== undefined) dropsCache.delete(oldest);
  dropsCache.set(hash, drops);
  return drops;
}

function rollOne(entry: OpeningEntry, seed: OpenSeed, nonce: number): { ticket: number; itemId: number } {
  const { offer, entropy } = entry;
  const { serverSeed, clientSeed } = seed;
  const ticket = drawTicket({ serverSeed, clientSeed, caseHash: offer.hash, entropy, nonce });
  return { ticket, itemId: dropAt(dropsOf(offer), ticket).itemId };
}

/** The openings of one player's entries, in order: nonces are consecutive, and each balance follows from the previous opening. */
export function rollEntries(entries: readonly OpeningEntry[], stake: TakenStake, seed: OpenSeed): NewOpening[] {
  assert(stake.seedId !== null, 'a stake with rolls was taken without a seed');
  const total = entries.reduce((sum, { offer, count }) => sum + offer.price * count, 0);
  let [nonce, balance] = [stake.nonce, stake.balance + total];
  const openings: NewOpening[] = [];
  for (const entry of entries) {
    const { caseId, versionId, price } = entry.offer;
    for (let at = 0; at < entry.count; at++) {
      balance -= price;
      openings.push({
        playerId: entry.playerId,
        caseId,
        versionId,
        seedId: stake.seedId,
        nonce,
        entropy: entry.entropy,
        ...rollOne(entry, seed, nonce),
        price,
        balance,
        requestKey: at === 0 ? (entry.requestKey ?? null) : null,
        requestCount: at === 0 ? entry.count : null,
      });
      nonce++;
    }
  }
  return openings;
}
