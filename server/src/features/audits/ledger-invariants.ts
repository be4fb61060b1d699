import type { Breach, Invariant } from './invariant.ts';

/** Invariants of the ledger alone. The player's side of a ledger row is `amount`, the side of its account `-amount`. */
export const ledgerInvariants: readonly Invariant[] = [
  {
    name: 'I1',
    statement: 'the sides of every movement sum to zero',
    rowKind: 'movements',
    findBreaches: (sql, from) => sql<Breach>`
      select 'line ' || id as detail from ledger
      where id > ${from.ledgerId}
        and (amount = 0 or player_id is not null and new_balance - old_balance is distinct from amount)
      order by id limit 100`,
  },
  {
    name: 'I2',
    statement: 'the whole ledger sums to zero',
    rowKind: 'movements',
    isFullOnly: true,
    findBreaches: (sql) => sql<Breach>`
      select 'sum ' || sum(side) as detail from (
        select -amount as side from open_ledger
        union all select amount from open_ledger where player_id is not null
        union all select amount from open_ledger where to_account is not null
      ) as sides
      having sum(side) <> 0`,
  },
  {
    name: 'I3',
    statement: 'every wallet holds the sum of its movements',
    rowKind: 'wallets',
    isFullOnly: true,
    findBreaches: (sql) => sql<Breach>`
      select 'wallet ' || wallets.player_id || ' holds ' || balance || ', moved ' || coalesce(sealed.amount, 0) + coalesce(moved, 0)
               as detail
      from wallets left join (
        select player_id, sum(amount) as moved from open_ledger where player_id is not null group by player_id
      ) as lines on lines.player_id = wallets.player_id
      left join sealed_wallets as sealed on sealed.player_id = wallets.player_id
      where balance <> coalesce(sealed.amount, 0) + coalesce(moved, 0) order by wallets.player_id limit 100`,
  },
  {
    name: 'I4',
    statement: 'every movement begins where the one before it ended, and the last ends at the wallet',
    rowKind: 'movements',
    findBreaches: (sql, from) => sql<Breach>`
      with line as (
        select id, player_id, old_balance, new_balance,
               lag(new_balance) over same as before, lead(id) over same is null as is_last
        from ledger where id > ${from.ledgerId} and player_id is not null
        window same as (partition by player_id order by id)
      )
      select 'line ' || id as detail from line
      -- Compared in pairs, the row before the first new one is found by the index of players. Compared by id alone, the planner
      -- may scan the whole ledger backwards once per player.
      where old_balance is distinct from coalesce(before, (
          select case when earlier.player_id = line.player_id then earlier.new_balance end from ledger as earlier
          where earlier.player_id is not null and (earlier.player_id, earlier.id) < (line.player_id, line.id)
          order by earlier.player_id desc, earlier.id desc limit 1), 0)
        or is_last and new_balance is distinct from (
          select balance from wallets where wallets.player_id = line.player_id)
      order by id limit 100`,
  },
  {
    name: 'I5',
    statement: 'no wallet is below zero',
    rowKind: 'wallets',
    findBreaches: (sql) => sql<Breach>`
      select 'wallet ' || player_id || ' holds ' || balance as detail from wallets
      where balance < 0 order by player_id limit 100`,
  },
  {
    name: 'I6',
    statement: 'every wallet has counted its movements',
    rowKind: 'wallets',
    isFullOnly: true,
    findBreaches: (sql) => sql<Breach>`
      select 'wallet ' || wallets.player_id || ' counted ' || version || ' of ' || coalesce(movements, 0) + coalesce(lines, 0)
               as detail
      from wallets left join (
        select player_id, count(*) as lines from open_ledger where player_id is not null group by player_id
      ) as counted on counted.player_id = wallets.player_id
      left join sealed_wallets as sealed on sealed.player_id = wallets.player_id
      where version <> coalesce(movements, 0) + coalesce(lines, 0) order by wallets.player_id limit 100`,
  },
  {
    name: 'I7',
    statement: 'every movement has two sides',
    rowKind: 'movements',
    findBreaches: (sql, from) => sql<Breach>`
      select 'line ' || id as detail from ledger
      where id > ${from.ledgerId} and ((player_id is null) = (to_account is null) or account = to_account)
      order by id limit 100`,
  },
  {
    name: 'I8',
    statement: 'no wallet has ever been below zero',
    rowKind: 'movements',
    findBreaches: (sql, from) => sql<Breach>`
      select 'line ' || id as detail from ledger
      where id > ${from.ledgerId} and (old_balance < 0 or new_balance < 0) order by id limit 100`,
  },
];
