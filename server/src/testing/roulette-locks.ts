import { vi } from 'vitest';
import type { Db } from '#db/db.ts';
import { type LockHolder, untilBlocked } from './lock-holder.ts';

const WAIT_OPTIONS = { timeout: 60_000, interval: 5 };

/** The lock of an unfinished bet; closing the round waits for it. */
const BET_LOCK = `select pg_advisory_xact_lock_shared(hashtextextended('karat/roulette', 0))`;
/** Locks the wallet of a winner of the round; the payout waits for it. */
const WINNER_LOCK = `
  select from wallets where player_id = (
    select player_id from roulette_bets join roulette_rounds on roulette_rounds.id = round_id
    where round_id = $1 and player_bet = winner_color limit 1
  ) for update`;

/** Patterns of the statements that wait for these locks. */
const CLOSING = '%pg_advisory_xact_lock(%karat/roulette%';
const SETTLING = '%seed is null as is_refunded%';

export type RoundState = { readonly id: number; readonly state: string; readonly isDrawn: boolean };

export async function lastRound({ sql }: Db): Promise<RoundState> {
  const [round] = await sql<RoundState>`
    select id, state, seed is not null as "isDrawn" from roulette_rounds order by id desc limit 1`;
  return round ?? { id: 0, state: 'none', isDrawn: false };
}

export function untilRound(db: Db, fits: (round: RoundState) => boolean): Promise<RoundState> {
  return vi.waitUntil(async () => {
    const round = await lastRound(db);
    return fits(round) ? round : undefined;
  }, WAIT_OPTIONS);
}

export const isSpinning = ({ state, isDrawn }: RoundState): boolean => state === 'ROLLING' && isDrawn;

/** Locks the wallet of a winner while the wheel spins; resolves once the payout waits for it. */
export async function blockSettlement(db: Db, wallet: LockHolder): Promise<void> {
  for (;;) {
    const { id } = await untilRound(db, isSpinning);
    const isHeld = (await wallet.acquire(WINNER_LOCK, [id])) > 0;
    if (isHeld && isSpinning(await lastRound(db))) break;
    await wallet.release();
    await untilRound(db, (round) => round.id > id);
  }
  await untilBlocked(db.sql, SETTLING);
}

/** Simulates a bet that never finishes; resolves once closing the round waits for it. */
export async function blockClosing(db: Db, bet: LockHolder): Promise<void> {
  await untilRound(db, ({ state }) => state === 'BETTING');
  await bet.acquire(BET_LOCK);
  await untilBlocked(db.sql, CLOSING);
}
