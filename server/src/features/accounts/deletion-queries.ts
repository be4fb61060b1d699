import type { Sql } from '#db/db.ts';

/** Reasons why an account cannot be deleted now. */
export type DeletionBlockers = {
  readonly isStaff: boolean;
  readonly isFlagged: boolean;
  readonly isSeated: boolean;
  readonly hasBet: boolean;
  readonly hasOffer: boolean;
};

/** Until the transaction ends, this player cannot sign in, take a seat or create a trade offer. */
export async function lockPlayer(sql: Sql, playerId: number): Promise<void> {
  await sql`select from players where id = ${playerId} for update`;
}

export async function selectDeletionBlockers(sql: Sql, playerId: number): Promise<DeletionBlockers> {
  const [business] = await sql<DeletionBlockers>`
    select staff_role is not null as "isStaff", flagged_at is not null as "isFlagged",
           exists (select from room_seats where player_id = ${playerId} and is_active) as "isSeated",
           exists (select from roulette_rounds as round join roulette_stakes as stake on stake.round_id = round.id
                   where round.state in ('BETTING', 'ROLLING', 'SETTLING') and stake.player_id = ${playerId}) as "hasBet",
           exists (select from trade_offers where player_id = ${playerId}
                   and (check_at is not null or state = 'AWAITING_APPROVAL')) as "hasOffer"
    from players where id = ${playerId}`;
  return business!;
}

/** Returns the ids of the deleted messages, newest last. */
export async function deleteChatMessages(sql: Sql, playerId: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    delete from chat_messages where player_id = ${playerId} returning id`;
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

/** Deletes personal data outside the account row. */
export async function deletePersonalData(sql: Sql, playerId: number): Promise<void> {
  await sql`delete from known_devices where player_id = ${playerId}`;
  await sql`delete from sign_ins where player_id = ${playerId}`;
  await sql`
    delete from sandbox_emails using emails
    where emails.delivery_id = sandbox_emails.delivery_id and emails.player_id = ${playerId}`;
  await sql`delete from email_links where player_id = ${playerId}`;
  await sql`
    delete from password_reset_requests using players
    where players.id = ${playerId} and password_reset_requests.email_key = players.email_key`;
  await sql`delete from emails where player_id = ${playerId}`;
  await sql`delete from player_notes where player_id = ${playerId}`;
  await sql`delete from notifications where player_id = ${playerId}`;
  await sql`delete from request_keys where player_id = ${playerId}`;
  await sql`delete from hidden_players where player_id = ${playerId} or hidden_id = ${playerId}`;
  await sql`delete from chat_mutes where player_id = ${playerId}`;
  await sql`delete from profile_privacy where player_id = ${playerId}`;
  await sql`update trade_offers set steam_id = '', trade_token = '' where player_id = ${playerId}`;
  await sql`
    update match_events set payload = replace(payload::text, steam_id, '0')::jsonb
    from players join room_seats on room_seats.player_id = players.id
    where players.id = ${playerId} and steam_id is not null and match_events.room_id = room_seats.room_id`;
}

/** Keeps the id and the books. No player can choose the new name or take its key. */
export async function updateToDeleted(sql: Sql, playerId: number): Promise<void> {
  await sql`
    update players
    set username = 'deleted-' || id, username_key = 'deleted:' || id, email = null, email_key = null, email_verified_at = null,
        password_hash = null, steam_id = null, avatar = null, trade_token = null, last_language = null, state = 'deleted', deleted_at = now()
    where id = ${playerId}`;
}
