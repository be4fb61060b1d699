import { Refusal } from '@karat/contract/refusal';
import type { FruitlessState } from '@karat/rules/trades';
import { type Asset, TradingFailure } from '#adapters/trading/trading.ts';
import type { Tx } from '#db/db.ts';
import { isUniqueViolation } from '#db/failures.ts';
import { assertCovered, assertUnflagged } from '#features/holds/holds.ts';
import { notify, notifyStaff } from '#features/notifications/notifications.ts';
import { cancelledAs } from './cancelling.ts';
import type { TradeLoopDeps } from './looks.ts';
import { tellOffer } from './news.ts';
import {
  hasEvent,
  insertEvent,
  type OfferRow,
  selectAssets,
  selectPromised,
  updatePutOff,
  updateReason,
  updateToSent,
  updateTried,
} from './queries.ts';

/** A skin that is not in stock is waited for: the player is told after a while, and it is given up in the end. */
const STOCK_TOLD_MS = 60_000;
const STOCK_PATIENCE_MS = 6 * 3_600_000;

type Writing = {
  change(seen: OfferRow, work: (tx: Tx, offer: OfferRow) => Promise<void>): Promise<void>;
  end(seen: OfferRow, how: { state: FruitlessState; reason?: string | null }): Promise<void>;
};

const messageOf = (code: string): string => `Karat ${code} - accept it only if the site shows you this code.`;

/** Sends an offer that is only a row yet: once, though the process may die between sending and hearing of it. */
export function createSending(deps: TradeLoopDeps, { change, end }: Writing): (seen: OfferRow) => Promise<void> {
  const { db, live, trading, log } = deps;

  async function noteSent(seen: OfferRow, platformId: string): Promise<void> {
    await change(seen, async (tx, { id }) => {
      await updateToSent(tx.sql, id, platformId);
      await insertEvent(tx.sql, id, { event: 'sent' });
      await tellOffer(tx, id);
    });
    if (seen.kind === 'withdrawal') await trading.confirm(platformId);
  }

  function waitForStock(seen: OfferRow): Promise<void> {
    return change(seen, async (tx, { id, playerId, waitedMs }) => {
      await updatePutOff(tx.sql, id);
      if (waitedMs < STOCK_TOLD_MS || (await hasEvent(tx.sql, id, 'out_of_stock'))) return;
      const message = 'This skin is not in stock at the moment. It is sent as soon as it is.';
      await insertEvent(tx.sql, id, { event: 'out_of_stock' });
      await updateReason(tx.sql, id, message);
      await notify(tx, live, { playerId, icon: 'market', title: 'Your withdrawal waits', message });
      await notifyStaff(tx, live, {
        icon: 'warning',
        title: `Trade offer #${id}`,
        message: 'Its skin is not in stock.',
      });
      await tellOffer(tx, id);
    });
  }

  /** The one that was tried before goes first: were it sent already, no second one may follow it. */
  async function pick(seen: OfferRow): Promise<string | undefined> {
    const [skin] = await selectAssets(db.sql, seen.id);
    const stock = (await trading.stock()).filter(
      ({ isTradable, marketHashName }) => isTradable && marketHashName === skin!.name,
    );
    if (skin!.assetId !== null)
      return stock.some(({ assetId }) => assetId === skin!.assetId) ? skin!.assetId : undefined;
    const promised = new Set(
      await selectPromised(
        db.sql,
        stock.map(({ assetId }: Asset) => assetId),
      ),
    );
    return stock.find(({ assetId }) => !promised.has(assetId))?.assetId;
  }

  /** Marks the try before it is made; false where it is not to be made after all. What is held may have grown since. */
  async function mark(seen: OfferRow, assetId: string | null): Promise<boolean> {
    let isMarked = false;
    await change(seen, async (tx, offer) => {
      isMarked = false;
      if (offer.cancelReason !== null) return;
      if (offer.kind === 'withdrawal') await assertCovered(tx, offer.playerId);
      await assertUnflagged(tx.sql, offer.playerId);
      await updateTried(tx.sql, offer.id, assetId);
      isMarked = true;
    });
    return isMarked;
  }

  async function sendNow(seen: OfferRow, assetId: string | null): Promise<void> {
    if (!(await mark(seen, assetId))) return;
    const { code, steamId, tradeToken: token, kind } = seen;
    const assetIds = (await selectAssets(db.sql, seen.id)).flatMap((skin) => skin.assetId ?? []);
    const [give, take] = kind === 'deposit' ? [[], assetIds] : [assetIds, []];
    const draft = { code, message: messageOf(code), partner: { steamId, token }, give, take };
    await noteSent(seen, await trading.send(draft));
  }

  async function trySending(seen: OfferRow): Promise<void> {
    const { steamId, tradeToken: token, kind } = seen;
    if ((await trading.escrowSecondsOf({ steamId, token })) > 0) return end(seen, { state: 'ESCROW_REFUSED' });
    if (kind === 'deposit') return sendNow(seen, null);
    const assetId = await pick(seen);
    if (assetId !== undefined) return sendNow(seen, assetId);
    if (seen.waitedMs < STOCK_PATIENCE_MS) return waitForStock(seen);
    return end(seen, { state: 'FAILED', reason: 'This skin is not in stock at the moment.' });
  }

  return async (seen) => {
    const found = seen.attempts > 0 ? await trading.findByCode(seen.code) : undefined;
    if (found?.partnerSteamId === seen.steamId) return noteSent(seen, found.id);
    if (seen.cancelReason !== null) return end(seen, cancelledAs(seen, false));
    try {
      await trySending(seen);
    } catch (error) {
      // Another withdrawal has taken the same skin meanwhile: the next look finds another one.
      if (isUniqueViolation(error, 'trade_offer_skins_one_open')) return;
      if (error instanceof Refusal && (error.code === 'on_hold' || error.code === 'account_flagged')) {
        return end(seen, { state: 'FAILED', reason: error.message });
      }
      if (error instanceof TradingFailure && error.why === 'invalid_items')
        return end(seen, { state: 'INVALID_ITEMS' });
      if (!(error instanceof TradingFailure) || error.why !== 'refused') throw error;
      log.warn({ offerId: seen.id, failure: error.message }, 'an offer was refused');
      return end(seen, { state: 'FAILED', reason: 'The platform does not allow this trade.' });
    }
  };
}
