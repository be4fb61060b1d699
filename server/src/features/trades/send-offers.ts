import { Refusal } from '@karat/contract/refusal';
import { TradingFailure } from '#adapters/trading/trading.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { assertHoldsCovered, assertNotFlagged } from '#features/holds/holds.ts';
import { pushToPlayers } from '#features/notifications/notifications.ts';
import { cancelledOutcome, cancelReasonOf } from './cancellation.ts';
import { publishOfferChange } from './live-updates.ts';
import { insertEvent, type OfferRow, selectAssets, updateToSent, updateAttempted } from './queries.ts';
import { createStock } from './stock.ts';
import type { TradeLoopDeps, OfferWriter } from './offer-writer.ts';

/** The price of an offer is fixed this long; a later send would be a free option on it. */
const UNSENT_LIFE_MS = 3_600_000;
/** How long an offer waits during a halt. Nothing is sent while the books may be wrong. */
const HALTED_MS = 30_000;

const messageOf = (code: string): string => `Karat ${code} - accept it only if the site shows you this code.`;

/** Sends a stored offer exactly once, even if the process dies between sending and recording it. */
export function createOfferSender(deps: TradeLoopDeps, writer: OfferWriter): (snapshot: OfferRow) => Promise<void> {
  const { db, trading, log } = deps;
  const { change, scheduleCheck, close } = writer;
  const stock = createStock(deps, writer);

  async function recordSent(snapshot: OfferRow, platformId: string): Promise<void> {
    await change(snapshot, async (tx, { id, playerId }) => {
      await updateToSent(tx.sql, id, platformId);
      await insertEvent(tx.sql, id, { event: 'sent' });
      await pushToPlayers(tx, { playerIds: [playerId], tag: `trade-${id}` }, { key: 'trade.sent', parameters: {} });
      await publishOfferChange(tx, id);
    });
    if (snapshot.kind === 'withdrawal') await trading.confirm(platformId);
  }

  /** Records the attempt before it is made; false if it must not be made after all. Holds may have grown in the meantime. */
  async function recordAttempt(snapshot: OfferRow, assetId: string | null): Promise<boolean> {
    let isMarked = false;
    await change(snapshot, async (tx, offer) => {
      isMarked = false;
      if (offer.cancelReason !== null || offer.attempts !== snapshot.attempts) return;
      if (cancelReasonOf(offer) !== null || offer.blockReason === 'ledger_halted') return;
      if (offer.kind === 'withdrawal') await assertHoldsCovered(tx, offer.playerId);
      await assertNotFlagged(tx.sql, offer.playerId);
      await updateAttempted(tx.sql, offer.id, assetId);
      isMarked = true;
    });
    return isMarked;
  }

  async function sendNow(snapshot: OfferRow, assetId: string | null): Promise<void> {
    if (!(await recordAttempt(snapshot, assetId))) return;
    const { code, steamId, tradeToken: token, kind } = snapshot;
    const assetIds = (await selectAssets(db.sql, snapshot.id)).flatMap((skin) => skin.assetId ?? []);
    const [give, take] = kind === 'deposit' ? [[], assetIds] : [assetIds, []];
    const draft = { code, message: messageOf(code), partner: { steamId, token }, give, take };
    await recordSent(snapshot, await trading.send(draft));
  }

  async function trySending(snapshot: OfferRow): Promise<void> {
    const { steamId, tradeToken: token, kind } = snapshot;
    if ((await trading.fetchEscrowSeconds({ steamId, token })) > 0) return close(snapshot, { state: 'ESCROW_REFUSED' });
    if (kind === 'deposit') return sendNow(snapshot, null);
    const assetId = await stock.pick(snapshot);
    return assetId === undefined ? stock.waitForStock(snapshot) : sendNow(snapshot, assetId);
  }

  return async (snapshot) => {
    const found = snapshot.attempts > 0 ? await trading.findByCode(snapshot.code) : undefined;
    if (found?.partnerSteamId === snapshot.steamId) return recordSent(snapshot, found.id);
    const cancelReason = snapshot.cancelReason ?? cancelReasonOf(snapshot);
    if (cancelReason !== null) return close(snapshot, cancelledOutcome({ ...snapshot, cancelReason }, false));
    if (snapshot.blockReason === 'ledger_halted') return scheduleCheck(snapshot, HALTED_MS);
    if (snapshot.kind === 'deposit' && snapshot.waitedMs > UNSENT_LIFE_MS) {
      return close(snapshot, { state: 'FAILED', reason: 'unreachable' });
    }
    try {
      await trySending(snapshot);
    } catch (error) {
      // Another withdrawal took the same skin, so the next check finds another one.
      if (isUniqueViolation(error, 'trade_offer_skins_one_open')) return;
      if (error instanceof Refusal && (error.code === 'on_hold' || error.code === 'account_flagged')) {
        return close(snapshot, { state: 'FAILED', reason: error.code, reasonText: error.message });
      }
      if (error instanceof TradingFailure && error.reason === 'invalid_items')
        return close(snapshot, { state: 'INVALID_ITEMS' });
      if (!(error instanceof TradingFailure) || error.reason !== 'refused') throw error;
      log.warn({ offerId: snapshot.id, failure: error.message }, 'Trade offer refused by the platform');
      return close(snapshot, { state: 'FAILED', reason: 'not_allowed' });
    }
  };
}
