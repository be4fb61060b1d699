import { randomInt } from 'node:crypto';
import type { Sql } from '#db/db.ts';

export type Persona = { readonly steamId: string; readonly name: string };

/** Personas that every sandbox has from the start. */
const SEEDED: readonly Persona[] = [
  { steamId: '76561199900000001', name: 'Deniz' },
  { steamId: '76561199900000002', name: 'Şimşek Ali' },
  { steamId: '76561199900000003', name: 'Nova' },
  { steamId: '76561199900000004', name: 'Ayşegül' },
  { steamId: '76561199900000005', name: 'Frost Byte' },
  { steamId: '76561199900000006', name: 'Kuzey' },
];

/** Personas with a problem on Steam, to show what a player sees in that case. */
export const PERSONAS_WITH_TROUBLE = [
  { steamId: '76561199900000011', name: 'Private Pelin', trouble: 'private', note: 'inventory is private' },
  { steamId: '76561199900000012', name: 'Empty Emre', trouble: 'empty', note: 'has no skins' },
  { steamId: '76561199900000013', name: 'Offline Olcay', trouble: 'offline', note: 'Steam is down' },
  { steamId: '76561199900000014', name: 'Hasty Hale', trouble: 'busy', note: 'Steam is busy' },
  { steamId: '76561199900000015', name: 'Unguarded Umut', trouble: 'unguarded', note: 'skins are held for 15 days' },
] as const;
const ALL_SEEDED: readonly Persona[] = [...SEEDED, ...PERSONAS_WITH_TROUBLE];
const SEEDED_IDS = ALL_SEEDED.map(({ steamId }) => steamId);

/** Range of the eight digits after 765611999 for created personas; seeded ones are below. */
const MADE_ID_MIN = 10_000_000;
const MADE_ID_END = 100_000_000;

const PERSONAS_MAX = 500;
const PERSONAS_PAGE_MAX = 24;

export async function seedPersonas(sql: Sql): Promise<void> {
  const names = ALL_SEEDED.map(({ name }) => name);
  await sql`
    insert into sandbox_personas (steam_id, name)
    select * from unnest(${SEEDED_IDS}::text[], ${names}::text[])
    on conflict do nothing`;
}

/** The seeded ones first, then the newest. */
export function listPersonas(sql: Sql): Promise<Persona[]> {
  return sql<Persona>`
    select steam_id as "steamId", name from sandbox_personas
    order by steam_id = any(${SEEDED_IDS}::text[]) desc,
             case when steam_id = any(${SEEDED_IDS}::text[]) then steam_id end, created_at desc, steam_id
    limit ${PERSONAS_PAGE_MAX}`;
}

export async function findPersona(sql: Sql, steamId: string): Promise<Persona | undefined> {
  const [persona] = await sql<Persona>`
    select steam_id as "steamId", name from sandbox_personas where steam_id = ${steamId}`;
  return persona;
}

/** A player with a fake Steam id: no persona, but with a page. */
export async function findPlayerByFakeSteamId(sql: Sql, steamId: string): Promise<Persona | undefined> {
  const [player] = await sql<Persona>`
    select steam_id as "steamId", username as name from players where steam_id = ${steamId}`;
  return player;
}

/** Finds or creates the persona of this name; undefined if the sandbox is full. */
export async function findOrCreatePersona(sql: Sql, name: string): Promise<Persona | undefined> {
  const [existing] = await sql<Persona>`
    select steam_id as "steamId", name from sandbox_personas where name = ${name} order by created_at limit 1`;
  if (existing !== undefined) return existing;
  const steamId = `765611999${randomInt(MADE_ID_MIN, MADE_ID_END)}`;
  const [created] = await sql<Persona>`
    insert into sandbox_personas (steam_id, name)
    select ${steamId}, ${name} where (select count(*) from sandbox_personas) < ${PERSONAS_MAX}
    on conflict do nothing
    returning steam_id as "steamId", name`;
  return created;
}

const ASSIGNED_TOGETHER_MAX = 5_000;

/**
 * Gives a fake Steam id (see `fakeSteamId`) to accounts without a Steam id, such as those from before the sandbox. Not to those to which
 * another process is giving one.
 */
export async function assignFakeSteamIds(sql: Sql): Promise<void> {
  for (;;) {
    const assigned = await sql`
      update players set steam_id = '765611998' || lpad(id::text, 8, '0')
      where id in (
        select id from players where steam_id is null and id < 100000000 and state <> 'deleted'
        order by id limit ${ASSIGNED_TOGETHER_MAX} for update skip locked)
      returning id`;
    if (assigned.length < ASSIGNED_TOGETHER_MAX) return;
  }
}

/**
 * Removes made-up Steam ids from a site that has left the sandbox: they may belong to real people on Steam, who could then
 * sign in to the accounts of others.
 */
export async function removeSandboxIds(sql: Sql): Promise<void> {
  await sql`
    update players set steam_id = null
    where steam_id in (select steam_id from sandbox_personas)
       or steam_id = '765611998' || lpad(id::text, 8, '0')`;
  await sql`delete from sandbox_personas`;
}

/** The account with this Steam id, if there is one. */
export async function findAccount(sql: Sql, steamId: string): Promise<number | undefined> {
  const [player] = await sql<{ id: number }>`select id from players where steam_id = ${steamId}`;
  return player?.id;
}
