import type { Welcome } from '@karat/contract/welcome';
import type { Sql } from '#db/db.ts';

/** An opening counts once it is older than `revealMs`, because the step names its item. */
export async function selectWelcome(
  sql: Sql,
  { playerId, revealMs }: { playerId: number; revealMs: number },
): Promise<Welcome> {
  const [row] = await sql<Welcome>`
    select welcome_dismissed_at is not null as "isDismissed",
           (select amount from ledger where type = 'WELCOME' and reference = 'welcome:' || players.id) as amount,
           (select market_hash_name from openings join items on items.id = item_id
            where player_id = players.id and openings.created_at <= now() - ${revealMs} * interval '1 millisecond'
            order by openings.id limit 1) as "firstItem",
           exists (select from roulette_bets where player_id = players.id) as "hasBet",
           total_matches > 0 as "hasPlayed"
    from players where id = ${playerId}`;
  return row!;
}

export async function updateDismissed(sql: Sql, playerId: number): Promise<void> {
  await sql`update players set welcome_dismissed_at = now() where id = ${playerId} and welcome_dismissed_at is null`;
}
