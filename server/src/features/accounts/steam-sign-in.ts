import { randomInt } from 'node:crypto';
import { Refusal } from '@karat/contract/refusal';
import { USERNAME_LENGTH_MAX, USERNAME_LENGTH_MIN, USERNAME_PATTERN } from '@karat/rules/names';
import { SignInFailure, standInSteamId, type SteamIdentity, type SteamProfile } from '#adapters/steam/steam.ts';
import { isUniqueViolation } from '#db/failures.ts';
import type { Sql } from '#db/db.ts';
import type { Caller, Deps } from '#deps.ts';
import { knowAgain } from '#features/safer-play/safer-play.ts';
import { lockWallet } from '#features/wallet/wallet.ts';
import { openSession, type SignedIn } from './accounts.ts';
import { recordHappening } from './happenings.ts';
import type { ClientDetails } from './known-devices.ts';
import { makeAccount } from './new-accounts.ts';
import {
  selectPlayerBySteamId,
  type SteamPlayer,
  updateSteamId,
  insertSteamSignIn,
  takeSteamSignIn,
} from './steam-queries.ts';
import { updateSteamAt } from './session-queries.ts';
import { findSessionById, newToken, tokenHash } from './sessions.ts';
import { isKeptForStaff } from './taken-names.ts';

/** How long a visitor may take on the Steam page. */
export const SIGN_IN_MAX_MS = 10 * 60_000;

const SUFFIX_LENGTH_MAX = 6;
const NAMES_TRIED_MAX = 12;
/** Used when the Steam name cannot be used. */
const OTHER_NAME = 'player';

type SteamDeps = Pick<Deps, 'db' | 'live' | 'env' | 'seal' | 'log'>;
type Begin = { readonly origin: string; readonly returnPath: string; readonly caller: Caller | undefined };

/** Stores who began a sign-in. Returns the address to redirect to and the state that the browser has to keep. */
export async function beginSteamSignIn({ db }: SteamDeps, steam: SteamIdentity, begin: Begin) {
  const { origin, returnPath, caller } = begin;
  const state = newToken();
  await insertSteamSignIn(db.sql, { stateHash: tokenHash(state), sessionId: caller?.sessionId ?? null, returnPath });
  return { state, url: steam.signInUrl({ origin, state }) };
}

/** Consumes the state of a sign-in under way. Each state works once and expires. */
export async function takeUpSignIn({ db }: SteamDeps, state: string | undefined) {
  const pending = state === undefined ? undefined : await takeSteamSignIn(db.sql, tokenHash(state));
  if (state === undefined || pending === undefined || pending.sinceStartMs > SIGN_IN_MAX_MS) return undefined;
  return { state, sessionId: pending.sessionId, returnPath: pending.returnPath };
}

/** A valid username from an arbitrary Steam name: cleaned, with room for a suffix. */
export function usernameFrom(persona: string): string {
  const letters = [...persona.normalize('NFC').trim().replace(/\s+/gu, '_')];
  const cleaned = letters.filter((letter) => USERNAME_PATTERN.test(letter)).join('');
  const name = cleaned.replace(/^[_.-]+|[_.-]+$/g, '').slice(0, USERNAME_LENGTH_MAX - SUFFIX_LENGTH_MAX);
  return name === '' ? OTHER_NAME : name;
}

function numbered(name: string, tried: number): string {
  const digits = Math.min(3 + Math.floor(tried / 4), SUFFIX_LENGTH_MAX - 1);
  return `${name}_${String(randomInt(10 ** digits)).padStart(digits, '0')}`;
}

/** The name itself first, then the name with a number that grows longer. A name reserved for staff is replaced. */
async function nameToTry(sql: Sql, name: string, tried: number): Promise<string> {
  const wished = tried === 0 && name.length >= USERNAME_LENGTH_MIN ? name : numbered(name, tried);
  return (await isKeptForStaff(sql, wished)) ? numbered(OTHER_NAME, tried) : wished;
}

type Entry = { readonly steamId: string; readonly profile: SteamProfile | undefined; readonly client: ClientDetails };

async function makeSteamAccount(deps: SteamDeps, { steamId, profile, client }: Entry): Promise<SignedIn> {
  const name = usernameFrom(profile?.name ?? '');
  for (let tried = 0; ; tried++) {
    try {
      return await deps.db.transaction(async (tx) => {
        const username = await nameToTry(tx.sql, name, tried);
        const playerId = await makeAccount(tx, deps, { username, steamId, avatar: profile?.avatar });
        return openSession(tx, { playerId, client, by: 'steam' });
      });
    } catch (error) {
      if (tried >= NAMES_TRIED_MAX || !isUniqueViolation(error, 'players_username_key')) throw error;
    }
  }
}

async function enter(deps: SteamDeps, player: SteamPlayer, { steamId, profile, client }: Entry): Promise<SignedIn> {
  const avatar = profile?.avatar;
  // In the sandbox every visitor can pick any persona, and no visitor may become staff by a click.
  if (player.role === 'admin' && deps.env.platform === 'sandbox') {
    throw new Refusal('forbidden', 'Staff sign in with their password here.');
  }
  return deps.db.transaction(async (tx) => {
    const { id: playerId } = player;
    if (avatar !== undefined) await updateSteamId(tx.sql, { playerId, steamId, replaceable: null, avatar });
    return openSession(tx, { playerId, client, by: 'steam', contact: deps.env.contact });
  });
}

/** Signs in the owner of a verified Steam id. The first sign-in creates the account. */
export async function signInWithSteam(deps: SteamDeps, entry: Entry): Promise<SignedIn> {
  const known = await selectPlayerBySteamId(deps.db.sql, entry.steamId);
  if (known !== undefined) return enter(deps, known, entry);
  try {
    return await makeSteamAccount(deps, entry);
  } catch (error) {
    if (!isUniqueViolation(error, 'players_steam_id')) throw error;
    // Another tab created the account first.
    const made = await selectPlayerBySteamId(deps.db.sql, entry.steamId);
    if (made === undefined) throw error;
    return enter(deps, made, entry);
  }
}

/**
 * Links a verified Steam id to a signed-in account. An account keeps the id it has, except for the stand-in of the sandbox. An id
 * that belongs to an account stays there: accounts are never merged. Linking the same id again only proves that the person is
 * present.
 */
export async function linkSteam(
  deps: SteamDeps,
  link: { sessionId: number; steamId: string; profile: SteamProfile | undefined },
): Promise<'ok' | 'linked'> {
  const { db, env } = deps;
  const { steamId, profile } = link;
  const isOver = (): SignInFailure => new SignInFailure('failed', 'the session that began the sign-in has ended');
  const caller = await findSessionById(db.sql, link.sessionId);
  if (caller === undefined) throw isOver();
  const { id: playerId, sessionId } = caller;
  const owner = await selectPlayerBySteamId(db.sql, steamId);
  const replaceable = env.platform === 'sandbox' ? standInSteamId(playerId) : null;
  try {
    await db.transaction(async (tx) => {
      await lockWallet(tx, playerId);
      // The account may have been deleted in the meantime.
      if ((await findSessionById(tx.sql, sessionId)) === undefined) throw isOver();
      const avatar = profile?.avatar ?? null;
      const isLinked = await updateSteamId(tx.sql, { playerId, steamId, replaceable, avatar });
      if (!isLinked) throw new Refusal('already_linked', 'Your account is linked to another Steam account.');
      await updateSteamAt(tx.sql, sessionId);
      if (owner?.id !== playerId) await knowAgain(tx, deps, { playerId });
      if (owner?.id !== playerId) await recordHappening(tx, { playerId, happening: 'steam-link' });
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'players_steam_id')) throw error;
    throw new Refusal('already_linked', 'This Steam account belongs to another player.');
  }
  return owner === undefined ? 'linked' : 'ok';
}
