import { randomInt } from 'node:crypto';
import { Refusal } from '@karat/contract/refusal';
import { USERNAME_LENGTH_MAX, USERNAME_LENGTH_MIN, USERNAME_PATTERN } from '@karat/rules/names';
import { SignInFailure, fakeSteamId, type SteamIdentity, type SteamProfile } from '#adapters/steam/steam.ts';
import { isUniqueViolation } from '#db/errors.ts';
import type { Sql } from '#db/db.ts';
import type { Caller, Deps } from '#deps.ts';
import { applyStoredExclusions } from '#features/safer-play/safer-play.ts';
import { lockWallet } from '#features/wallet/wallet.ts';
import { openSession, type SignedIn } from './accounts.ts';
import { recordAccountEvent } from './account-events.ts';
import type { ClientDetails } from './known-devices.ts';
import { createAccount } from './new-accounts.ts';
import {
  selectPlayerBySteamId,
  type SteamPlayer,
  updateSteamId,
  insertSteamSignIn,
  deleteSteamSignIn,
} from './steam-queries.ts';
import { updateSteamAt } from './session-queries.ts';
import { findSessionById, newToken, tokenHash } from './sessions.ts';
import { isReservedForStaff } from './reserved-names.ts';
import { requireSession } from './sign-in-challenges.ts';

/** How long a visitor may take on the Steam page. */
export const STEAM_SIGN_IN_MAX_MS = 10 * 60_000;

const SUFFIX_LENGTH_MAX = 6;
const NAMES_TRIED_MAX = 12;
/** Used when the Steam name cannot be used. */
const FALLBACK_NAME = 'player';

type SteamDeps = Pick<Deps, 'db' | 'live' | 'env' | 'seal' | 'log' | 'switches' | 'email'>;
type SignInStart = { readonly origin: string; readonly returnPath: string; readonly caller: Caller | undefined };

/** Stores who began a sign-in. Returns the address to redirect to and the state that the browser has to keep. */
export async function startSteamSignIn({ db }: SteamDeps, steam: SteamIdentity, begin: SignInStart) {
  const { origin, returnPath, caller } = begin;
  const state = newToken();
  await insertSteamSignIn(db.sql, { stateHash: tokenHash(state), sessionId: caller?.sessionId ?? null, returnPath });
  return { state, url: steam.signInUrl({ origin, state }) };
}

/** Consumes the state of a sign-in under way. Each state works once and expires. */
export async function consumeSteamSignIn({ db }: SteamDeps, state: string | undefined) {
  const pending = state === undefined ? undefined : await deleteSteamSignIn(db.sql, tokenHash(state));
  if (state === undefined || pending === undefined || pending.sinceStartMs > STEAM_SIGN_IN_MAX_MS) return undefined;
  return { state, sessionId: pending.sessionId, returnPath: pending.returnPath };
}

/** A valid username from an arbitrary Steam name: cleaned, with room for a suffix. */
export function deriveUsername(persona: string): string {
  const letters = [...persona.normalize('NFC').trim().replace(/\s+/gu, '_')];
  const cleaned = letters.filter((letter) => USERNAME_PATTERN.test(letter)).join('');
  const name = cleaned.replace(/^[_.-]+|[_.-]+$/g, '').slice(0, USERNAME_LENGTH_MAX - SUFFIX_LENGTH_MAX);
  return name === '' ? FALLBACK_NAME : name;
}

function withRandomNumber(name: string, tried: number): string {
  const digits = Math.min(3 + Math.floor(tried / 4), SUFFIX_LENGTH_MAX - 1);
  return `${name}_${String(randomInt(10 ** digits)).padStart(digits, '0')}`;
}

/** The name itself first, then the name with a number that grows longer. A name reserved for staff is replaced. */
async function candidateName(sql: Sql, name: string, tried: number): Promise<string> {
  const preferred = tried === 0 && name.length >= USERNAME_LENGTH_MIN ? name : withRandomNumber(name, tried);
  return (await isReservedForStaff(sql, preferred)) ? withRandomNumber(FALLBACK_NAME, tried) : preferred;
}

type VerifiedSignIn = {
  readonly steamId: string;
  readonly profile: SteamProfile | undefined;
  readonly client: ClientDetails;
};

async function createSteamAccount(deps: SteamDeps, { steamId, profile, client }: VerifiedSignIn): Promise<SignedIn> {
  await deps.switches.assertOpenTo(undefined);
  await deps.switches.assertOn('signups');
  const name = deriveUsername(profile?.name ?? '');
  for (let tried = 0; ; tried++) {
    try {
      const opened = await deps.db.transaction(async (tx) => {
        const username = await candidateName(tx.sql, name, tried);
        const playerId = await createAccount(tx, deps, { username, steamId, avatar: profile?.avatar });
        return openSession(tx, deps, { playerId, client, by: 'steam', isNewAccount: true });
      });
      return requireSession(opened);
    } catch (error) {
      if (tried >= NAMES_TRIED_MAX || !isUniqueViolation(error, 'players_username_key')) throw error;
    }
  }
}

async function signInExistingPlayer(
  deps: SteamDeps,
  player: SteamPlayer,
  { steamId, profile, client }: VerifiedSignIn,
): Promise<SignedIn> {
  const avatar = profile?.avatar;
  // In the sandbox every visitor can pick any persona, and no visitor may become staff by a click.
  if (player.staffRole !== null && deps.env.platform === 'sandbox') {
    throw new Refusal('forbidden', 'Staff must sign in with their password.');
  }
  const opened = await deps.db.transaction(async (tx) => {
    const { id: playerId } = player;
    if (avatar !== undefined) await updateSteamId(tx.sql, { playerId, steamId, replaceable: null, avatar });
    const session = await openSession(tx, deps, { playerId, client, by: 'steam', contact: deps.env.contact });
    if ('user' in session) await deps.switches.assertOpenTo(session.user);
    return session;
  });
  return requireSession(opened);
}

/** Signs in the owner of a verified Steam id. The first sign-in creates the account. */
export async function signInWithSteam(deps: SteamDeps, entry: VerifiedSignIn): Promise<SignedIn> {
  const existingPlayer = await selectPlayerBySteamId(deps.db.sql, entry.steamId);
  if (existingPlayer !== undefined) return signInExistingPlayer(deps, existingPlayer, entry);
  try {
    return await createSteamAccount(deps, entry);
  } catch (error) {
    if (!isUniqueViolation(error, 'players_steam_id')) throw error;
    // Another tab created the account first.
    const createdPlayer = await selectPlayerBySteamId(deps.db.sql, entry.steamId);
    if (createdPlayer === undefined) throw error;
    return signInExistingPlayer(deps, createdPlayer, entry);
  }
}

/**
 * Links a verified Steam id to a signed-in account. An account keeps the id it has, except for the fake one of the sandbox. An id
 * that belongs to an account stays there: accounts are never merged. Linking the same id again only proves that the person is
 * present.
 */
export async function linkSteam(
  deps: SteamDeps,
  link: { sessionId: number; steamId: string; profile: SteamProfile | undefined },
): Promise<'ok' | 'linked'> {
  const { db, env } = deps;
  const { steamId, profile } = link;
  const sessionEnded = (): SignInFailure => new SignInFailure('failed', 'the session that began the sign-in has ended');
  const caller = await findSessionById(db.sql, link.sessionId);
  if (caller === undefined) throw sessionEnded();
  const { id: playerId, sessionId } = caller;
  const owner = await selectPlayerBySteamId(db.sql, steamId);
  const replaceable = env.platform === 'sandbox' ? fakeSteamId(playerId) : null;
  try {
    await db.transaction(async (tx) => {
      await lockWallet(tx, playerId);
      // The account may have been deleted in the meantime.
      if ((await findSessionById(tx.sql, sessionId)) === undefined) throw sessionEnded();
      const avatar = profile?.avatar ?? null;
      const isLinked = await updateSteamId(tx.sql, { playerId, steamId, replaceable, avatar });
      if (!isLinked) throw new Refusal('already_linked', 'Your account is already linked to another Steam account.');
      await updateSteamAt(tx.sql, sessionId);
      if (owner?.id !== playerId) await applyStoredExclusions(tx, deps, { playerId });
      if (owner?.id !== playerId) await recordAccountEvent(tx, { playerId, event: 'steam-link' });
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'players_steam_id')) throw error;
    throw new Refusal('already_linked', 'This Steam account belongs to another player.');
  }
  return owner === undefined ? 'linked' : 'ok';
}
