import type { Bet } from '@karat/contract/roulette';
import type { TransactionType } from '@karat/contract/wallet';

/** An acknowledged movement of diamonds, as the ledger must have it. */
export type AcknowledgedRow = { readonly type: TransactionType; readonly reference: string; readonly amount: number };

/**
 * Everything that the site acknowledged to one player. The expected books follow from it alone. What others decide (the
 * number of a round, a buyer, Steam) is read at the end, as the player sees it then.
 */
export function createPlayerRecord() {
  const rows: AcknowledgedRow[] = [];
  /** For each item, how often the player received it minus how often they gave it away, as far as acknowledged. */
  const itemCounts = new Map<number, number>();
  const bets: Bet[] = [];
  const rewards: number[] = [];
  const adjustments: number[] = [];
  const entries = new Map<number, { fee: number; times: number }>();
  const listedItems = new Map<number, number>();
  const withdrawnItems = new Map<number, number>();
  const ticketIds = new Set<number>();
  const messageKeys = new Set<string>();
  const move = (itemId: number, by: 1 | -1): void => void itemCounts.set(itemId, (itemCounts.get(itemId) ?? 0) + by);

  return {
    rows: rows as readonly AcknowledgedRow[],
    itemCounts: itemCounts as ReadonlyMap<number, number>,
    bets: bets as readonly Bet[],
    rewards: rewards as readonly number[],
    adjustments: adjustments as readonly number[],
    /** How often the player paid for a seat, by room id. */
    entries: entries as ReadonlyMap<number, { readonly fee: number; readonly times: number }>,
    /** Inventory ids by listing id, and by trade offer id. */
    listedItems: listedItems as ReadonlyMap<number, number>,
    withdrawnItems: withdrawnItems as ReadonlyMap<number, number>,
    ticketIds: ticketIds as ReadonlySet<number>,
    messageKeys: messageKeys as ReadonlySet<string>,

    welcomed(playerId: number, amount: number): void {
      if (amount > 0) rows.push({ type: 'WELCOME', reference: `welcome:${playerId}`, amount });
    },
    opened(itemIds: readonly number[], price: number): void {
      for (const id of itemIds) {
        rows.push({ type: 'CASE_OPEN', reference: `open:${id}`, amount: -price });
        move(id, 1);
      }
    },
    sold(items: readonly { readonly id: number; readonly price: number }[]): void {
      for (const { id, price } of items) {
        rows.push({ type: 'QUICK_SELL', reference: `sell:${id}`, amount: price });
        move(id, -1);
      }
    },
    bet(bet: Bet): void {
      bets.push(bet);
      rows.push({ type: 'ROULETTE_BET', reference: `bet:${bet.id}`, amount: -bet.amount });
    },
    bought({ listingId, inventoryId, price }: { listingId: number; inventoryId: number; price: number }): void {
      rows.push({ type: 'MARKET_BUY', reference: `buy:listing:${listingId}`, amount: -price });
      move(inventoryId, 1);
    },
    listed: (listingId: number, inventoryId: number): void => void listedItems.set(listingId, inventoryId),
    withdrawn: (offerId: number, itemId: number): void => void withdrawnItems.set(offerId, itemId),
    entered(roomId: number, fee: number): void {
      entries.set(roomId, { fee, times: (entries.get(roomId)?.times ?? 0) + 1 });
    },
    rewarded: (amount: number): void => void rewards.push(amount),
    adjusted: (amount: number): void => void adjustments.push(amount),
    ticketCreated: (ticketId: number): void => void ticketIds.add(ticketId),
    messageSent: (key: string): void => void messageKeys.add(key),
  };
}

export type PlayerRecord = ReturnType<typeof createPlayerRecord>;
