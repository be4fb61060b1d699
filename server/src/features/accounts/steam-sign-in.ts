import { randomInt } from 'node:crypto';
import { Refusal } from '@karat/contract/refusal';
import { USERNAME_LENGTH_MAX, USERNAME_LENGTH_MIN, USERNAME_PATTERN } from '@karat/rules/names';
import { SignInFailure, standInSteamId, type SteamIdentity, type SteamProfile } from '#adapters/steam/steam.ts';
import { isUniqueViolation } from '#db/failures.ts';
import type { Sql } from '#db/db.ts';
import type { Caller, Deps } from '#deps.ts';
import { applyStoredExclusions } from '#features/safer-play/safer-play.ts';
import { lockWallet } from '#features/wallet/wallet.ts';
import { openSession, type SignedIn } from './accounts.ts';
import { recordHappening } from './happenings.ts';
import type { Visitor } from './known-devices.ts';
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

/** How long a visitor may take on the platform's page. */
export const SIGN_IN_MAX_MS = 10 * 60_000;

const SUFFIX_LENGTH_MAX = 6;
const NAMES_TRIED_MAX = 12;
/** For whoever cannot have their own name. */
const OTHER_NAME = 'player';

type SteamDeps = Pick<Deps, 'db' | 'live' | 'env' | 'seal' | 'log'>;
type Begin = { readonly origin: string; readonly returnPath: string; readonly caller: Caller | undefined };

/** Notes who began a sign-in; answers where to send the browser, and the state that it is to keep meanwhile. */
export async function beginSteamSignIn({ db }: SteamDeps, steam: SteamIdentity, begin: Begin) {
  const { origin, returnPath, caller } = begin;
  const state = newToken();
  await insertSteamSignIn(db.sql, { stateHash: tokenHash(state), sessionId: caller?.sessionId ?? null, returnPath });
  return { state, url: steam.signInUrl({ origin, state }) };
}

/** A sign-in that is under way: a state can be taken up once, and not for ever. */
export async function takeUpSignIn({ db }: SteamDeps, state: string | undefined) {
  const begun = state === undefined ? undefined : await takeSteamSignIn(db.sql, tokenHash(state));
  if (state === undefined || begun === undefined || begun.sinceStartMs > SIGN_IN_MAX_MS) return undefined;
  return { state, sessionId: begun.sessionId, returnPath: begun.returnPath };
}

/** A name for the site from one that may hold anything: cleaned, and long enough to sign in with. */
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

/** The name itself first, then the name with a number that grows longer. One that is kept for staff gives way to another. */
async function nameToTry(sql: Sql, name: string, tried: number): Promise<string> {
  const wished = tried === 0 && name.length >= USERNAME_LENGTH_MIN ? name : numbered(name, tried);
  return (await isKeptForStaff(sql, wished)) ? numbered(OTHER_NAME, tried) : wished;
}

type Entry = { readonly steamId: string; readonly profile: SteamProfile | undefined; readonly visitor: Visitor };

async function makeSteamAccount(deps: SteamDeps, { steamId, profile, visitor }: Entry): Promise<SignedIn> {
  const name = usernameFrom(profile?.name ?? '');
  for (let tried = 0; ; tried++) {
    try {
      return await deps.db.transaction(async (tx) => {
        const username = await nameToTry(tx.sql, name, tried);
        const playerId = await makeAccount(tx, deps, { username, steamId, avatar: profile?.avatar });
        return openSession(tx, { playerId, visitor, by: 'steam' });
      });
    } catch (error) {
      if (tried >= NAMES_TRIED_MAX || !isUniqueViolation(error, 'players_username_key')) throw error;
    }
  }
}

async function enter(deps: SteamDeps, player: SteamPlayer, { steamId, profile, visitor }: Entry): Promise<SignedIn> {
  const avatar = profile?.avatar;
  // On the sandbox anybody can be any persona, and nobody is to become staff by a click.
  if (player.role === 'admin' && deps.env.platform === 'sandbox') {
    throw new Refusal('forbidden', 'Staff sign in with their password here.');
  }
  return deps.db.transaction(async (tx) => {
    const { id: playerId } = player;
    if (avatar !== undefined) await updateSteamId(tx.sql, { playerId, steamId, replaceable: null, avatar });
    return openSession(tx, { playerId, visitor, by: 'steam', contact: deps.env.contact });
  });
}

/** Signs the owner of a verified steamId in; the first time it makes the account. */
export async function signInWithSteam(deps: SteamDeps, entry: Entry): Promise<SignedIn> {
  const known = await selectPlayerBySteamId(deps.db.sql, entry.steamId);
  if (known !== undefined) return enter(deps, known, entry);
  try {
    return await makeSteamAccount(deps, entry);
  } catch (error) {
    if (!isUniqueViolation(error, 'players_steam_id')) throw error;
    // Two tabs came in at once and the other was first.
    const made = await selectPlayerBySteamId(deps.db.sql, entry.steamId);
    if (made === undefined) throw error;
    return enter(deps, made, entry);
  }
}

/**
 * Gives a signed-in account the verified steamId. An account with one of its own keeps it, except for the sandbox's
 * stand-in; a steamId that has an account stays there: accounts are never merged. Coming again with the same one is
 * proof of presence and nothing else.
 */
export async function linkSteam(
  deps: SteamDeps,
  link: { sessionId: number; steamId: string; profile: SteamProfile | undefined },
): Promise<'ok' | 'linked'> {
  const { db, env } = deps;
  const { steamId, profile } = link;
  const isOver = (): SignInFailure => new SignInFailure('failed', 'the session that began it is over');
  const caller = await findSessionById(db.sql, link.sessionId);
  if (caller === undefined) throw isOver();
  const { id: playerId, sessionId } = caller;
  const owner = await selectPlayerBySteamId(db.sql, steamId);
  const replaceable = env.platform === 'sandbox' ? standInSteamId(playerId) : null;
  try {
    await db.transaction(async (tx) => {
      await lockWallet(tx, playerId);
      // A deletion may have come first.
      if ((await findSessionById(tx.sql, sessionId)) === undefined) throw isOver();
      const avatar = profile?.avatar ?? null;
      const isLinked = await updateSteamId(tx.sql, { playerId, steamId, replaceable, avatar });
      if (!isLinked) throw new Refusal('already_linked', 'Your account is linked to another Steam account.');
      await updateSteamAt(tx.sql, sessionId);
      if (owner?.id !== playerId) await applyStoredExclusions(tx, deps, { playerId });
      if (owner?.id !== playerId) await recordHappening(tx, { playerId, happening: 'steam-link' });
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'players_steam_id')) throw error;
    throw new Refusal('already_linked', 'This Steam account belongs to another player.');
  }
  return owner === undefined ? 'linked' : 'ok';
}
