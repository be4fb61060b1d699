import type { Bet, CurrentRound, OwnStakes } from '@karat/contract/roulette';
import type { Color } from '@karat/rules/roulette';
import type { Lease } from '#db/lock.ts';
import { createChains } from '#features/roulette/chains.ts';
import { type LastRound, selectLastRound } from '#features/roulette/queries.ts';
import { createTransitions } from '#features/roulette/transitions.ts';
import { addPlayer, type TestPlayer, welcome } from './belongings.ts';
import { createWorld, type World } from './world.ts';

type Variables = Readonly<Record<string, string>>;

/** A site whose rounds go on when a test says so: no clock closes the bets, no wheel turns. */
export async function openTable(variables: Variables = {}, { chainLength = 40 } = {}) {
  // Nobody is too fast here.
  const world: World = await createWorld(variables, { take: () => 0 });
  const { db } = world.deps;
  const lease: Lease = { name: 'roulette', epoch: 1 };
  await db.sql`insert into leases (name, epoch) values ('roulette', 1)`;
  const steps = createTransitions(world.deps, lease, createChains(world.deps, lease, chainLength));

  const last = async (): Promise<LastRound> => (await selectLastRound(db.sql))!;
  async function open(): Promise<LastRound> {
    await steps.open();
    return last();
  }

  async function send(player: TestPlayer, body: object, key?: string) {
    const reply = await world.http.inject({
      method: 'POST',
      url: '/roulette/placeBet',
      headers: { ...player.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) },
      payload: body,
    });
    const parsed = JSON.parse(reply.body) as { data: Bet; code?: string; message?: string };
    return { status: reply.statusCode, text: reply.body, body: parsed };
  }

  return {
    world,
    db,
    lease,
    steps,
    last,
    open,
    send,

    /** From the close to the payment. */
    async finish(): Promise<void> {
      const round = await last();
      await steps.close(round);
      await steps.draw(round);
      await steps.settle(round);
    },

    async addPlayer(balance = 10_000): Promise<TestPlayer> {
      const player = await addPlayer(db);
      if (balance > 0) await welcome(world.deps, player.id, balance);
      return player;
    },
    async balanceOf({ id }: TestPlayer): Promise<number> {
      const [wallet] = await db.sql<{ balance: number }>`select balance from wallets where player_id = ${id}`;
      return wallet!.balance;
    },
    bet: (player: TestPlayer, playerBet: Color, amount: number, key?: string) =>
      send(player, { playerBet, amount }, key),

    async current(player?: TestPlayer): Promise<{ data: CurrentRound | null; own: OwnStakes }> {
      const url = '/roulette/getCurrentRound';
      const reply = await world.http.inject({ url, headers: { ...player?.headers } });
      return JSON.parse(reply.body) as { data: CurrentRound | null; own: OwnStakes };
    },

    /** Closes a round whose link cannot be had any more: every stake goes back. The chain is of no use after it. */
    async refund(): Promise<void> {
      const round = await last();
      await steps.close(round);
      await db.sql`update roulette_chains set sealed = '\\x00' where id = ${round.chainId}`;
      await createTransitions(world.deps, lease, createChains(world.deps, lease, chainLength)).draw(round);
    },

    /** Draws, and makes another number of it than the chain has: for tests of payment. */
    async turnTo(number: number): Promise<void> {
      const round = await last();
      await steps.draw(round);
      await db.sql`update roulette_rounds set winner_number = ${number} where id = ${round.id}`;
    },
    close: () => world.close(),
  };
}
export type Table = Awaited<ReturnType<typeof openTable>>;
