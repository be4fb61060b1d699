import { notify, notifyStaff } from '#features/notifications/notifications.ts';
import { tellOffer } from './news.ts';
import {
  hasEvent,
  insertEvent,
  type OfferRow,
  selectAssets,
  selectPromised,
  updatePutOff,
  updateReason,
} from './queries.ts';
import type { TradeLoopDeps, Writing } from './writing.ts';

/** A withdrawal waits for a skin that is out of stock: the player is notified after a while, and it fails in the end. */
const STOCK_TOLD_MS = 60_000;
const STOCK_PATIENCE_MS = 6 * 3_600_000;

/** Chooses the skin for a withdrawal, and handles missing stock. */
export function createStock({ db, live, trading }: TradeLoopDeps, { change, end }: Writing) {
  function waitForStock(seen: OfferRow): Promise<void> {
    if (seen.waitedMs >= STOCK_PATIENCE_MS) {
      return end(seen, { state: 'FAILED', reason: 'This skin is not in stock at the moment.' });
    }
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

  /** Prefers the skin of an earlier attempt: if that was sent, a second skin must not follow. */
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
        stock.map(({ assetId }) => assetId),
      ),
    );
    return stock.find(({ assetId }) => !promised.has(assetId))?.assetId;
  }

  return { pick, waitForStock };
}
