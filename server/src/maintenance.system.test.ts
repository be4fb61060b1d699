import { expect, test, vi } from 'vitest';
import { noopLive } from '#live/noop-live.ts';
import { runAuditCommand, expectBetsAccounted } from '#testing/betting-checks.ts';
import { addPlayers, type BettingClients, isPlaced, startBettingClients } from '#testing/betting-clients.ts';
import { type Cluster, startCluster } from '#testing/cluster.ts';
import { addPlayer, creditWelcomeDiamonds, findBreaches, type TestPlayer } from '#testing/fixtures.ts';
import { lastRound } from '#testing/roulette-locks.ts';

const PLAYERS = 24;
const WELCOME = 1_000_000;
const BETS_BETWEEN = 200;
const TIMES = { ROULETTE_BETTING_MS: '1500', ROULETTE_SPIN_MS: '300', ROULETTE_PAUSE_MS: '100' };
const POLLING = { timeout: 60_000, interval: 20 };

type Setup = Cluster & { readonly staff: TestPlayer; readonly clients: BettingClients };

/** The reply of a process; undefined if it does not answer. */
async function ask(origin: string, who: TestPlayer, path: string, body?: object) {
  const headers = { ...who.headers, ...(body && { 'content-type': 'application/json' }) };
  const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  const reply = await fetch(`${origin}${path}`, { ...request, signal: AbortSignal.timeout(5_000) }).catch(
    () => undefined,
  );
  return reply && { status: reply.status, code: ((await reply.json()) as { code?: string }).code };
}

/** Sent again until a process answers, as staff would. */
async function setOpen({ anyOrigin, staff }: Setup, isOn: boolean): Promise<void> {
  const body = { isOn, reason: isOn ? 'The update is done' : 'An update' };
  await vi.waitUntil(
    async () => (await ask(anyOrigin(), staff, '/admin/setSwitch/site', body))?.status === 200,
    POLLING,
  );
}

/** Waits until every process refuses players. */
async function untilClosed({ sites, clients }: Setup): Promise<void> {
  const [player] = clients.players as [TestPlayer];
  for (const { origin } of sites) {
    await vi.waitUntil(async () => (await ask(origin, player, '/case/getAllCases'))?.code === 'maintenance', POLLING);
  }
}

const countBets = async ({ db }: Setup): Promise<number> =>
  (await db.sql<{ bets: number }>`select count(*) as bets from roulette_bets`)[0]!.bets;

async function untilMoreBets({ clients }: Setup): Promise<void> {
  const enough = clients.replies.filter(isPlaced).length + BETS_BETWEEN;
  await vi.waitUntil(() => clients.replies.filter(isPlaced).length >= enough, POLLING);
}

/** Closes the site while everyone bets, kills a process meanwhile, and checks that the books are right while it is closed. */
async function closeUnderLoad(setup: Setup, killed: number | undefined): Promise<void> {
  const { db, sites, staff, start } = setup;
  await untilMoreBets(setup);
  await Promise.all([setOpen(setup, false), killed !== undefined && sites[killed]!.kill()]);
  if (killed !== undefined) await start(killed);
  await untilClosed(setup);
  const bets = await countBets(setup);
  await vi.waitUntil(async () => (await lastRound(db)).state === 'SETTLED', POLLING);
  expect(await findBreaches(db)).toEqual([]);
  for (const { origin } of sites) {
    expect(await ask(origin, staff, '/admin/getSwitches')).toMatchObject({ status: 200 });
  }
  expect(await countBets(setup)).toBe(bets);
  await setOpen(setup, true);
}

test(
  'maintenance under load finishes the running round, takes no bet in any process, and loses none, also if a process is killed',
  { timeout: 240_000 },
  async () => {
    const cluster = await startCluster(TIMES);
    await Promise.all([cluster.start(0), cluster.start(1)]);
    const staff = await addPlayer(cluster.db, 'admin');
    await creditWelcomeDiamonds({ db: cluster.db, live: noopLive }, staff.id, WELCOME);
    const players = await addPlayers(cluster.db, PLAYERS, WELCOME);
    const clients = startBettingClients(cluster.anyOrigin, players);
    const setup = { ...cluster, staff, clients };
    for (const killed of [undefined, 0, 1]) await closeUnderLoad(setup, killed);
    await untilMoreBets(setup);
    await clients.stop();
    await expectBetsAccounted({ db: cluster.db, anyOrigin: cluster.anyOrigin, clients, startBalance: WELCOME });
    expect(await runAuditCommand(cluster.settings)).toContain('The books are right');
  },
);
