import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { Db } from '#db/db.ts';
import { addPlayers, isPlaced, fetchCurrentRound, startBettingClients } from '#testing/betting-clients.ts';
import { runAuditCommand, expectBetsAccounted } from '#testing/betting-checks.ts';
import { blockClosing, blockSettlement, isSpinning, lastRound, untilRound } from '#testing/roulette-locks.ts';
import { type LockHolder, openLockHolder, untilBlocked } from '#testing/lock-holder.ts';
import { startCluster } from '#testing/cluster.ts';

const CUTS = 10;
const PLAYERS = 8;
const WELCOME = 1_000_000;
const BETTING_MS = 500;
const SPIN_MS = 300;
const TIMES = {
  ROULETTE_BETTING_MS: String(BETTING_MS),
  ROULETTE_SPIN_MS: String(SPIN_MS),
  ROULETTE_PAUSE_MS: '100',
};
/** The limit is five seconds after a start; the rest allows for a busy machine. */
const NEXT_MAX_MS = 10_000;

const LEASE_LOCK = `select from leases where name = 'roulette' for update`;

type Table = { readonly db: Db; readonly holds: readonly [LockHolder, LockHolder]; kill(): Promise<void> };

/** Releases what the site waits for, and kills the site just before or after. */
async function killAround(hold: LockHolder, kill: () => Promise<void>, isBefore: boolean): Promise<void> {
  if (isBefore) await kill();
  await hold.release();
  await sleep(Math.random() * 5);
  await kill();
}

// Each brings a round to a state, kills the site in it, and returns whether it was in time.

async function killWhileBetting({ db, kill }: Table): Promise<boolean> {
  await untilRound(db, ({ state }) => state === 'BETTING');
  await sleep(Math.random() * BETTING_MS * 0.8);
  await kill();
  return (await lastRound(db)).state === 'BETTING';
}

async function killWhileClosing({ db, holds: [bet], kill }: Table, isBefore: boolean): Promise<boolean> {
  await blockClosing(db, bet);
  await killAround(bet, kill, isBefore);
  return !isBefore || (await lastRound(db)).state === 'BETTING';
}

/** The close holds the lease row until it commits, and the draw needs it next: a waiting lock comes in between. */
async function killBeforeDraw({ db, holds: [bet, lease], kill }: Table): Promise<boolean> {
  await blockClosing(db, bet);
  const taken = lease.acquire(LEASE_LOCK);
  await untilBlocked(db.sql, LEASE_LOCK);
  await bet.release();
  await taken;
  await kill();
  const { state, isDrawn } = await lastRound(db);
  await lease.release();
  return state === 'ROLLING' && !isDrawn;
}

async function killWhileRolling(table: Table, isBeforeDraw: boolean): Promise<boolean> {
  if (isBeforeDraw) return killBeforeDraw(table);
  await untilRound(table.db, isSpinning);
  await sleep((Math.random() * SPIN_MS) / 2);
  await table.kill();
  return isSpinning(await lastRound(table.db));
}

async function killWhileSettling({ db, holds: [wallet], kill }: Table, isBefore: boolean): Promise<boolean> {
  await blockSettlement(db, wallet);
  await killAround(wallet, kill, isBefore);
  return !isBefore || isSpinning(await lastRound(db));
}

test.each([
  ['taking bets', killWhileBetting],
  ['closing', killWhileClosing],
  ['rolling', killWhileRolling],
  ['settling', killWhileSettling],
] as const)(
  'loses no bet, pays none twice and changes no number in ten crashes while a round is %s',
  { timeout: 300_000 },
  async (_, cut) => {
    const { db, connection, settings, sites, anyOrigin, start } = await startCluster(TIMES);
    await start();
    const holds = [await openLockHolder(connection), await openLockHolder(connection)] as const;
    const clients = startBettingClients(anyOrigin, await addPlayers(db, PLAYERS, WELCOME));
    const kill = (): Promise<void> => sites[0]!.kill();

    for (let cuts = 0; cuts < CUTS;) {
      if (await cut({ db, holds, kill }, cuts % 2 === 0)) cuts++;
      const { id } = await lastRound(db);
      await start(0);
      await vi.waitUntil(async () => ((await fetchCurrentRound(anyOrigin))?.id ?? 0) > id, { timeout: NEXT_MAX_MS });
    }
    await clients.stop();
    const rounds = await expectBetsAccounted({ db, anyOrigin, clients, startBalance: WELCOME });
    expect(rounds.length).toBeGreaterThanOrEqual(CUTS);
    expect(clients.hashes.size).toBeGreaterThanOrEqual(CUTS);
    expect(clients.replies.filter(isPlaced).length).toBeGreaterThan(CUTS * PLAYERS);
    expect(await runAuditCommand(settings)).toContain('The books are right');
  },
);
