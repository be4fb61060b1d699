import type { Sql } from '#db/db.ts';
import { browseMarket, orderItem } from '#sandbox/player-actions/market-actions.ts';
import type { Habit } from '../resident.ts';

const ORDERS = { min: 2, max: 5 };
const PRICE_MAX = 10_000;
/** Multiples of the cheapest listing: below it, so that the order stays open. */
const FACTOR = { min: 0.7, max: 0.95 };

/** Skins that a person ordered in the last minute. No resident bids against a person so soon. */
async function selectRecentlyOrdered(sql: Sql, itemIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await sql<{ itemId: number }>`
    select item_id as "itemId" from buy_orders join players on players.id = player_id
    where item_id = any(${itemIds}::int8[]) and buy_orders.state = 'OPEN' and not is_sandbox
      and buy_orders.created_at > clock_timestamp() - interval '1 minute'`;
  return new Set(rows.map(({ itemId }) => itemId));
}

export const orderItems: Habit = {
  name: 'order-items',
  isMissing: ({ buyOrders, listings }) => listings > 0 && buyOrders < ORDERS.min,
  weight: ({ buyOrders, listings }) => (listings > 0 && buyOrders < ORDERS.max ? 0.5 : 0),
  async run({ calls, sql }, resident) {
    const { random } = resident;
    const offered = (await browseMarket(calls, resident)).filter(({ price }) => price <= PRICE_MAX);
    const wanted = await selectRecentlyOrdered(
      sql,
      offered.map(({ itemId }) => itemId),
    );
    const free = offered.filter(({ itemId }) => !wanted.has(itemId));
    if (free.length === 0) return false;
    const { itemId, price: worth } = random.oneOf(free);
    const factor = FACTOR.min + random.next() * (FACTOR.max - FACTOR.min);
    return orderItem(calls, resident, { itemId, worth, factor });
  },
};
