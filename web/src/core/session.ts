import { type Me, getMe, logout } from '@karat/contract/accounts';
import type { StaffRole } from '@karat/contract/staff';
import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { TOKEN_KEY, call } from './api.ts';
import { removeStored, store, readStored } from './storage.ts';

type Session = {
  isLoggedIn: boolean;
  username: string;
  email: string;
  avatar: string;
  steamId: string;
  jwt: string;
  role: string;
  balance: number;
  isAdmin: boolean;
  /** What the account may do for the site; null for players. */
  staffRole: StaffRole | null;
};

const visitorSession: Session = {
  isLoggedIn: false,
  username: '',
  email: '',
  avatar: '',
  steamId: '',
  jwt: '',
  role: '',
  balance: 0,
  isAdmin: false,
  staffRole: null,
};

/** The current session: the fields of the specification, and the role of staff. */
export const useSession = create<Session>(() => visitorSession);

type Account = Pick<
  Me,
  'id' | 'elo' | 'level' | 'hasPassword' | 'balanceVersion' | 'steamProfile' | 'isSteamLinked' | 'staffLimit'
>;

type AccountState = {
  /** False until the server has answered who is signed in. */
  isLoaded: boolean;
  /** The session ended during the visit. The page stays as it is until the player signs in again or declines to. */
  hasSessionEnded: boolean;
  account: Account | undefined;
};

/** Further data of the account; `account` is undefined for visitors. */
export const useAccount = create<AccountState>(() => ({
  isLoaded: false,
  hasSessionEnded: false,
  account: undefined,
}));

/** Stored for this page and for other tabs; never trusted. */
const STORED_KEYS = ['avatar', 'steamId', 'username', 'jwt', TOKEN_KEY] as const;
const USERNAME_COOKIE = 'username';
const LOGOUT_TIMEOUT_MS = 3_000;

// Counts sign-ins and sign-outs. A response from before the latest one is ignored.
let generation = 0;

/** Loads the session from the server. */
export async function loadSession(): Promise<void> {
  const ownGeneration = ++generation;
  const me = await fetchMe().catch(() => undefined);
  if (ownGeneration !== generation) return;
  if (me) applyMe(me);
  else if (me === null) endSession();
  useAccount.setState({ isLoaded: true });
}

async function fetchMe(): Promise<Me | null> {
  const { data } = await call(getMe, { query: { optional: '1' } });
  if (data !== null || readStored(TOKEN_KEY) === null) return data;
  // A stale token must not hide the cookie of a newer sign-in.
  removeStored(TOKEN_KEY);
  return (await call(getMe, { query: { optional: '1' } })).data;
}

function applyMe(me: Me): void {
  const { username, avatar, role, isAdmin, staffRole, id, elo, level, hasPassword, steamProfile, isSteamLinked } = me;
  const { balance, balanceVersion } = newerBalance(me);
  const steamId = me.steamId ?? '';
  useSession.setState({
    isLoggedIn: true,
    username,
    email: me.email ?? '',
    avatar,
    steamId,
    jwt: readStored(TOKEN_KEY) ?? '',
    role,
    isAdmin,
    staffRole,
    balance,
  });
  const { staffLimit } = me;
  const account = { id, elo, level, hasPassword, balanceVersion, steamProfile, isSteamLinked, staffLimit };
  useAccount.setState({ isLoaded: true, hasSessionEnded: false, account });
  storeIdentity({ avatar, steamId, username });
}

/** Picks the newer of two balances, because an event may have overtaken this response. */
function newerBalance({ id, balance, balanceVersion }: Me): Pick<Me, 'balance' | 'balanceVersion'> {
  const { account } = useAccount.getState();
  if (account?.id !== id || account.balanceVersion <= balanceVersion) return { balance, balanceVersion };
  return { balance: useSession.getState().balance, balanceVersion: account.balanceVersion };
}

type SignInReply = {
  token: string;
  user: { username: string; email: string | null; isAdmin: boolean; staffRole: StaffRole | null; balance: number };
};

/** Completes a login or signup: applies the reply at once, then loads the rest of the session. */
export async function completeSignIn({ token, user }: SignInReply): Promise<void> {
  generation++;
  store(TOKEN_KEY, token);
  useAccount.setState({ account: undefined, hasSessionEnded: false });
  useSession.setState({
    ...user,
    email: user.email ?? '',
    isLoggedIn: true,
    jwt: token,
    // The store keeps avatar and role after a logout; the next player must not see them.
    avatar: '',
    steamId: '',
    role: user.isAdmin ? 'admin' : 'user',
  });
  storeIdentity({ username: user.username });
  await loadSession();
}

/**
 * Ends the session on the server, then here and in every other tab. In that order, because the cookie is valid until the server
 * has answered: a session request before that would sign the player in again. An unreachable server does not prevent the
 * sign-out.
 */
export async function signOut(): Promise<void> {
  generation++;
  const signal = AbortSignal.timeout(LOGOUT_TIMEOUT_MS);
  await call(logout, undefined, { signal, isJson: true }).catch(() => undefined);
  clearSession();
}

/**
 * Ends the session on this page, because the server no longer knows it. A signed-in player keeps the page and what they entered
 * until they sign in again.
 */
export function endSession(): void {
  if (useSession.getState().isLoggedIn) useAccount.setState({ hasSessionEnded: true });
  else clearSession();
}

/** Clears the player's data. Avatar and role stay in the store, as specified; nothing reads them while signed out. */
export function clearSession(): void {
  generation++;
  for (const key of STORED_KEYS) removeStored(key);
  document.cookie = `${USERNAME_COOKIE}=; Path=/; Max-Age=0; SameSite=Strict`;
  useSession.setState({
    isLoggedIn: false,
    username: '',
    email: '',
    jwt: '',
    steamId: '',
    balance: 0,
    isAdmin: false,
    staffRole: null,
  });
  useAccount.setState({ isLoaded: true, hasSessionEnded: false, account: undefined });
}

function storeIdentity(values: { username: string; avatar?: string; steamId?: string }): void {
  for (const [key, value] of Object.entries(values)) store(key, value);
  document.cookie = `${USERNAME_COOKIE}=${encodeURIComponent(values.username)}; Path=/; SameSite=Strict`;
}

/** Whether the server may answer that a player is signed in: this browser remembers a player, or returns from a sign-in. */
export function mayBeSignedIn(): boolean {
  const isReturning = new URLSearchParams(window.location.search).has('signin');
  return isReturning || readStored('username') !== null || readStored(TOKEN_KEY) !== null;
}

/** Follows other tabs: a removed user name signs this tab out, a new user name or token signs it in. */
export function syncWithOtherTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === null || (key === 'username' && newValue === null)) clearSession();
    else if (key === 'username' || (key === TOKEN_KEY && newValue !== null)) void loadSession();
  });
}

/** Whether private data may be requested. False after the session ended, because the player is asked to sign in again. */
export function hasActiveSession(): boolean {
  return useSession.getState().isLoggedIn && !useAccount.getState().hasSessionEnded;
}

/** Takes a balance from an event, unless it is older than the current one. */
export function receiveBalance({ balance, version }: { balance: number; version: number }): void {
  const { account } = useAccount.getState();
  if (!useSession.getState().isLoggedIn || (account && version <= account.balanceVersion)) return;
  if (account) useAccount.setState({ account: { ...account, balanceVersion: version } });
  useSession.setState({ balance });
}

/** The longest return path that the server accepts. A longer one is replaced by the start page. */
const RETURN_PATH_LENGTH_MAX = 200;

/** The URL that starts a Steam sign-in, or links Steam, and returns to the given path. */
export function steamLoginUrl(returnTo: string): string {
  return `/auth/steamlogin?${new URLSearchParams({ returnTo: returnTo.length > RETURN_PATH_LENGTH_MAX ? '/' : returnTo })}`;
}

/** A meta tag of the page turns Steam off where the operator offers passwords only. */
function isSteamOffered(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name=steam-sign-in]')?.content !== 'off';
}

/** Starts a sign-in with Steam. It is pending from the click until the browser leaves the page, so that a second click does nothing. */
export function useSteamSignIn(): { isOffered: boolean; isPending: boolean; start: () => void } {
  const [isPending, setPending] = useState(false);
  useEffect(() => {
    // The Back button restores the page as it was left: pending.
    const onPageShow = (event: PageTransitionEvent) => event.persisted && setPending(false);
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);
  const start = () => {
    if (isPending) return;
    setPending(true);
    window.location.assign(steamLoginUrl(window.location.pathname));
  };
  return { isOffered: isSteamOffered(), isPending, start };
}
