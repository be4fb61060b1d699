import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '#db/db.ts';
import { drawNumber } from '#features/fairness/fairness.ts';
import { findBrokenInvariants } from '#testing/broken-invariants.ts';
import { createBooksFixture, type BooksFixture } from '#testing/books-fixture.ts';
import { endMonthIn } from '#testing/month-border.ts';
import { checkBooks } from './audits.ts';
import { marketInvariants } from './market-invariants.ts';
import { matchInvariants } from './match-invariants.ts';
import { roomInvariants } from './room-invariants.ts';
import { tradeInvariants } from './trade-invariants.ts';

let books: BooksFixture;
beforeAll(async () => {
  books = await createBooksFixture();
  await books.dropConstraints();
});
afterAll(() => books.close());

type Break = [name: string, how: string, damage: (sql: Sql) => Promise<unknown>];

const bill = (sql: Sql, amount: number, playerId: number) =>
  sql`update ledger set player_id = ${playerId} where type = 'ROULETTE_BET' and amount = ${amount}`;

/** A payment for the bet with this stake, as if it were correct. */
const pay = (sql: Sql, type: 'ROULETTE_WIN' | 'ROULETTE_REFUND', stake: number) => sql`
  insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
  select ${type}, case ${type} when 'ROULETTE_WIN' then 'settle:bet:' else 'refund:bet:' end || id, player_id,
         case ${type} when 'ROULETTE_WIN' then 'house:roulette' else 'round:' || round_id end, amount, 0, amount
  from roulette_bets where amount = ${stake}`;

/** Adds a game of a round in which the player staked 140 or 30. */
const addGame = (sql: Sql, roundId: number) => sql`
  insert into game_results (player_id, game, reference, is_won, amount, payout)
  select ${books.playerId}, 'roulette', id, win_amount > amount, amount, win_amount
  from roulette_rounds where id = ${roundId}`;

/** Sets a salt that draws another number for the first round; one salt in fifteen draws the same. */
async function exchangeSalt(sql: Sql): Promise<unknown> {
  const [drawn] = await sql<{ seed: string; beacon: string; k: number; number: number }>`
    select seed, beacon, k, winner_number as number from roulette_rounds where seed is not null order by id limit 1`;
  const { number, ...round } = drawn!;
  const salt = Array.from({ length: 100 }, (_, index) => `another ${index}`).find(
    (each) => drawNumber({ ...round, salt: each }) !== number,
  );
  return sql`update roulette_chains set salt = ${salt!}`;
}

/** Turns the welcome diamonds of a player into an allowance of today, and the player into a sandbox player. */
const payAllowance = (sql: Sql, { isSandbox = true, account = 'house:promo', day = 'YYYY-MM-DD' } = {}) => sql`
  with marked as (update players set is_sandbox = ${isSandbox} where id = ${books.playerId})
  update ledger set type = 'SANDBOX_ALLOWANCE', account = ${account},
         reference = 'allowance:' || player_id || ':' || to_char(created_at at time zone 'UTC', ${day})
  where type = 'WELCOME' and player_id = ${books.playerId}`;

async function setSiteKind(sql: Sql, kind: 'sandbox' | 'real'): Promise<void> {
  await sql`insert into site_mode (kind, residents_on) values (${kind}, false)
            on conflict (is_only_row) do update set kind = ${kind}`;
}

const breaks: Break[] = [
  [
    'L1',
    'an opening was paid in two months',
    async (sql) => {
      await endMonthIn(sql, 'ledger');
      await sql`
        insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance, created_at)
        select type, reference, player_id, account, amount, old_balance, new_balance, clock_timestamp()
        from ledger where type = 'CASE_OPEN' limit 1`;
    },
  ],
  ['L2', 'there are totals without a seal', (sql) => sql`insert into sealed_accounts values ('house:cases', 5)`],
  [
    'P1',
    'an allowance was paid to a person',
    async (sql) => {
      await setSiteKind(sql, 'sandbox');
      await payAllowance(sql, { isSandbox: false });
    },
  ],
  [
    'P1',
    'an allowance came from another account',
    async (sql) => {
      await setSiteKind(sql, 'sandbox');
      await payAllowance(sql, { account: 'house:cases' });
    },
  ],
  [
    'P1',
    'an allowance has the reference of another day',
    async (sql) => {
      await setSiteKind(sql, 'sandbox');
      await payAllowance(sql, { day: '"2001-01-01"' });
    },
  ],
  [
    'P2',
    'an allowance was paid on a real site',
    async (sql) => {
      await setSiteKind(sql, 'real');
      await payAllowance(sql);
    },
  ],
  ['I1', 'a ledger row changes its amount', (sql) => sql`update ledger set amount = amount + 1 where type = 'WELCOME'`],
  ['I2', 'a ledger row loses a side', (sql) => sql`update ledger set player_id = null where type = 'WELCOME'`],
  ['I3', 'a wallet gains without a ledger row', (sql) => sql`update wallets set balance = balance + 1`],
  ['I3', 'a ledger row is deleted', (sql) => sql`delete from ledger where type = 'QUICK_SELL'`],
  [
    'I4',
    'a ledger row is changed in the middle',
    (sql) => sql`update ledger set old_balance = old_balance + 5, new_balance = new_balance + 5 where type = 'WELCOME'`,
  ],
  ['I4', 'a wallet gains without a ledger row', (sql) => sql`update wallets set balance = balance + 1`],
  [
    'I5',
    'a wallet falls below zero',
    (sql) => sql`update wallets set balance = -1 where player_id = ${books.playerId}`,
  ],
  [
    'I6',
    'a wallet counts its rows wrongly',
    (sql) => sql`update wallets set version = version + 1 where player_id = ${books.playerId}`,
  ],
  [
    'I7',
    'a ledger row has three sides',
    (sql) => sql`update ledger set to_account = 'house:rake' where type = 'WELCOME'`,
  ],
  [
    'I8',
    'a wallet was once below zero',
    (sql) => sql`update ledger set old_balance = -5, amount = amount + 5 where type = 'WELCOME'`,
  ],
  ['I12', 'an opening was never paid', (sql) => sql`delete from ledger where reference = ${`open:${books.ownedId}`}`],
  [
    'I12',
    'an opening was paid by another player',
    (sql) => sql`update ledger set player_id = ${books.staffId} where reference = ${`open:${books.ownedId}`}`,
  ],
  ['I12', 'an opening gave nothing', (sql) => sql`delete from inventory where id = ${books.ownedId}`],
  ['I12', 'an opening gave another item', (sql) => sql`update inventory set item_id = 0 where id = ${books.ownedId}`],
  ['I12', 'a version changes its price afterwards', (sql) => sql`update case_versions set price = price + 1`],
  ['I13', 'a debit has no opening', (sql) => sql`delete from openings where id = ${books.lastId}`],
  [
    'I13',
    'a debit has an invalid reference',
    (sql) => sql`update ledger set reference = 'open:nothing' where reference = ${`open:${books.lastId}`}`,
  ],
  [
    'I13',
    'an item has no opening',
    (sql) => sql`
      insert into inventory (id, player_id, item_id, quick_sell_price)
      values (nextval('inventory_ids'), ${books.playerId}, ${books.itemIds[0]}, 900)`,
  ],
  ['I14', 'a sold item is owned again', (sql) => sql`update inventory set state = 'OWNED' where id = ${books.soldId}`],
  ['I14', 'an item is sold for nothing', (sql) => sql`update inventory set state = 'SOLD' where id = ${books.ownedId}`],
  [
    'I14',
    'a sale paid more than the copied price',
    (sql) => sql`update inventory set quick_sell_price = quick_sell_price - 1 where id = ${books.soldId}`,
  ],
  [
    'I14',
    'a sale refers to no item',
    (sql) => sql`update ledger set reference = 'sell:999999' where reference = ${`sell:${books.soldId}`}`,
  ],
  ['I16', 'a roll is hidden', (sql) => sql`delete from openings where nonce = 1`],
  ['I16', 'the first roll is hidden', (sql) => sql`delete from openings where nonce = 0`],
  ['I16', 'the last roll is hidden', (sql) => sql`delete from openings where nonce = 2`],
  ['I16', 'a roll is left out', (sql) => sql`update wallets set nonce = nonce + 1 where player_id = ${books.playerId}`],
  ['I17', 'a reward was paid without a completion', (sql) => sql`delete from mission_completions`],
  ['I17', 'an unclaimed reward was paid', (sql) => sql`update mission_completions set claimed_at = null`],
  ['I17', 'a claim was never paid', (sql) => sql`delete from ledger where type = 'MISSION_REWARD'`],
  ['I17', 'a claim was paid less than promised', (sql) => sql`update mission_completions set reward = reward + 1`],
  [
    'I17',
    'a claim was paid to another player',
    (sql) => sql`update ledger set player_id = ${books.staffId} where type = 'MISSION_REWARD'`,
  ],
  [
    'I17',
    'a reward came from another account',
    (sql) => sql`update ledger set account = 'house:promo' where type = 'MISSION_REWARD'`,
  ],
  [
    'I17',
    'a reward refers to no completion',
    (sql) => sql`update ledger set reference = 'mission:1:1:2026-99-99' where type = 'MISSION_REWARD'`,
  ],
  ['I18', 'diamonds appear', (sql) => sql`update wallets set balance = balance + 1 where player_id = ${books.staffId}`],
  ['A1', 'an adjustment has another amount', (sql) => sql`update adjustments set amount = 49`],
  ['A1', 'a ledger row has no adjustment', (sql) => sql`delete from adjustments`],
  ['A2', 'an adjustment above its limit had no approval', (sql) => sql`update adjustments set approval_above = 49`],
  [
    'A2',
    'small adjustments came to more than the limit in a day',
    (sql) => sql`
      insert into adjustments (player_id, amount, reason, actor_id, approval_above)
      select player_id, 60, 'again', actor_id, 100 from adjustments`,
  ],
  [
    'A2',
    'an adjustment was made by a waiting request',
    (sql) => sql`
      with request as (
        insert into adjustment_requests (player_id, amount, reason, requested_by)
        select player_id, amount, reason, actor_id from adjustments returning id
      )
      update adjustments set request_id = request.id from request`,
  ],
  [
    'A2',
    'an approved request was applied with another amount',
    (sql) => sql`
      with request as (
        insert into adjustment_requests (player_id, amount, reason, requested_by, state, decided_by, decided_at)
        select player_id, amount + 1, reason, player_id, 'approved', actor_id, now() from adjustments returning id
      )
      update adjustments set request_id = request.id from request`,
  ],
  [
    'A2',
    'an approved request was never applied',
    (sql) => sql`
      insert into adjustment_requests (player_id, amount, reason, requested_by, state, decided_by, decided_at)
      select ${books.playerId}, 500, 'a prize', ${books.playerId}, 'approved', ${books.staffId}, now()`,
  ],
  [
    'A2',
    'small adjustments of one admin for several players came to more than the limit in a day',
    (sql) => sql`
      insert into adjustments (player_id, amount, reason, actor_id, approval_above, is_counted_by_actor)
      select player_id + 1000, 60, 'again', actor_id, 100, true from adjustments`,
  ],
  ['A2', 'an admin adjusted their own balance', (sql) => sql`update adjustments set actor_id = player_id`],
  [
    'A2',
    'an unapproved price and an adjustment came to more than the limit in a day',
    (sql) => sql`
      insert into unapproved_credits (actor_id, kind, subject_id, amount, approval_above)
      select actor_id, 'price', 1, 60, 100 from adjustments`,
  ],
  [
    'A2',
    'an unapproved mission paid and its admin was not charged',
    (sql) => sql`
      update missions set unapproved_by = ${books.staffId}, charged_to = ${books.staffId},
             unapproved_since = now() - interval '1 hour'`,
  ],
  [
    'A2',
    'an admin was charged for a mission that paid nothing',
    (sql) => sql`
      insert into unapproved_credits (actor_id, kind, subject_id, reference, amount, approval_above)
      values (${books.staffId}, 'mission', 1, 'mission:1:1:1970-01-01', 60, 1000000)`,
  ],
  ['R1', 'an opening has no player', (sql) => sql`update openings set player_id = 404 where nonce = 1`],
  ['R1', 'an opening has no version', (sql) => sql`update openings set version_id = 404 where nonce = 1`],
  ['R1', 'an opening rolled with no seed', (sql) => sql`update openings set seed_id = 404`],
  ['R2', 'an item has no owner', (sql) => sql`update inventory set player_id = 404 where id = ${books.ownedId}`],
  ['R2', 'an item is none', (sql) => sql`update inventory set item_id = 404 where id = ${books.ownedId}`],
  ['R3', 'a wallet is gone', (sql) => sql`delete from wallets where player_id = ${books.playerId}`],
  [
    'R3',
    'a wallet has an unknown seed',
    (sql) => sql`update wallets set seed_id = 404 where player_id = ${books.playerId}`,
  ],
  ['R4', 'a published table changes', (sql) => sql`update case_versions set canon = replace(canon, '4000', '4001')`],
  [
    'R4',
    'drops differ from what is published',
    (sql) => sql`update case_drops set tickets = tickets + 1 where item_id = ${books.itemIds[0]}`,
  ],
  ['R4', 'a case asks another price than its version', (sql) => sql`update cases set price = price + 1`],
  ['R4', 'a case offers no version', (sql) => sql`update cases set version_id = 404`],
  ['R5', 'a ticket gave the wrong item', (sql) => sql`update openings set ticket = 9999 - ticket`],
  ['R6', 'a completed mission is none', (sql) => sql`update mission_completions set mission_id = 404`],
  ['R6', 'a completion has no player', (sql) => sql`update mission_completions set player_id = 404`],
  [
    'I10',
    'an open round has lost a stake',
    (sql) => sql`update ledger set account = 'round:3' where account = 'round:4'`,
  ],
  ['I10', 'a settled round keeps the stakes', (sql) => sql`delete from ledger where reference = 'close:round:1'`],
  ['I10', 'a refund came from elsewhere', (sql) => sql`update ledger set account = 'round:1' where amount = 30`],
  ['I10', 'an unknown round holds diamonds', (sql) => sql`update ledger set account = 'round:x' where amount = 75`],
  ['I11', 'a bet was never paid for', (sql) => sql`delete from ledger where type = 'ROULETTE_BET' and amount = -40`],
  ['I11', 'a bet was paid for by another', (sql) => bill(sql, -40, books.staffId)],
  ['I11', 'a bet cost another amount', (sql) => sql`update ledger set amount = -41 where amount = -40`],
  ['I11', 'a bet was paid into another round', (sql) => sql`update ledger set account = 'round:2' where amount = -40`],
  ['I11', 'a winner was not paid', (sql) => sql`delete from ledger where type = 'ROULETTE_WIN'`],
  [
    'I11',
    'a winner was paid too much',
    (sql) => sql`update ledger set amount = amount + 1 where type = 'ROULETTE_WIN'`,
  ],
  [
    'I11',
    'a winner was paid by the round',
    (sql) => sql`update ledger set account = 'round:1' where type = 'ROULETTE_WIN'`,
  ],
  ['I11', 'a loser was paid', (sql) => pay(sql, 'ROULETTE_WIN', 40)],
  ['I11', 'a bet was paid before its round was over', (sql) => pay(sql, 'ROULETTE_WIN', 20)],
  ['I11', 'a settled bet was given back', (sql) => pay(sql, 'ROULETTE_REFUND', 40)],
  ['I11', 'a stake was not given back', (sql) => sql`delete from ledger where type = 'ROULETTE_REFUND'`],
  ['I22', 'a running total is too small', (sql) => sql`update roulette_stakes set red_bets = red_bets - 1`],
  ['I22', 'a player has no running total', (sql) => sql`delete from roulette_stakes`],
  ['I11', 'a stake has no bet', (sql) => sql`delete from roulette_bets where amount = 20`],
  ['I11', 'a stake names nothing', (sql) => sql`update ledger set reference = 'bet:404' where amount = -20`],
  [
    'I11',
    'the close of a round refers to no round',
    (sql) => sql`update ledger set reference = 'close:round:404' where reference = 'close:round:1'`,
  ],
  [
    'I11',
    'the close of a round went to another account',
    (sql) => sql`update ledger set to_account = 'house:rake' where reference = 'close:round:1'`,
  ],
  ['I11', 'another kind of line fed a round', (sql) => sql`update ledger set account = 'round:4' where amount = 75`],
  ['I19', 'a round miscounted its bets', (sql) => sql`update roulette_rounds set bet_count = 3 where id = 1`],
  ['I19', 'a round says another amount', (sql) => sql`update roulette_rounds set amount = amount - 1 where id = 2`],
  ['I19', 'a round says another win', (sql) => sql`update roulette_rounds set win_amount = 0 where id = 1`],
  ['I19', 'a bet came in after the end', (sql) => sql`update roulette_bets set round_id = 3 where amount = 20`],
  ['G1', 'a game result is missing', (sql) => sql`delete from game_results`],
  ['G1', 'a game tells another cost', (sql) => sql`update game_results set amount = amount + 1`],
  ['G1', 'a game tells another payout', (sql) => sql`update game_results set payout = payout + 1`],
  ['G1', 'a game that won tells that it lost', (sql) => sql`update game_results set is_won = not is_won`],
  ['G1', 'a game is recorded twice', (sql) => addGame(sql, 1)],
  ['G1', 'a refunded round is recorded as a game', (sql) => addGame(sql, 2)],
  ['F1', 'a seed was exchanged', (sql) => sql`update roulette_rounds set seed = ${books.wheel.seedOf(2)} where id = 3`],
  [
    'F1',
    'seed and hash of a first round were both replaced',
    (sql) => sql`
      update roulette_rounds set seed = 'mine', hash = encode(sha256('mine'), 'hex') where id = 1`,
  ],
  [
    'F1',
    'a later round has another hash',
    (sql) => sql`update roulette_rounds set hash = encode(sha256('mine'), 'hex') where id = 4`,
  ],
  ['F1', 'a link was left out', (sql) => sql`update roulette_rounds set k = 3 where id = 4`],
  ['F2', 'a number was chosen', (sql) => sql`update roulette_rounds set winner_number = (winner_number + 1) % 15`],
  ['F2', 'a salt was exchanged', exchangeSalt],
  ['F2', 'a salt is gone', (sql) => sql`update roulette_chains set salt = null, salted_at = null`],
  ['R7', 'a bet has no player', (sql) => sql`update roulette_bets set player_id = 404 where amount = 40`],
  ['R7', 'a bet is of no round', (sql) => sql`update roulette_bets set round_id = 404 where amount = 40`],
  ['R7', 'a round is hidden', (sql) => sql`delete from roulette_rounds where id = 3`],
  ['S1', 'an act of staff is rewritten', (sql) => sql`update staff_actions set reason = 'another'`],
];

const otherInvariants = [...roomInvariants, ...matchInvariants, ...marketInvariants, ...tradeInvariants];

const brokenInvariants = (breakBooks: (sql: Sql) => Promise<unknown>): Promise<string[]> =>
  findBrokenInvariants(books.db, breakBooks);

test('reports nothing for unbroken books', async () => {
  expect(await brokenInvariants(() => Promise.resolve())).toEqual([]);
});

test.each(breaks)('%s reports when %s', async (name, _, damage) => {
  expect(await brokenInvariants(damage)).toContain(name);
});

test('every invariant has a test that breaks it, here or in the tests of rooms, market and trades', async () => {
  const { findings } = await books.db.snapshot((sql) => checkBooks(sql, 'full'));
  const shown = new Set([...breaks.map(([name]) => name), ...otherInvariants.map(({ name }) => name)]);
  expect(findings.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
});
