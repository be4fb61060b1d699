import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HeldPart } from '#features/holds/holds.ts';
import { readWallet } from '#features/wallet/wallet.ts';
import { addPlayer, creditWelcomeDiamonds } from '#testing/fixtures.ts';
import { addPlayerWithHeldDeposit } from '#testing/held-deposits.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { createEscrow, type EscrowedStake } from './escrow.ts';

let site: TestSite;
let holderId = 1_000_000;
let stakes: EscrowedStake[];

beforeAll(async () => {
  site = await createTestSite();
});
beforeEach(() => {
  holderId += 1;
  stakes = [];
});
afterAll(() => site.close());

/** A game that keeps its stakes in memory. */
const escrow = createEscrow({
  holder: 'room',
  payer: 'token',
  entryType: 'ROOM_ENTRY',
  refundType: 'ROOM_REFUND',
  payoutType: 'ROOM_WIN',
  rakeAccount: 'house:rake',
  async updateHeldParts(_, stakeIds: readonly number[], heldParts: readonly HeldPart[]) {
    stakes = stakes.map((stake) => (stakeIds.includes(stake.id) ? { ...stake, heldParts } : stake));
  },
});

let stakeId = 0;

async function enter(playerId: number, amount: number): Promise<void> {
  stakeId += 1;
  stakes.push({ id: stakeId, playerId, stake: amount, takenAt: new Date().toISOString(), heldParts: [] });
  const entry = { holderId, stakeId, playerId, amount, country: undefined };
  await site.deps.db.transaction((tx) => escrow.payEntry(tx, site.deps, entry));
}

const refund = () => site.deps.db.transaction((tx) => escrow.refund(tx, site.deps, { holderId, stakes }));

async function payOut(winnerId: number, shares: { readonly each: number; readonly rake: number }): Promise<void> {
  const winners = stakes.filter(({ playerId }) => playerId === winnerId);
  const losers = stakes.filter(({ playerId }) => playerId !== winnerId);
  await site.deps.db.transaction((tx) => escrow.payOut(tx, site.deps, { holderId, winners, losers, ...shares }));
}

async function addRichPlayer(): Promise<number> {
  const { id } = await addPlayer(site.deps.db);
  await creditWelcomeDiamonds(site.deps, id, 1_000);
  return id;
}

const readBalance = async (playerId: number) => (await readWallet(site.deps.db.sql, playerId)).balance;

const lines = () => site.deps.db.sql<{ type: string; reference: string; amount: number }>`
  select type, reference, amount from ledger where account = ${`room:${holderId}`} order by id`;

/** The balance of the escrow account: the other side of its ledger rows. */
const sumHeld = async () => {
  const [row] = await site.deps.db.sql<{ held: number }>`
    select coalesce(-sum(amount), 0)::int8 as held from ledger where account = ${`room:${holderId}`}`;
  return row!.held;
};

test('holds stakes until it refunds them, each under its own reference', async () => {
  const [one, two] = [await addRichPlayer(), await addRichPlayer()];
  await enter(one, 300);
  await enter(two, 200);
  expect([await readBalance(one), await readBalance(two), await sumHeld()]).toEqual([700, 800, 500]);
  await refund();
  expect([await readBalance(one), await readBalance(two), await sumHeld()]).toEqual([1_000, 1_000, 0]);
  const [first, second] = stakes.map(({ id }) => id);
  expect(await lines()).toEqual([
    { type: 'ROOM_ENTRY', reference: `entry:token:${first}`, amount: -300 },
    { type: 'ROOM_ENTRY', reference: `entry:token:${second}`, amount: -200 },
    { type: 'ROOM_REFUND', reference: `refund:token:${first}`, amount: 300 },
    { type: 'ROOM_REFUND', reference: `refund:token:${second}`, amount: 200 },
  ]);
  await expect(refund()).rejects.toThrow(/duplicate key/);
});

test('pays the winner and the house and leaves the account empty', async () => {
  const [winner, loser] = [await addRichPlayer(), await addRichPlayer()];
  await enter(winner, 500);
  await enter(loser, 500);
  await payOut(winner, { each: 950, rake: 50 });
  expect([await readBalance(winner), await readBalance(loser)]).toEqual([1_450, 500]);
  const [first] = stakes.map(({ id }) => id);
  expect((await lines()).slice(2)).toEqual([
    { type: 'ROOM_WIN', reference: `result:room:${holderId}:${first}`, amount: 950 },
    { type: 'ROOM_WIN', reference: `rake:room:${holderId}`, amount: 50 },
  ]);
});

test('puts on hold for the winner what a loser staked from a deposit on hold', async () => {
  const [winner, { id: loser }] = [await addRichPlayer(), await addPlayerWithHeldDeposit(site.deps, 1_000)];
  await enter(winner, 500);
  await enter(loser, 500);
  expect(stakes.map(({ heldParts }) => heldParts.map(({ amount }) => amount))).toEqual([[], [500]]);
  await payOut(winner, { each: 950, rake: 50 });
  expect(stakes.map(({ heldParts }) => heldParts)).toEqual([[], []]);
  const holds = await site.deps.db.sql<{ amount: number }>`select amount from holds where player_id = ${winner}`;
  expect(holds).toEqual([{ amount: 450 }]);
});

test('subtracts a refund from the counters of limits, and of a payout only what was not lost', async () => {
  const player = await addRichPlayer();
  const { sql } = site.deps.db;
  await sql`insert into safer_play (player_id, has_limits) values (${player}, true)`;
  await sql`
    insert into play_limits (player_id, kind, period, allowed)
    values (${player}, 'wager', 'day', 900), (${player}, 'loss', 'day', 900)`;
  const used = async () =>
    (await sql<{ used: number }>`select used from play_limit_uses where player_id = ${player} order by kind`).map(
      (row) => row.used,
    );
  await enter(player, 300);
  expect(await used()).toEqual([300, 300]);
  await refund();
  expect(await used()).toEqual([0, 0]);
  stakes = [];
  await enter(player, 300);
  await payOut(player, { each: 285, rake: 15 });
  expect(await used()).toEqual([15, 300]);
  await expect(enter(player, 601)).rejects.toMatchObject({ code: 'limit_reached' });
});

test('refuses a free entry to a player who may not wager, and moves nothing', async () => {
  const player = await addRichPlayer();
  await enter(player, 0);
  expect(await lines()).toEqual([]);
  await site.deps.db.sql`
    insert into safer_play (player_id, break_until) values (${player}, now() + interval '1 day')`;
  await expect(enter(player, 0)).rejects.toMatchObject({ code: 'on_break' });
});
