import type { Bet, CurrentRound, OwnStakes } from '@karat/contract/roulette';
import type { RevealedRound } from '@karat/rules/fairness';
import type { Color } from '@karat/rules/roulette';
import type { Lease } from '#db/lease.ts';
import { createChains } from '#features/roulette/chains.ts';
import { type LastRound, selectLastRound } from '#features/roulette/queries.ts';
import { createTransitions } from '#features/roulette/transitions.ts';
import { addPlayer, type TestPlayer, creditWelcomeDiamonds } from './fixtures.ts';
import { createTestSite, type TestSite } from './test-site.ts';

type StoredRound = RevealedRound & { readonly id: number; readonly state: string; readonly terminal: string };

type Variables = Readonly<Record<string, string>>;

/** A site whose rounds advance only when the test says so: no timer runs. */
export async function createRouletteFixture(variables: Variables = {}, { chainLength = 40 } = {}) {
  // Without rate limits.
  const site: TestSite = await createTestSite(variables, { take: () => 0 });
  const { db } = site.deps;
  const lease: Lease = { name: 'roulette', epoch: 1 };
  await db.sql`insert into leases (name, epoch) values ('roulette', 1)`;
  const steps = createTransitions(site.deps, lease, createChains(site.deps, lease, chainLength));

  const last = async (): Promise<LastRound> => (await selectLastRound(db.sql))!;
  async function open(): Promise<LastRound> {
    await steps.open();
    return last();
  }

  async function send(player: TestPlayer, body: object, key?: string) {
    const reply = await site.http.inject({
      method: 'POST',
      url: '/roulette/placeBet',
      headers: { ...player.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) },
      payload: body,
    });
    const parsed = JSON.parse(reply.body) as { data: Bet; code?: string; message?: string };
    return { status: reply.statusCode, text: reply.body, body: parsed };
  }

  return {
    site,
    db,
    lease,
    steps,
    last,
    open,
    send,

    /** Closes the round, draws and pays. */
    async finish(): Promise<void> {
      const round = await last();
      await steps.close(round);
      await steps.draw(round);
      await steps.settle(round);
    },

    async addPlayer(balance = 10_000): Promise<TestPlayer> {
      const player = await addPlayer(db);
      if (balance > 0) await creditWelcomeDiamonds(site.deps, player.id, balance);
      return player;
    },
    async readBalance({ id }: TestPlayer): Promise<number> {
      const [wallet] = await db.sql<{ balance: number }>`select balance from wallets where player_id = ${id}`;
      return wallet!.balance;
    },
    bet: (player: TestPlayer, playerBet: Color, amount: number, key?: string) =>
      send(player, { playerBet, amount }, key),

    async current(player?: TestPlayer): Promise<{ data: CurrentRound | null; own: OwnStakes }> {
      const url = '/roulette/getCurrentRound';
      const reply = await site.http.inject({ url, headers: { ...player?.headers } });
      return JSON.parse(reply.body) as { data: CurrentRound | null; own: OwnStakes };
    },

    /** The rounds after this one with what a player needs to verify them. */
    readRounds: (sinceId = 0) => db.sql<StoredRound>`
      select roulette_rounds.id, state, hash, seed, beacon, k, salt, terminal, winner_number as "winnerNumber",
             winner_color as "winnerColor"
      from roulette_rounds join roulette_chains on roulette_chains.id = chain_id
      where roulette_rounds.id > ${sinceId} order by roulette_rounds.id`,

    /** Makes the round's link unreadable, so that every stake is refunded. The chain cannot be used afterwards. */
    async refund(): Promise<void> {
      const round = await last();
      await steps.close(round);
      await db.sql`update roulette_chains set sealed = '\\x00' where id = ${round.chainId}`;
      await createTransitions(site.deps, lease, createChains(site.deps, lease, chainLength)).draw(round);
    },

    /** Draws, then replaces the drawn number, to test payouts. */
    async drawNumber(number: number): Promise<void> {
      const round = await last();
      await steps.draw(round);
      await db.sql`update roulette_rounds set winner_number = ${number} where id = ${round.id}`;
    },
    close: () => site.close(),
  };
}
export type RouletteFixture = Awaited<ReturnType<typeof createRouletteFixture>>;
