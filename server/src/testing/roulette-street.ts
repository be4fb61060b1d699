import { vi } from 'vitest';
import type { Db } from '#db/db.ts';
import { type Hold, untilWaiting } from './store-hold.ts';

const patiently = { timeout: 60_000, interval: 5 };

/** A bet that has not come to an end: the close waits for it. */
const BET_LOCK = `select pg_advisory_xact_lock_shared(hashtextextended('karat/roulette', 0))`;
/** Of one who has won in the round: its payment waits for it. */
const WINNER_LOCK = `
  select from wallets where player_id = (
    select player_id from roulette_bets join roulette_rounds on roulette_rounds.id = round_id
    where round_id = $1 and player_bet = winner_color limit 1
  ) for update`;

/** What statements that wait for those are known by. */
const CLOSING = '%pg_advisory_xact_lock(%karat/roulette%';
const SETTLING = `%set state = 'SETTLED'%`;

export type SeenRound = { readonly id: number; readonly state: string; readonly isDrawn: boolean };

export async function lastRound({ sql }: Db): Promise<SeenRound> {
  const [round] = await sql<SeenRound>`
    select id, state, seed is not null as "isDrawn" from roulette_rounds order by id desc limit 1`;
  return round ?? { id: 0, state: 'none', isDrawn: false };
}

export function untilRound(db: Db, fits: (round: SeenRound) => boolean): Promise<SeenRound> {
  return vi.waitUntil(async () => {
    const round = await lastRound(db);
    return fits(round) ? round : undefined;
  }, patiently);
}

export const isTurning = ({ state, isDrawn }: SeenRound): boolean => state === 'ROLLING' && isDrawn;

/** Takes the wallet of a winner while the wheel turns, and resolves once the payment of the round waits for it. */
export async function holdSettling(db: Db, wallet: Hold): Promise<void> {
  for (;;) {
    const { id } = await untilRound(db, isTurning);
    const isHeld = (await wallet.take(WINNER_LOCK, [id])) > 0;
    if (isHeld && isTurning(await lastRound(db))) break;
    await wallet.release();
    await untilRound(db, (round) => round.id > id);
  }
  await untilWaiting(db.sql, SETTLING);
}

/** Stands for a bet that comes to no end, and resolves once the close of the bets waits for it. */
export async function holdClosing(db: Db, bet: Hold): Promise<void> {
  await untilRound(db, ({ state }) => state === 'BETTING');
  await bet.take(BET_LOCK);
  await untilWaiting(db.sql, CLOSING);
}
