import type { Bet } from '@karat/contract/roulette';
import type { TransactionType } from '@karat/contract/wallet';

/** A movement of diamonds that somebody was told of, as the ledger must have it. */
export type ToldLine = { readonly type: TransactionType; readonly reference: string; readonly amount: number };

/**
 * What one player was told, and nothing else: from it alone follows what must be in the books. What others decide (the number
 * of a round, a buyer, the platform) is looked up at the end, as the player sees it then.
 */
export function createDiary() {
  const lines: ToldLine[] = [];
  /** How often each item came, less how often it went, as far as the player was told. */
  const hands = new Map<number, number>();
  const bets: Bet[] = [];
  const rewards: number[] = [];
  const adjustments: number[] = [];
  const entries = new Map<number, { fee: number; times: number }>();
  const listedItems = new Map<number, number>();
  const withdrawnItems = new Map<number, number>();
  const ticketIds = new Set<number>();
  const messageKeys = new Set<string>();
  const move = (itemId: number, by: 1 | -1): void => void hands.set(itemId, (hands.get(itemId) ?? 0) + by);

  return {
    lines: lines as readonly ToldLine[],
    hands: hands as ReadonlyMap<number, number>,
    bets: bets as readonly Bet[],
    rewards: rewards as readonly number[],
    adjustments: adjustments as readonly number[],
    /** How often the player paid for a seat, by room. */
    entries: entries as ReadonlyMap<number, { readonly fee: number; readonly times: number }>,
    /** Which item stands behind a listing, and which behind a withdrawal. */
    listedItems: listedItems as ReadonlyMap<number, number>,
    withdrawnItems: withdrawnItems as ReadonlyMap<number, number>,
    ticketIds: ticketIds as ReadonlySet<number>,
    messageKeys: messageKeys as ReadonlySet<string>,

    welcomed(playerId: number, amount: number): void {
      if (amount > 0) lines.push({ type: 'WELCOME', reference: `welcome:${playerId}`, amount });
    },
    opened(itemIds: readonly number[], price: number): void {
      for (const id of itemIds) {
        lines.push({ type: 'CASE_OPEN', reference: `open:${id}`, amount: -price });
        move(id, 1);
      }
    },
    sold(items: readonly { readonly id: number; readonly price: number }[]): void {
      for (const { id, price } of items) {
        lines.push({ type: 'QUICK_SELL', reference: `sell:${id}`, amount: price });
        move(id, -1);
      }
    },
    bet(bet: Bet): void {
      bets.push(bet);
      lines.push({ type: 'ROULETTE_BET', reference: `bet:${bet.id}`, amount: -bet.amount });
    },
    bought({ listingId, inventoryId, price }: { listingId: number; inventoryId: number; price: number }): void {
      lines.push({ type: 'MARKET_BUY', reference: `buy:listing:${listingId}`, amount: -price });
      move(inventoryId, 1);
    },
    listed: (listingId: number, inventoryId: number): void => void listedItems.set(listingId, inventoryId),
    withdrawn: (offerId: number, itemId: number): void => void withdrawnItems.set(offerId, itemId),
    entered(roomId: number, fee: number): void {
      entries.set(roomId, { fee, times: (entries.get(roomId)?.times ?? 0) + 1 });
    },
    rewarded: (amount: number): void => void rewards.push(amount),
    adjusted: (amount: number): void => void adjustments.push(amount),
    asked: (ticketId: number): void => void ticketIds.add(ticketId),
    said: (key: string): void => void messageKeys.add(key),
  };
}

export type Diary = ReturnType<typeof createDiary>;
