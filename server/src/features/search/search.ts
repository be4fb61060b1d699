import { PLAYERS_FOUND_MAX, type SearchHit } from '@karat/contract/search';
import { may, type StaffPermission, type StaffRole } from '@karat/contract/staff';
import { nameKey } from '@karat/rules/names';
import type { Sql } from '#db/db.ts';
import { forceCustomPlans } from '#db/custom-plans.ts';
import type { Deps } from '#deps.ts';
import { emailKey } from '#features/accounts/accounts.ts';
import {
  hasPartialNames,
  selectListing,
  selectOpening,
  selectPlayers,
  selectRoom,
  selectRoomOfSeat,
  selectRound,
  selectRoundOfBet,
  selectTicket,
  selectTrade,
  selectTransaction,
} from './queries.ts';
import { type ReferenceKind, referencesOf } from './reference.ts';

/** Shorter parts are in too many names, and no index finds them. */
const PART_LENGTH_MIN = 3;

type Finder = { readonly permission: StaffPermission; find(sql: Sql, id: number): Promise<SearchHit[]> };

const FINDERS: Readonly<Record<ReferenceKind, Finder>> = {
  opening: { permission: 'lookUps', find: selectOpening },
  bet: { permission: 'lookUps', find: selectRoundOfBet },
  round: { permission: 'lookUps', find: selectRound },
  room: { permission: 'lookUps', find: selectRoom },
  seat: { permission: 'lookUps', find: selectRoomOfSeat },
  listing: { permission: 'lookUps', find: selectListing },
  ticket: { permission: 'tickets', find: selectTicket },
  transaction: { permission: 'lookUps', find: selectTransaction },
  trade: { permission: 'trades', find: selectTrade },
};

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`);

async function findPlayers(sql: Sql, text: string): Promise<SearchHit[]> {
  const keys = { nameKey: nameKey(text), emailKey: emailKey(text) };
  const isPartial = text.length >= PART_LENGTH_MIN && (await hasPartialNames(sql));
  return selectPlayers(sql, {
    ...keys,
    namePart: isPartial ? escapeLike(keys.nameKey) : null,
    emailPart: isPartial ? escapeLike(keys.emailKey) : null,
    text,
    limit: PLAYERS_FOUND_MAX,
  });
}

async function findReferences(sql: Sql, text: string, staffRole: StaffRole | null): Promise<SearchHit[]> {
  const hits: SearchHit[] = [];
  for (const { kind, id } of referencesOf(text)) {
    const { permission, find } = FINDERS[kind];
    if (may(staffRole, permission)) hits.push(...(await find(sql, id)));
  }
  return hits;
}

/** Finds players and things for the search box of staff, things first. An empty text finds nothing. */
export async function searchAll(
  { db }: Pick<Deps, 'db'>,
  text: string,
  staffRole: StaffRole | null,
): Promise<SearchHit[]> {
  if (text === '') return [];
  return db.transaction(async ({ sql }) => {
    await forceCustomPlans(sql);
    return [...(await findReferences(sql, text, staffRole)), ...(await findPlayers(sql, text))];
  });
}
