import { randomUUID } from 'node:crypto';
import type { CurrentRound } from '@karat/contract/roulette';
import { COLORS } from '@karat/rules/roulette';
import { expect, test, vi } from 'vitest';
import type { Db } from '#db/db.ts';
import type { TestPlayer } from '#testing/fixtures.ts';
import {
  addPlayers,
  type BetReply,
  betOf,
  type BettingClients,
  type PickOrigin,
  isPlaced,
  fetchCurrentRound,
  sendBetUntilAnswered,
  startBettingClients,
} from '#testing/betting-clients.ts';
import { runAuditCommand, expectBetsAccounted } from '#testing/betting-checks.ts';
import { blockClosing, blockSettlement, lastRound, untilRound } from '#testing/roulette-locks.ts';
import { type LockHolder, openLockHolder, untilBlocked } from '#testing/lock-holder.ts';
import { epochOf, startCluster, openTabAt, findLeader, type Cluster } from '#testing/cluster.ts';

const PLAYERS = 6;
const WELCOME = 1_000_000;
const TIMES = { ROULETTE_BETTING_MS: '600', ROULETTE_SPIN_MS: '300', ROULETTE_PAUSE_MS: '100' };
/** Promised are ten seconds after the owner froze; the rest is for a machine that is busy with more than this. */
const MOVED_MAX_MS = 20_000;

const LOOP = 'roulette';

type Corner = Cluster & { readonly crowd: BettingClients };

/** Two processes and a crowd that goes to either. It names its rounds: a frozen process wakes to requests of long ago. */
async function openTwo(): Promise<Corner> {
  const street = await startCluster(TIMES);
  await Promise.all([street.start(0), street.start(1)]);
  const crowd = startBettingClients(street.anyOrigin, await addPlayers(street.db, PLAYERS, WELCOME), { namesRound: 1 });
  await untilRound(street.db, ({ id }) => id > 1);
  return { ...street, crowd };
}

/** A bet on each colour in one round, so that one of them wins; answers that round. */
async function betOnAll(door: PickOrigin, player: TestPlayer, crowd: BettingClients): Promise<number> {
  for (;;) {
    const roundId = (await fetchCurrentRound(door))?.id;
    const answers: BetReply[] = [];
    for (const playerBet of COLORS) {
      const body = JSON.stringify({ playerBet, amount: 10, roundId });
      answers.push(await sendBetUntilAnswered(door, { player, key: randomUUID(), body }));
    }
    crowd.replies.push(...answers);
    if (answers.every(isPlaced)) return roundId!;
  }
}

async function goOn(db: Db, rounds: number): Promise<void> {
  const { id } = await lastRound(db);
  await untilRound(db, (round) => round.id > id + rounds);
}

/** What the audit says once everybody has gone home and nothing was found missing. */
async function closeBooks({ db, anyOrigin: door, crowd, settings }: Corner): Promise<string> {
  await crowd.stop();
  await expectBetsAccounted({ db, anyOrigin: door, clients: crowd, startBalance: WELCOME });
  expect(crowd.replies.filter(isPlaced).length).toBeGreaterThan(PLAYERS);
  return runAuditCommand(settings);
}

async function balanceOf({ sql }: Db, { id }: TestPlayer): Promise<number> {
  const [wallet] = await sql<{ balance: number }>`select balance from wallets where player_id = ${id}`;
  return wallet!.balance;
}

test(
  'two processes take bets for one round at a time, and each tells of what was done in the other',
  { timeout: 120_000 },
  async () => {
    const street = await openTwo();
    const { db, crowd } = street;
    const { leader: owner, follower: other } = await findLeader(street, LOOP);
    const [player] = (await addPlayers(db, 1, WELCOME)) as [TestPlayer];
    const tabs = [await openTabAt(owner, player), await openTabAt(other, player)];
    for (const site of [owner, other]) {
      const roundId = await betOnAll(() => site.origin, player, crowd);
      const { username, playerBet } = betOf(crowd.replies.findLast((answer) => answer.player === player)!);
      for (const tab of tabs) {
        await tab.next('ROULETTE_BET', (sent) => {
          const isTold = sent.bettors.some((bettor) => bettor.username === username && bettor.playerBet === playerBet);
          return sent.roundId === roundId && isTold;
        });
        const untilTold = (fits: (round: CurrentRound) => boolean) =>
          tab.next('ROULETTE_ROUND', ({ round }) => fits(round));
        await untilTold(({ id, state, seed }) => id === roundId && state === 'ROLLING' && seed !== null);
        await untilTold(({ id, state }) => id === roundId && state === 'SETTLED');
        const balance = await balanceOf(db, player);
        await tab.next('BALANCE_UPDATE', (sent) => sent.balance === balance);
        await untilTold(({ id, state }) => id === roundId + 1 && state === 'BETTING');
      }
    }
    expect(await closeBooks(street)).toContain('The books are right');
  },
);

test.each([
  ['at any moment', () => Promise.resolve()],
  ['while it closes the bets', blockClosing],
  ['while it pays', blockSettlement],
] as const)(
  'when the owner is frozen %s another process goes on, and what the owner wakes to is refused',
  { timeout: 180_000 },
  async (_, holdUp) => {
    const street = await openTwo();
    const { db, connection, crowd } = street;
    const { leader: owner, follower: other, epoch } = await findLeader(street, LOOP);
    const hold: LockHolder = await openLockHolder(connection);
    await holdUp(db, hold);
    owner.freeze();
    await hold.release();
    await vi.waitUntil(async () => (await epochOf(db, LOOP)) > epoch, { timeout: MOVED_MAX_MS });
    await goOn(db, 1);
    expect((await findLeader(street, LOOP)).leader).toBe(other);

    owner.thaw();
    const [player] = (await addPlayers(db, 1, WELCOME)) as [TestPlayer];
    await betOnAll(() => owner.origin, player, crowd);
    await goOn(db, 2);
    expect(await closeBooks(street)).toContain('The books are right');
  },
);

test(
  'a process that is frozen in the middle of a bet holds the round up for a while only',
  { timeout: 180_000 },
  async () => {
    const street = await openTwo();
    const { db, connection, crowd } = street;
    const { follower: other } = await findLeader(street, LOOP);
    const [player] = (await addPlayers(db, 1, WELCOME)) as [TestPlayer];
    const wallet = await openLockHolder(connection);
    await wallet.acquire('select from wallets where player_id = $1 for update', [player.id]);
    const placed = betOnAll(() => other.origin, player, crowd);
    await untilBlocked(db.sql, '%update wallets%stake.amount%');
    other.freeze();
    await wallet.release();
    await goOn(db, 1);
    other.thaw();
    await placed;
    expect(await closeBooks(street)).toContain('The books are right');
  },
);

test('when the owner is killed the other process goes on', { timeout: 120_000 }, async () => {
  const street = await openTwo();
  const { db, sites, start } = street;
  const { leader: owner, follower: other, epoch } = await findLeader(street, LOOP);
  await owner.kill();
  await vi.waitUntil(async () => (await epochOf(db, LOOP)) > epoch, { timeout: MOVED_MAX_MS });
  await goOn(db, 1);
  expect((await findLeader(street, LOOP)).leader).toBe(other);
  await start(sites.indexOf(owner));
  await goOn(db, 1);
  expect(await closeBooks(street)).toContain('The books are right');
});

test('processes that are replaced one after another fail nobody who asks again', { timeout: 120_000 }, async () => {
  const street = await openTwo();
  const { db, sites, start } = street;
  for (const place of [0, 1]) {
    expect(await sites[place]!.stop()).toBe(0);
    await goOn(db, 1);
    await start(place);
    await goOn(db, 1);
  }
  expect(await closeBooks(street)).toContain('The books are right');
});
