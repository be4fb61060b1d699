import type { Breach, Invariant } from './invariant.ts';

/** Invariants of diamonds that only a sandbox gives away. */
export const sandboxInvariants: readonly Invariant[] = [
  {
    name: 'P1',
    statement: 'every allowance went to a sandbox player, by the reference of its day',
    rowKind: 'movements',
    findBreaches: (sql, from) => sql<Breach>`
      with line as (
        select id, player_id, account, amount, reference, created_at from ledger
        where id > ${from.ledgerId} and type = 'SANDBOX_ALLOWANCE'
      )
      select 'line ' || line.id as detail from line left join players on players.id = player_id
      where players.is_sandbox is not true or account <> 'house:promo' or amount <= 0
        or reference <> 'allowance:' || player_id || ':' || to_char(line.created_at at time zone 'UTC', 'YYYY-MM-DD')
      order by line.id limit 100`,
  },
  {
    name: 'P2',
    statement: 'a site that is not a sandbox pays no allowance',
    rowKind: 'movements',
    findBreaches: (sql, from) => sql<Breach>`
      select 'line ' || ledger.id as detail
      from ledger left join site_mode on true
      where ledger.id > ${from.ledgerId} and type = 'SANDBOX_ALLOWANCE'
        and (kind is distinct from 'sandbox') and ledger.created_at > coalesce(left_sandbox_at, '-infinity')
      order by ledger.id limit 100`,
  },
];
