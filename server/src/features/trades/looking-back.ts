import type { PlatformOffer } from '#adapters/trading/trading.ts';
import { type OfferRow, updateLookIn } from './queries.ts';
import type { TradeLoopDeps, Writing } from './writing.ts';

const AGAIN_MS = 60_000;
const UNDER_WAY_MS = 15 * 60_000;

/**
 * Checks a closed offer once more, some time later: it may have been sent although the process never learned so, or accepted
 * although Steam denied it.
 */
export function createLookBack(
  { trading }: TradeLoopDeps,
  { change, again, tellStaff }: Writing,
): (seen: OfferRow) => Promise<void> {
  async function find({ code, platformId, steamId }: OfferRow): Promise<PlatformOffer | undefined> {
    const found = await (platformId === null ? trading.findByCode(code) : trading.offer(platformId));
    return found?.partnerSteamId === steamId ? found : undefined;
  }

  /** Staff decide: the site neither pays nor takes back anything for a closed offer. */
  async function judge(seen: OfferRow, tradeId: string): Promise<void> {
    const { status } = await trading.outcomeOf(tradeId);
    if (status === 'under_way') return again(seen, UNDER_WAY_MS);
    return change(seen, async (tx, offer) => {
      await updateLookIn(tx.sql, offer.id, null);
      if (status !== 'complete') return;
      const message = `It had ended here as ${offer.state}, and its trade ${tradeId} went through all the same.`;
      await tellStaff(tx, offer, { event: 'late_trade', message });
    });
  }

  return async (seen) => {
    const told = await find(seen);
    if (told?.tradeId !== undefined) return judge(seen, told.tradeId);
    if (told?.state === 'accepted' || told?.state === 'in_escrow') return again(seen, UNDER_WAY_MS);
    if (told?.state !== 'active' && told?.state !== 'unconfirmed') return again(seen, null);
    await trading.cancel(told.id);
    return again(seen, AGAIN_MS);
  };
}
