import type { Sql } from '#db/db.ts';

type Row = { readonly id: number } & Readonly<Record<string, unknown>>;
type After = { readonly playerId: number; readonly after: number; readonly limit: number };

/** One list of the data export: rows after an id, in rising order. */
export type ExportList = (sql: Sql, from: After) => Promise<Row[]>;

export async function selectAccount(sql: Sql, playerId: number): Promise<object> {
  const [account] = await sql`
    select players.id, username, email, steam_id as "steamId", trade_token as "tradeToken", avatar, role, state, elo,
           total_kills as "totalKills", total_deaths as "totalDeaths", total_wins as "totalWins",
           total_matches as "totalMatches", age_confirmed_at as "ageConfirmedAt", flagged_at as "flaggedAt",
           last_language as language, players.created_at as "createdAt", balance, version as "balanceVersion",
           (select to_jsonb(own) - 'player_id' from profile_privacy as own where player_id = players.id) as "profilePrivacy"
    from players join wallets on player_id = players.id where players.id = ${playerId}`;
  return account!;
}

export async function selectSaferPlay(sql: Sql, playerId: number): Promise<object> {
  const [row] = await sql`
    select (select to_jsonb(own) - 'player_id' from safer_play as own where player_id = ${playerId}) as own,
           (select coalesce(jsonb_agg(to_jsonb(each) - 'player_id'), '[]') from play_limits as each
            where player_id = ${playerId}) as limits,
           (select coalesce(jsonb_agg(to_jsonb(each) - 'player_id'), '[]') from play_limit_uses as each
            where player_id = ${playerId}) as uses,
           (select coalesce(jsonb_agg(to_jsonb(each) - 'player_id'), '[]') from carried_limit_uses as each
            where player_id = ${playerId}) as "carriedUses",
           (select staked_at from last_stakes where player_id = ${playerId}) as "lastPaidGameAt"`;
  return row!;
}

export async function selectMissionState(sql: Sql, playerId: number): Promise<object> {
  const [row] = await sql`
    select (select to_jsonb(own) - 'player_id' from tallies as own where player_id = ${playerId}) as counted,
           (select coalesce(jsonb_agg(to_jsonb(each) - 'player_id'), '[]') from case_tallies as each
            where player_id = ${playerId}) as cases,
           (select coalesce(jsonb_agg(to_jsonb(each) - 'player_id'), '[]') from mission_starts as each
            where player_id = ${playerId}) as began,
           (select coalesce(jsonb_agg(to_jsonb(each) - 'player_id' order by completed_at), '[]')
            from mission_completions as each where player_id = ${playerId}) as completed`;
  return row!;
}

export async function selectChatState(sql: Sql, playerId: number): Promise<object> {
  const [row] = await sql`
    select (select muted_until from chat_mutes where player_id = ${playerId}) as "mutedUntil",
           (select coalesce(jsonb_agg(hidden_id), '[]') from hidden_players where player_id = ${playerId}) as "hiddenPlayers",
           (select coalesce(jsonb_agg(last_used_at order by last_used_at), '[]') from known_devices
            where player_id = ${playerId}) as "knownDevicesLastUsedAt"`;
  return row!;
}

/** Long lists, by their names in the file. */
export const EXPORT_LISTS: Readonly<Record<string, ExportList>> = {
  sessions: (sql, { playerId, after, limit }) => sql<Row>`
    select id, device, address, created_at as "createdAt", last_seen_at as "lastSeenAt", steam_signed_in_at as "steamSignedInAt",
           factor_at as "secondFactorAt"
    from sessions where player_id = ${playerId} and id > ${after} order by id limit ${limit}`,
  signIns: (sql, { playerId, after, limit }) => sql<Row>`
    select id, device, address, by_steam as "bySteam", created_at as "createdAt"
    from sign_ins where player_id = ${playerId} and id > ${after} order by id limit ${limit}`,
  secondFactor: (sql, { playerId, after, limit }) => sql<Row>`
    select player_id as id, 'authenticator app' as kind, created_at as "createdAt", confirmed_at as "confirmedAt",
           (select count(*) from recovery_codes as code where code.player_id = totp_secrets.player_id and used_at is null)
             as "recoveryCodesLeft"
    from totp_secrets where player_id = ${playerId} and player_id > ${after} order by player_id limit ${limit}`,
  passkeys: (sql, { playerId, after, limit }) => sql<Row>`
    select id, name, created_at as "createdAt", last_used_at as "lastUsedAt"
    from passkeys where player_id = ${playerId} and id > ${after} order by id limit ${limit}`,
  pushSubscriptions: (sql, { playerId, after, limit }) => sql<Row>`
    select id, device, split_part(endpoint, '/', 3) as "pushService", language, categories, created_at as "createdAt",
           seen_at as "seenAt", last_success_at as "lastSuccessAt", failure_count as "failureCount"
    from push_subscriptions where player_id = ${playerId} and id > ${after} order by id limit ${limit}`,
  emailLinks: (sql, { playerId, after, limit }) => sql<Row>`
    select id, purpose, email, created_at as "createdAt", expires_at as "expiresAt"
    from email_links where player_id = ${playerId} and id > ${after} order by id limit ${limit}`,
  emails: (sql, { playerId, after, limit }) => sql<Row>`
    select id, template, address, language, state, created_at as "createdAt", closed_at as "closedAt"
    from emails where player_id = ${playerId} and id > ${after} order by id limit ${limit}`,
  ledger: (sql, { playerId, after, limit }) => sql<Row>`
    select id, type, reference, amount, old_balance as "oldBalance", new_balance as "newBalance", created_at as "createdAt"
    from ledger where player_id = ${playerId} and id > ${after} order by id limit ${limit}`,
  openings: (sql, { playerId, after, limit }) => sql<Row>`
    select openings.id, case_versions.name as "case", case_versions.hash as "caseHash", seed_id as "seedId", nonce, entropy, ticket,
           market_hash_name as item, openings.created_at as "createdAt"
    from openings join case_versions on case_versions.id = version_id join items on items.id = openings.item_id
    where player_id = ${playerId} and openings.id > ${after} order by openings.id limit ${limit}`,
  seeds: (sql, { playerId, after, limit }) => sql<Row>`
    select id, state, server_seed_hash as "serverSeedHash", server_seed as "serverSeed", client_seed as "clientSeed",
           created_at as "createdAt", revealed_at as "revealedAt"
    from seeds where player_id = ${playerId} and id > ${after} order by id limit ${limit}`,
  items: (sql, { playerId, after, limit }) => sql<Row>`
    select inventory.id, market_hash_name as item, inventory.quick_sell_price as "quickSellPrice", state,
           acquired_at as "acquiredAt"
    from (
      -- Two halves with an index each, merged in order.
      select * from inventory
      where player_id = ${playerId} and state in ('OWNED', 'LISTED', 'WITHDRAWING') and id > ${after}
      union all
      select * from inventory where player_id = ${playerId} and state in ('SOLD', 'WITHDRAWN') and id > ${after}
      order by id limit ${limit}
    ) as inventory
    join items on items.id = item_id order by inventory.id`,
  bets: (sql, { playerId, after, limit }) => sql<Row>`
    select id, round_id as "roundId", player_bet as "playerBet", amount, payout_factor as "payoutFactor", created_at as "createdAt"
    from roulette_bets where player_id = ${playerId} and id > ${after} order by id limit ${limit}`,
  games: (sql, { playerId, after, limit }) => sql<Row>`
    select id, game, reference, map, is_won as "isWon", amount, payout, created_at as "createdAt"
    from game_results where player_id = ${playerId} and id > ${after} order by id limit ${limit}`,
  rooms: (sql, { playerId, after, limit }) => sql<Row>`
    select seat.id, room_id as "roomId", map, team, stake, payout, entropy, kills, deaths, elo_before as "eloBefore",
           elo_after as "eloAfter", taken_at as "takenAt", left_at as "leftAt", connected_at as "connectedAt",
           rooms.state as "roomState", owner_id = ${playerId} as "isOwner"
    from room_seats as seat join rooms on rooms.id = room_id
    where player_id = ${playerId} and seat.id > ${after} order by seat.id limit ${limit}`,
  roomEvents: (sql, { playerId, after, limit }) => sql<Row>`
    select id, room_id as "roomId", event, details, created_at as "createdAt"
    from room_events where player_id = ${playerId} and id > ${after} order by id limit ${limit}`,
  roomMessages: (sql, { playerId, after, limit }) => sql<Row>`
    select id, room_id as "roomId", message, created_at as "createdAt", deleted_at as "deletedAt"
    from room_messages where player_id = ${playerId} and id > ${after} order by id limit ${limit}`,
  listings: (sql, { playerId, after, limit }) => sql<Row>`
    select listings.id, market_hash_name as item, inventory_id as "inventoryId", listings.price, fee, state, reason,
           listings.created_at as "createdAt", closed_at as "closedAt"
    from listings join items on items.id = item_id
    where seller_id = ${playerId} and listings.id > ${after} order by listings.id limit ${limit}`,
  buyOrders: (sql, { playerId, after, limit }) => sql<Row>`
    select buy_orders.id, market_hash_name as item, buy_orders.price, state, listing_id as "listingId",
           buy_orders.created_at as "createdAt", closed_at as "closedAt"
    from buy_orders join items on items.id = item_id
    where player_id = ${playerId} and buy_orders.id > ${after} order by buy_orders.id limit ${limit}`,
  tradeOffers: (sql, { playerId, after, limit }) => sql<Row>`
    select id, kind, state, code, steam_id as "steamId", amount, inventory_id as "inventoryId", platform_id as "platformId",
           trade_id as "tradeId", reason, held_until as "heldUntil", created_at as "createdAt",
           (select jsonb_agg(jsonb_build_object('assetId', asset_id, 'item', market_hash_name, 'value', value) order by position)
            from trade_offer_skins join items on items.id = item_id where offer_id = trade_offers.id) as skins,
           (select jsonb_agg(jsonb_build_object('event', event, 'details', details, 'at', created_at) order by id)
            from trade_offer_events where offer_id = trade_offers.id) as events
    from trade_offers where player_id = ${playerId} and id > ${after} order by id limit ${limit}`,
  holds: (sql, { playerId, after, limit }) => sql<Row>`
    select id, offer_id as "offerId", amount, passed_on as "passedOn", until, is_frozen as "isFrozen", ended_at as "endedAt"
    from holds where player_id = ${playerId} and id > ${after} order by id limit ${limit}`,
  tickets: (sql, { playerId, after, limit }) => sql<Row>`
    select id, title, is_open as "isOpen", created_at as "createdAt", closed_at as "closedAt",
           (select jsonb_agg(jsonb_build_object('from', case when is_staff then 'staff' else 'you' end, 'text', text,
                                                'at', message.created_at) order by message.id)
            from ticket_messages as message where ticket_id = tickets.id) as messages
    from tickets where player_id = ${playerId} and id > ${after} order by id limit ${limit}`,
  chatMessages: (sql, { playerId, after, limit }) => sql<Row>`
    select id, message, created_at as "createdAt", deleted_at as "deletedAt"
    from chat_messages where player_id = ${playerId} and id > ${after} order by id limit ${limit}`,
  notifications: (sql, { playerId, after, limit }) => sql<Row>`
    select id, title, message, is_read as "isRead", updated_at as "updatedAt"
    from notifications where player_id = ${playerId} and id > ${after} order by id limit ${limit}`,
  events: (sql, { playerId, after, limit }) => sql<Row>`
    select id, event, subject, details, created_at as "createdAt"
    from site_events where player_id = ${playerId} and id > ${after} order by id limit ${limit}`,
  adjustments: (sql, { playerId, after, limit }) => sql<Row>`
    select id, amount, reason, created_at as "createdAt"
    from adjustments where player_id = ${playerId} and id > ${after} order by id limit ${limit}`,
  adjustmentRequests: (sql, { playerId, after, limit }) => sql<Row>`
    select id, amount, reason, state, decision_reason as "decisionReason", decided_at as "decidedAt", created_at as "createdAt"
    from adjustment_requests
    where player_id = ${playerId} and state <> 'waiting' and id > ${after} order by id limit ${limit}`,
  notes: (sql, { playerId, after, limit }) => sql<Row>`
    select id, text, created_at as "createdAt"
    from player_notes where player_id = ${playerId} and id > ${after} order by id limit ${limit}`,
  staffActions: (sql, { playerId, after, limit }) => sql<Row>`
    select id, action, reason, created_at as "createdAt"
    from staff_actions
    where subject = 'player:' || ${playerId}::int8 and action <> 'wallet.ask' and id > ${after} order by id limit ${limit}`,
};
