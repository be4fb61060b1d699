import type { TransactionType } from '@karat/contract/wallet';
import { marketFeeOf } from '@karat/rules/market';
import { payoutOf } from '@karat/rules/roulette';
import type { Person } from './people.ts';
import type { Games, Outcomes } from './outcomes.ts';

/** A ledger row that must exist; without a reference if the player cannot know it. */
export type ExpectedRow = { readonly type: TransactionType; readonly amount: number; readonly reference?: string };

function rowsOfBets({ record }: Person, { rounds }: Games): ExpectedRow[] {
  return record.bets.flatMap((bet): ExpectedRow[] => {
    const { state, winnerColor } = rounds.get(bet.roundId)!;
    if (state === 'REFUNDED')
      return [{ type: 'ROULETTE_REFUND', reference: `refund:bet:${bet.id}`, amount: bet.amount }];
    const amount = winnerColor === null ? 0 : payoutOf(bet, winnerColor);
    return amount === 0 ? [] : [{ type: 'ROULETTE_WIN', reference: `settle:bet:${bet.id}`, amount }];
  });
}

/** Each seat was paid for once. All were refunded, except the one in which the match finished. */
function rowsOfRooms({ record, steamId }: Person, { rooms }: Games): ExpectedRow[] {
  return [...record.entries].flatMap(([roomId, { fee, times }]): ExpectedRow[] => {
    if (fee === 0) return [];
    const { state, players } = rooms.get(roomId)!;
    const seat = state === 'MATCH_FINISHED' ? players.find((each) => each.steamId === steamId) : undefined;
    const entries = Array.from({ length: times }, (): ExpectedRow => ({ type: 'ROOM_ENTRY', amount: -fee }));
    const returned = seat === undefined ? times : times - 1;
    const refunds = Array.from({ length: returned }, (): ExpectedRow => ({ type: 'ROOM_REFUND', amount: fee }));
    const payout = seat?.payout ?? 0;
    return [...entries, ...refunds, ...(payout === 0 ? [] : [{ type: 'ROOM_WIN', amount: payout } as const])];
  });
}

function rowsOfMarket({ listings, orders }: Outcomes): ExpectedRow[] {
  const sales = listings
    .filter(({ state }) => state === 'SOLD')
    .map(({ id, price }): ExpectedRow => ({
      type: 'MARKET_SALE',
      reference: `sale:listing:${id}`,
      amount: price - marketFeeOf(price),
    }));
  const filled = orders
    .filter(({ state }) => state === 'FILLED')
    .map(({ paid }): ExpectedRow => ({ type: 'MARKET_BUY', amount: -paid! }));
  return [...sales, ...filled];
}

const PAID_STATES: ReadonlySet<string> = new Set(['CREDITED', 'FINAL', 'REVERSED']);

/** Without reversals: how much a reversal takes depends on the balance at that moment, which only the ledger has. */
function rowsOfDeposits({ offers }: Outcomes): ExpectedRow[] {
  return offers
    .filter(({ kind, state }) => kind === 'deposit' && PAID_STATES.has(state))
    .map(({ id, amount }): ExpectedRow => ({ type: 'DEPOSIT', reference: `deposit:${id}`, amount }));
}

/** All ledger rows of one player that follow from acknowledged calls, without reversals. */
export function expectedRows(person: Person, outcomes: Outcomes, games: Games): ExpectedRow[] {
  const { rows, rewards, adjustments } = person.record;
  return [
    ...rows,
    ...rewards.map((amount): ExpectedRow => ({ type: 'MISSION_REWARD', amount })),
    ...adjustments.map((amount): ExpectedRow => ({ type: 'ADMIN_ADJUST', amount })),
    ...rowsOfBets(person, games),
    ...rowsOfRooms(person, games),
    ...rowsOfMarket(outcomes),
    ...rowsOfDeposits(outcomes),
  ];
}

/** How often the player must own each item: 0 or 1. Items from buy orders are not known here. */
export function expectedItems({ record }: Person, { listings, offers }: Outcomes): Map<number, number> {
  const itemCounts = new Map(record.itemCounts);
  const removeOne = (itemId: number | undefined): void => {
    if (itemId !== undefined) itemCounts.set(itemId, (itemCounts.get(itemId) ?? 0) - 1);
  };
  for (const { id, state } of listings) if (state === 'SOLD') removeOne(record.listedItems.get(id));
  for (const { id, state } of offers) {
    if (state === 'DELIVERED' || state === 'FINAL') removeOne(record.withdrawnItems.get(id));
  }
  return itemCounts;
}
