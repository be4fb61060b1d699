import type { Breach, Invariant } from './invariant.ts';

/** Invariants of rooms: what their seats moved, and the results that players have from their matches. */
export const roomInvariants: readonly Invariant[] = [
  {
    name: 'I9',
    statement: 'a room that is open holds the stakes of its seats, one that is over holds nothing',
    rowKind: 'rooms',
    findBreaches: (sql, from) => sql<Breach>`
      with room as (
        select 'room:' || id as account, (
                 select sum(stake) from room_seats where room_id = rooms.id and left_at is null and ended_at is null) as due
        from rooms where id > ${from.room}
      ), line as (
        select account, to_account, amount from ledger
        where (account like 'room:%' or to_account like 'room:%')
          -- From the first stake in these rooms on.
          and id >= case when ${from.room}::int8 = 0 then 0 else coalesce((
            select min(entry.id) from room_seats
            join ledger as entry on entry.type = 'ROOM_ENTRY' and entry.reference = 'entry:seat:' || room_seats.id
            where room_id > ${from.room}), ${from.ledgerId}) end
      ), moved as (
        select account, -amount as amount from line where account like 'room:%'
        union all
        select to_account, amount from line where to_account like 'room:%'
      ), held as (
        select account, sum(amount) as amount from moved group by account
        having case when account ~ '^room:[0-9]{1,18}$' then substr(account, 6)::int8 > ${from.room} else true end
      ), broken as materialized (
        select account, coalesce(amount, 0) as amount, coalesce(due, 0) as due from room full join held using (account)
        where coalesce(amount, 0) <> coalesce(due, 0)
      )
      select account || ' holds ' || amount || ' of ' || due as detail from broken order by account limit 100`,
  },
  {
    name: 'I20',
    statement: 'every seat was paid for once, and then won, lost or given back, and no line is without its seat',
    rowKind: 'seats',
    findBreaches: (sql, from) => sql<Breach>`
      with seat as (
        select room_seats.id, player_id, stake, ticket_price, room_id, 'room:' || room_id as account, payout,
               left_at is not null or state = 'MATCH_CANCELLED' as is_refunded,
               left_at is null and state = 'MATCH_FINISHED' as is_played, team = winner as is_winner
        from room_seats left join rooms on rooms.id = room_id where room_id > ${from.room}
      ), broken as materialized (
        select seat.id from seat
        left join ledger as entry on entry.type = 'ROOM_ENTRY' and entry.reference = 'entry:seat:' || seat.id
        left join ledger as refund on refund.type = 'ROOM_REFUND' and refund.reference = 'refund:seat:' || seat.id
        left join ledger as win
          on win.type = 'ROOM_WIN' and win.reference = 'result:room:' || seat.room_id || ':' || seat.id
        where stake is distinct from ticket_price or (payout is not null) <> is_played
          or case when stake > 0 then (entry.player_id, entry.account, entry.amount)
                                        is distinct from (seat.player_id, seat.account, -stake)
                  else entry.id is not null end
          or case when stake > 0 and is_refunded then (refund.player_id, refund.account, refund.amount)
                                                        is distinct from (seat.player_id, seat.account, stake)
                  else refund.id is not null end
          or case when is_played and is_winner and payout > 0 then (win.player_id, win.account, win.amount)
                                                     is distinct from (seat.player_id, seat.account, payout)
                  else win.id is not null end
      ), line as (
        select id, type, reference, player_id, account, to_account,
               case when type = 'ROOM_ENTRY' and reference ~ '^entry:seat:[0-9]{1,18}$' then substr(reference, 12)
                    when type = 'ROOM_REFUND' and reference ~ '^refund:seat:[0-9]{1,18}$' then substr(reference, 13)
                    when type = 'ROOM_WIN' and reference ~ '^result:room:[0-9]{1,18}:[0-9]{1,18}$'
                    then split_part(reference, ':', 4) end::int8 as seat_id,
               case when type = 'ROOM_WIN' and reference ~ '^rake:room:[0-9]{1,18}$'
                    then substr(reference, 11) end::int8 as raked_id
        from ledger
        where id > ${from.ledgerId} and (type in ('ROOM_ENTRY', 'ROOM_REFUND', 'ROOM_WIN')
                                     or account like 'room:%' or to_account like 'room:%')
      ), stray as materialized (
        select line.id from line
        left join room_seats as seat on seat.id = seat_id
        left join rooms as raked on raked.id = raked_id
        where (seat.id is not null
               and (type <> 'ROOM_WIN' or reference = 'result:room:' || seat.room_id || ':' || seat.id)) is not true
          and (line.player_id is null and line.account = 'room:' || raked.id and to_account = 'house:rake'
               and raked.state = 'MATCH_FINISHED') is not true
      )
      (select 'seat ' || id as detail from broken order by id limit 100)
      union all
      (select 'line ' || id from stray order by id limit 100)`,
  },
  {
    name: 'R8',
    statement: 'players sit in rooms that are open, and every match had all of its seats',
    rowKind: 'rooms',
    findBreaches: (sql, from) => sql<Breach>`
      with stuck as materialized (
        select room_seats.id from room_seats left join rooms on rooms.id = room_id
        where room_id > ${from.room} and is_active is distinct from (left_at is null and ended_at is null)
      ), taken as (
        select room_id, count(*) filter (where team = 'team1') as team1, count(*) filter (where team = 'team2') as team2
        from room_seats where room_id > ${from.room} and left_at is null group by room_id
      ), short as materialized (
        select id from rooms left join taken on room_id = id
        where id > ${from.room} and state in ('MATCH_STARTING', 'MATCH_ONGOING', 'MATCH_FINISHED')
          and (team1 = team2 and team1 = case player_count when '1v1' then 1 else 2 end) is not true
      )
      (select 'seat ' || id as detail from stuck order by id limit 100)
      union all
      (select 'room ' || id from short order by id limit 100)`,
  },
  {
    name: 'G2',
    statement: 'everybody in a finished match has one game of it, with what it cost and what it paid',
    rowKind: 'rooms',
    isFullOnly: true,
    findBreaches: (sql) => sql<Breach>`
      with played as (
        select room_id, player_id, stake, payout, map, team = winner as is_won
        from room_seats join rooms on rooms.id = room_id where state = 'MATCH_FINISHED' and left_at is null
      ), game as (
        select reference as room_id, player_id, count(*) as games, sum(amount) as amount, sum(payout) as paid,
               bool_and(is_won) as is_recorded_won, min(map) as recorded_map
        from game_results where game = 'duel' group by reference, player_id
      ), broken as materialized (
        select room_id, player_id from played full join game using (room_id, player_id)
        where games is distinct from 1 or amount is distinct from stake or paid is distinct from payout
          or is_recorded_won is distinct from is_won or recorded_map is distinct from map
      )
      select 'room ' || room_id || ' of player ' || player_id as detail
      from broken order by room_id, player_id limit 100`,
  },
  {
    name: 'E2',
    statement:
      'every player has the matches, wins, kills and deaths of their seats, and a person the rating after the last of them',
    rowKind: 'seats',
    isFullOnly: true,
    findBreaches: (sql) => sql<Breach>`
      with played as (
        select room_seats.id, player_id, is_sandbox, kills, deaths, team = winner as is_won, elo_before, elo_after,
               lag(elo_after) over turn as elo_then, lead(room_seats.id) over turn as next_id
        from room_seats join rooms on rooms.id = room_id join players on players.id = player_id
        where rooms.state = 'MATCH_FINISHED' and left_at is null
        window turn as (partition by player_id order by room_seats.id)
      ), total as (
        select player_id, sum(kills) as kills, sum(deaths) as deaths, count(*) filter (where is_won) as wins,
               count(*) as matches, max(elo_after) filter (where next_id is null) as elo
        from played group by player_id
      ), wrong as materialized (
        select id from players left join total on player_id = id
        where (total_kills, total_deaths, total_wins, total_matches)
              <> (coalesce(kills, 0), coalesce(deaths, 0), coalesce(wins, 0), coalesce(matches, 0))
          -- The sandbox gives its players a rating near that of the people they play against.
          or matches > 0 and not is_sandbox and total.elo is distinct from players.elo
      ), torn as materialized (select id from played where elo_then <> elo_before and not is_sandbox)
      (select 'player ' || id as detail from wrong order by id limit 100)
      union all
      (select 'seat ' || id from torn order by id limit 100)`,
  },
];
