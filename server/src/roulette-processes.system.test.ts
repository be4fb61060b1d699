import { randomUUID } from 'node:crypto';
import type { Bettor, CurrentRound } from '@karat/contract/roulette';
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
import { type LockHolder, openLockHolder } from '#testing/lock-holder.ts';
import { readEpoch, startCluster, openTabOn, findLeader, type Cluster } from '#testing/cluster.ts';

const PLAYERS = 6;
const WELCOME = 1_000_000;
const TIMES = { ROULETTE_BETTING_MS: '600', ROULETTE_SPIN_MS: '300', ROULETTE_PAUSE_MS: '100' };
/** The limit is ten seconds after the leader froze; the rest allows for a busy machine. */
const MOVED_MAX_MS = 20_000;

const LOOP = 'roulette';

type Setup = Cluster & { readonly clients: BettingClients };

/** Two processes and clients that use both. Bets name their round, because a frozen process wakes to old requests. */
async function openTwo(): Promise<Setup> {
  const cluster = await startCluster(TIMES);
  await Promise.all([cluster.start(0), cluster.start(1)]);
  const clients = startBettingClients(cluster.anyOrigin, await addPlayers(cluster.db, PLAYERS, WELCOME), {
    namesRound: 1,
  });
  await untilRound(cluster.db, ({ id }) => id > 1);
  return { ...cluster, clients };
}

/** Bets on each colour in one round, so that one wins; returns that round. */
async function betOnAll(anyOrigin: PickOrigin, player: TestPlayer, clients: BettingClients): Promise<number> {
  for (;;) {
    const roundId = (await fetchCurrentRound(anyOrigin))?.id;
    const answers: BetReply[] = [];
    for (const playerBet of COLORS) {
      const body = JSON.stringify({ playerBet, amount: 10, roundId });
      answers.push(await sendBetUntilAnswered(anyOrigin, { player, key: randomUUID(), body }));
    }
    clients.replies.push(...answers);
    if (answers.every(isPlaced)) return roundId!;
  }
}

async function waitForRounds(db: Db, rounds: number): Promise<void> {
  const { id } = await lastRound(db);
  await untilRound(db, (round) => round.id > id + rounds);
}

/** The audit after everyone has left and nothing is missing. */
async function stopAndAudit({ db, anyOrigin, clients, settings }: Setup): Promise<string> {
  await clients.stop();
  await expectBetsAccounted({ db, anyOrigin, clients, startBalance: WELCOME });
  expect(clients.replies.filter(isPlaced).length).toBeGreaterThan(PLAYERS);
  return runAuditCommand(settings);
}

async function readBalance({ sql }: Db, { id }: TestPlayer): Promise<number> {
  const [wallet] = await sql<{ balance: number }>`select balance from wallets where player_id = ${id}`;
  return wallet!.balance;
}

test(
  'takes bets for one round in two processes, and each sends events of the other',
  { timeout: 120_000 },
  async () => {
    const cluster = await openTwo();
    const { db, clients } = cluster;
    const { leader: owner, follower: other } = await findLeader(cluster, LOOP);
    const [player] = (await addPlayers(db, 1, WELCOME)) as [TestPlayer];
    const tabs = [await openTabOn(owner, player), await openTabOn(other, player)];
    for (const site of [owner, other]) {
      const roundId = await betOnAll(() => site.origin, player, clients);
      const { username, playerBet } = betOf(clients.replies.findLast((answer) => answer.player === player)!);
      for (const tab of tabs) {
        const isOwn = (bettor: Bettor) => bettor.username === username && bettor.playerBet === playerBet;
        const untilShown = (fits: (round: CurrentRound) => boolean) =>
          tab.next('ROULETTE_ROUND', ({ round }) => fits(round));
        await untilShown(({ id, state, bettors }) => id === roundId && state === 'ROLLING' && bettors.some(isOwn));
        await untilShown(({ id, state, seed }) => id === roundId && state === 'ROLLING' && seed !== null);
        await untilShown(({ id, state }) => id === roundId && state === 'SETTLED');
        const balance = await readBalance(db, player);
        await tab.next('BALANCE_UPDATE', (payload) => payload.balance === balance);
        await untilShown(({ id, state }) => id === roundId + 1 && state === 'BETTING');
      }
    }
    expect(await stopAndAudit(cluster)).toContain('The books are right');
  },
);

test.each([
  ['while it closes the bets', blockClosing],
  ['while it pays', blockSettlement],
] as const)(
  'continues in another process when the leader freezes %s, and refuses its late writes',
  { timeout: 180_000 },
  async (_, holdUp) => {
    const cluster = await openTwo();
    const { db, connection, clients } = cluster;
    const { leader: owner, follower: other, epoch } = await findLeader(cluster, LOOP);
    const hold: LockHolder = await openLockHolder(connection);
    await holdUp(db, hold);
    owner.freeze();
    await hold.release();
    await vi.waitUntil(async () => (await readEpoch(db, LOOP)) > epoch, { timeout: MOVED_MAX_MS });
    await waitForRounds(db, 1);
    expect((await findLeader(cluster, LOOP)).leader).toBe(other);

    owner.thaw();
    const [player] = (await addPlayers(db, 1, WELCOME)) as [TestPlayer];
    await betOnAll(() => owner.origin, player, clients);
    await waitForRounds(db, 2);
    expect(await stopAndAudit(cluster)).toContain('The books are right');
  },
);

test('delays the round only briefly when a process freezes during a bet', { timeout: 180_000 }, async () => {
  const cluster = await openTwo();
  const { db, connection, clients } = cluster;
  const { follower: other } = await findLeader(cluster, LOOP);
  const [player] = (await addPlayers(db, 1, WELCOME)) as [TestPlayer];
  const wallet = await openLockHolder(connection);
  await wallet.acquire('select from wallets where player_id = $1 for update', [player.id]);
  const placed = betOnAll(() => other.origin, player, clients);
  await wallet.untilBlocking();
  other.freeze();
  await wallet.release();
  await waitForRounds(db, 1);
  other.thaw();
  await placed;
  expect(await stopAndAudit(cluster)).toContain('The books are right');
});
