import { potShares, type Team } from '@karat/rules/rooms';
import { expect, vi } from 'vitest';
import type { Db } from '#db/db.ts';
import type { PickOrigin } from './betting-clients.ts';
import { type DuelClients, sendRoomCallUntilAnswered } from './duel-clients.ts';

const ELO_START = 1_000;
/** Refusals that other players can cause: the room filled, started or ended in the meantime. */
const EXPECTED_REFUSALS = ['room_full', 'room_started', 'room_over'];

type Seat = {
  readonly id: number;
  readonly playerId: number;
  readonly team: Team;
  readonly stake: number;
  readonly hasLeft: boolean;
  readonly payout: number | null;
  readonly eloChange: number | null;
};
export type EndedRoom = {
  readonly id: number;
  readonly state: 'MATCH_FINISHED' | 'MATCH_CANCELLED';
  readonly winner: Team | null;
  readonly reason: string | null;
  readonly seats: readonly Seat[];
};

/** Waits until every room has ended and has released its game server. */
async function untilAllOver({ sql }: Db): Promise<void> {
  await vi.waitUntil(
    async () => {
      const open = await sql`
        select from rooms where ended_at is null or (server_id is not null and released_at is null)`;
      return open.length === 0;
    },
    { timeout: 90_000, interval: 100 },
  );
}

function selectRooms({ sql }: Db): Promise<EndedRoom[]> {
  return sql<EndedRoom>`
    select id, state, winner, end_reason as reason, (
      select coalesce(json_agg(json_build_object(
        'id', room_seats.id, 'playerId', player_id, 'team', team, 'stake', stake, 'hasLeft', left_at is not null,
        'payout', payout, 'eloChange', elo_after - elo_before) order by room_seats.id), '[]')
      from room_seats where room_id = rooms.id) as seats
    from rooms order by id`;
}

type LedgerRow = {
  readonly type: string;
  readonly reference: string;
  readonly playerId: number | null;
  readonly amount: number;
};

/** Ledger rows that follow from a room: each stake enters once and leaves once, as a refund or as part of a payout. */
function ledgerRowsOf({ id, state, winner, seats }: EndedRoom): LedgerRow[] {
  const stayed = seats.filter(({ hasLeft }) => !hasLeft);
  const pot = stayed.reduce((sum, { stake }) => sum + stake, 0);
  const shares = potShares(pot, stayed.filter(({ team }) => team === winner).length || 1);
  const ledgerRows = seats.flatMap((seat): LedgerRow[] => {
    const { playerId, stake } = seat;
    const isBack = seat.hasLeft || state === 'MATCH_CANCELLED';
    const isWon = !isBack && seat.team === winner;
    return [
      { type: 'ROOM_ENTRY', reference: `entry:seat:${seat.id}`, playerId, amount: -stake },
      { type: 'ROOM_REFUND', reference: `refund:seat:${seat.id}`, playerId, amount: isBack ? stake : 0 },
      { type: 'ROOM_WIN', reference: `result:room:${id}:${seat.id}`, playerId, amount: isWon ? shares.each : 0 },
    ];
  });
  const rake = state === 'MATCH_FINISHED' ? shares.rake : 0;
  ledgerRows.push({ type: 'ROOM_WIN', reference: `rake:room:${id}`, playerId: null, amount: rake });
  return ledgerRows.filter(({ amount }) => amount !== 0);
}

const textsOf = (rows: readonly object[]): string[] => rows.map((row) => JSON.stringify(row)).toSorted();

async function expectLedger({ sql }: Db, rooms: readonly EndedRoom[]): Promise<LedgerRow[]> {
  const ledgerRows = rooms.flatMap(ledgerRowsOf);
  const found = await sql<LedgerRow>`
    select type, reference, player_id as "playerId", amount from ledger where type like 'ROOM%'`;
  expect(textsOf(found)).toEqual(textsOf(ledgerRows));
  const unpaid = await sql`
    select account from (
      select account, -amount as amount from ledger union all select to_account, amount from ledger
    ) as side where account like 'room:%' group by account having sum(amount) <> 0`;
  expect(unpaid).toEqual([]);
  return ledgerRows;
}

async function expectBalances({ sql }: Db, ledgerRows: readonly LedgerRow[], startBalance: number): Promise<void> {
  const rows = await sql<{ id: number; balance: number }>`
    select player_id as id, balance from wallets join players on players.id = player_id
    where not is_sandbox and role = 'user'`;
  const balances = new Map(rows.map(({ id }) => [id, startBalance]));
  for (const { playerId, amount } of ledgerRows) {
    if (playerId !== null) balances.set(playerId, balances.get(playerId)! + amount);
  }
  expect(new Map(rows.map(({ id, balance }) => [id, balance]))).toEqual(balances);
}

/** Checks that each finished match changed its players' ratings once, with a sum of zero, and that no other room did. */
async function expectRatings({ sql }: Db, rooms: readonly EndedRoom[]): Promise<void> {
  const [elo, matches] = [new Map<number, number>(), new Map<number, number>()];
  const results: object[] = [];
  for (const { id, state, winner, seats } of rooms) {
    const stayed = seats.filter(({ hasLeft }) => !hasLeft);
    const changes = stayed.map(({ eloChange }) => eloChange);
    if (state === 'MATCH_CANCELLED') expect([id, changes.filter((change) => change !== null)]).toEqual([id, []]);
    else {
      expect([id, changes.reduce<number>((sum, change) => sum + change!, 0), changes.includes(null)]).toEqual([
        id,
        0,
        false,
      ]);
      for (const { playerId, team, stake, payout, eloChange } of stayed) {
        elo.set(playerId, (elo.get(playerId) ?? ELO_START) + eloChange!);
        matches.set(playerId, (matches.get(playerId) ?? 0) + 1);
        results.push({ playerId, reference: id, isWon: team === winner, amount: stake, payout });
      }
    }
  }
  const played = await sql<{ id: number; elo: number; matches: number }>`
    select id, elo, total_matches as matches from players where elo <> ${ELO_START} or total_matches > 0`;
  expect(textsOf(played)).toEqual(
    textsOf([...matches].map(([id, count]) => ({ id, elo: elo.get(id), matches: count }))),
  );
  const games = await sql<object>`
    select player_id as "playerId", reference, is_won as "isWon", amount, payout from game_results where game = 'duel'`;
  expect(textsOf(games)).toEqual(textsOf(results));
}

/** Checks that every acknowledged seat exists, and that all refusals are expected ones. */
function expectAcknowledgedSeats({ replies: answers }: DuelClients, rooms: readonly EndedRoom[]): void {
  const refused = answers.filter(({ status }) => status !== 200);
  const unfair = refused.filter(({ text }) => !EXPECTED_REFUSALS.some((code) => text.includes(`"code":"${code}"`)));
  expect(unfair.map(({ path, status, text }) => ({ path, status, text }))).toEqual([]);
  const sat = new Set(rooms.flatMap(({ id, seats }) => seats.map(({ playerId }) => `${id}:${playerId}`)));
  for (const { player, path, status, text } of answers) {
    if (status !== 200 || !/create|join/.test(path)) continue;
    const roomId = path.split('/')[3] ?? (JSON.parse(text) as { roomId: number }).roomId;
    expect(sat).toContain(`${roomId}:${player.id}`);
  }
}

/** Checks that no player is stuck in an ended room: each creates another room and leaves it. */
async function expectAllCanJoin(anyOrigin: PickOrigin, { players }: DuelClients): Promise<void> {
  const body = { map: 'awp_lego', player_count: '1v1', server_location: 'tokyo', ticketPrice: 7 };
  for (const player of players) {
    const opened = await sendRoomCallUntilAnswered(anyOrigin, { player, path: '/room/createGameRoom', body });
    expect([opened.status, opened.text]).toEqual([200, expect.stringContaining('roomId')]);
    const { roomId } = JSON.parse(opened.text) as { roomId: number };
    expect((await sendRoomCallUntilAnswered(anyOrigin, { player, path: `/room/leaveGameRoom/${roomId}` })).status).toBe(
      200,
    );
  }
}

type FinishedRun = {
  readonly db: Db;
  readonly anyOrigin: PickOrigin;
  readonly clients: DuelClients;
  readonly startBalance: number;
};

/** Call it after the clients have stopped. Checks that every stake was paid or refunded once and every match counted once. */
export async function expectDuelsAccounted({
  db,
  anyOrigin,
  clients,
  startBalance,
}: FinishedRun): Promise<EndedRoom[]> {
  await untilAllOver(db);
  await expectAllCanJoin(anyOrigin, clients);
  await untilAllOver(db);
  const rooms = await selectRooms(db);
  expectAcknowledgedSeats(clients, rooms);
  const ledgerRows = await expectLedger(db, rooms);
  await expectBalances(db, ledgerRows, startBalance);
  await expectRatings(db, rooms);
  return rooms;
}
