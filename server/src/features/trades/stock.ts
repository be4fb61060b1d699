import { notify, notifyStaff } from '#features/notifications/notifications.ts';
import { publishOfferChange } from './live-updates.ts';
import {
  hasEvent,
  insertEvent,
  type OfferRow,
  selectAssets,
  selectPromisedAssets,
  postponeCheck,
  updateReason,
} from './queries.ts';
import type { TradeLoopDeps, OfferWriter } from './offer-writer.ts';

/** A withdrawal waits for a skin that is out of stock: the player is notified after a while, and it fails in the end. */
const STOCK_NOTICE_MS = 60_000;
const STOCK_TIMEOUT_MS = 6 * 3_600_000;

/** Chooses the skin for a withdrawal, and handles missing stock. */
export function createStock({ db, live, trading }: TradeLoopDeps, { change, close }: OfferWriter) {
  function waitForStock(snapshot: OfferRow): Promise<void> {
    if (snapshot.waitedMs >= STOCK_TIMEOUT_MS) {
      return close(snapshot, { state: 'FAILED', reason: 'out_of_stock' });
    }
    return change(snapshot, async (tx, { id, playerId, waitedMs }) => {
      await postponeCheck(tx.sql, id);
      if (waitedMs < STOCK_NOTICE_MS || (await hasEvent(tx.sql, id, 'out_of_stock'))) return;
      await insertEvent(tx.sql, id, { event: 'out_of_stock' });
      await updateReason(tx.sql, id, 'This skin is not in stock at the moment. It is sent as soon as it is.');
      await notify(tx, live, { playerId, key: 'withdrawal.delayed', parameters: {} });
      await notifyStaff(tx, live, { key: 'tradeStaff.outOfStock', parameters: { offerId: id } });
      await publishOfferChange(tx, id);
    });
  }

  /** Prefers the skin of an earlier attempt: if that was sent, a second skin must not follow. */
  async function pick(snapshot: OfferRow): Promise<string | undefined> {
    const [skin] = await selectAssets(db.sql, snapshot.id);
    const stock = (await trading.stock()).filter(
      ({ isTradable, marketHashName }) => isTradable && marketHashName === skin!.name,
    );
    if (skin!.assetId !== null)
      return stock.some(({ assetId }) => assetId === skin!.assetId) ? skin!.assetId : undefined;
    const promised = new Set(
      await selectPromisedAssets(
        db.sql,
        stock.map(({ assetId }) => assetId),
      ),
    );
    return stock.find(({ assetId }) => !promised.has(assetId))?.assetId;
  }

  return { pick, waitForStock };
}
