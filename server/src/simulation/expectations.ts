import type { TransactionType } from '@karat/contract/wallet';
import { marketFeeOf } from '@karat/rules/market';
import { payoutOf } from '@karat/rules/roulette';
import type { Person } from './people.ts';
import type { Games, Outcomes } from './outcomes.ts';

/** A movement that must be there; without a reference where the player cannot know it. */
export type ExpectedLine = { readonly type: TransactionType; readonly amount: number; readonly reference?: string };

function linesOfBets({ diary }: Person, { rounds }: Games): ExpectedLine[] {
  return diary.bets.flatMap((bet): ExpectedLine[] => {
    const { state, winnerColor } = rounds.get(bet.roundId)!;
    if (state === 'REFUNDED')
      return [{ type: 'ROULETTE_REFUND', reference: `refund:bet:${bet.id}`, amount: bet.amount }];
    const amount = winnerColor === null ? 0 : payoutOf(bet, winnerColor);
    return amount === 0 ? [] : [{ type: 'ROULETTE_WIN', reference: `settle:bet:${bet.id}`, amount }];
  });
}

/** Each seat was paid for once; all came back but the one in which the match was played to its end. */
function linesOfRooms({ diary, steamId }: Person, { rooms }: Games): ExpectedLine[] {
  return [...diary.entries].flatMap(([roomId, { fee, times }]): ExpectedLine[] => {
    if (fee === 0) return [];
    const { state, players } = rooms.get(roomId)!;
    const seat = state === 'MATCH_FINISHED' ? players.find((each) => each.steamId === steamId) : undefined;
    const entries = Array.from({ length: times }, (): ExpectedLine => ({ type: 'ROOM_ENTRY', amount: -fee }));
    const returned = seat === undefined ? times : times - 1;
    const refunds = Array.from({ length: returned }, (): ExpectedLine => ({ type: 'ROOM_REFUND', amount: fee }));
    const payout = seat?.payout ?? 0;
    return [...entries, ...refunds, ...(payout === 0 ? [] : [{ type: 'ROOM_WIN', amount: payout } as const])];
  });
}

function linesOfMarket({ listings, orders }: Outcomes): ExpectedLine[] {
  const sales = listings
    .filter(({ state }) => state === 'SOLD')
    .map(({ id, price }): ExpectedLine => ({
      type: 'MARKET_SALE',
      reference: `sale:listing:${id}`,
      amount: price - marketFeeOf(price),
    }));
  const filled = orders
    .filter(({ state }) => state === 'FILLED')
    .map(({ paid }): ExpectedLine => ({ type: 'MARKET_BUY', amount: -paid! }));
  return [...sales, ...filled];
}

const PAID_STATES: ReadonlySet<string> = new Set(['CREDITED', 'FINAL', 'REVERSED']);

/** What a reversal has taken back is for the books to say: it depends on what was left at that moment. */
function linesOfDeposits({ offers }: Outcomes): ExpectedLine[] {
  return offers
    .filter(({ kind, state }) => kind === 'deposit' && PAID_STATES.has(state))
    .map(({ id, amount }): ExpectedLine => ({ type: 'DEPOSIT', reference: `deposit:${id}`, amount }));
}

/** All movements of one player that follow from what they were told, without those of reversals. */
export function expectedLines(person: Person, outcomes: Outcomes, games: Games): ExpectedLine[] {
  const { lines, rewards, adjustments } = person.diary;
  return [
    ...lines,
    ...rewards.map((amount): ExpectedLine => ({ type: 'MISSION_REWARD', amount })),
    ...adjustments.map((amount): ExpectedLine => ({ type: 'ADMIN_ADJUST', amount })),
    ...linesOfBets(person, games),
    ...linesOfRooms(person, games),
    ...linesOfMarket(outcomes),
    ...linesOfDeposits(outcomes),
  ];
}

/** How often each item must be in the player's hands by what they were told: 0 or 1, but for what buy orders brought. */
export function expectedHands({ diary }: Person, { listings, offers }: Outcomes): Map<number, number> {
  const hands = new Map(diary.hands);
  const take = (itemId: number | undefined): void => {
    if (itemId !== undefined) hands.set(itemId, (hands.get(itemId) ?? 0) - 1);
  };
  for (const { id, state } of listings) if (state === 'SOLD') take(diary.listedItems.get(id));
  for (const { id, state } of offers) {
    if (state === 'DELIVERED' || state === 'FINAL') take(diary.withdrawnItems.get(id));
  }
  return hands;
}
