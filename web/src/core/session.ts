import { type Me, getMe, logout } from '@karat/contract/accounts';
import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { TOKEN_KEY, call } from './api.ts';
import { drop, keep, kept } from './storage.ts';

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
};

const visitor: Session = {
  isLoggedIn: false,
  username: '',
  email: '',
  avatar: '',
  steamId: '',
  jwt: '',
  role: '',
  balance: 0,
  isAdmin: false,
};

/** Who is signed in, field by field as the specification has it. */
export const useSession = create<Session>(() => visitor);

type Account = Pick<Me, 'id' | 'elo' | 'level' | 'hasPassword' | 'balanceVersion' | 'steamProfile' | 'isSteamLinked'>;

type Standing = {
  /** False until the server has said who this is. */
  isKnown: boolean;
  /** The session ended in mid-visit: the page stays as it is until the player has signed in again, or refused to. */
  hasEnded: boolean;
  account: Account | undefined;
};

/** What else the server tells about the account; undefined for visitors. */
export const useAccount = create<Standing>(() => ({
  isKnown: false,
  hasEnded: false,
  account: undefined,
}));

/** Kept for the page's own use and for other tabs; never trusted. */
const STORED_KEYS = ['avatar', 'steamId', 'username', 'jwt', TOKEN_KEY] as const;
const NAME_COOKIE = 'username';
const LOGOUT_PATIENCE_MS = 3_000;

// Whoever signs in or out later wins over an answer that is still on its way.
let turn = 0;

/** Asks the server who this is, and believes it. */
export async function loadSession(): Promise<void> {
  const mine = ++turn;
  const me = await askWho().catch(() => undefined);
  if (mine !== turn) return;
  if (me) enter(me);
  else if (me === null) endSession();
  useAccount.setState({ isKnown: true });
}

async function askWho(): Promise<Me | null> {
  const { data } = await call(getMe, { query: { optional: '1' } });
  if (data !== null || kept(TOKEN_KEY) === null) return data;
  // A token from an earlier visit must not stand in the way of the cookie of a newer sign-in.
  drop(TOKEN_KEY);
  return (await call(getMe, { query: { optional: '1' } })).data;
}

function enter(me: Me): void {
  const { username, avatar, role, isAdmin, id, elo, level, hasPassword, steamProfile, isSteamLinked } = me;
  const { balance, balanceVersion } = newerBalance(me);
  const steamId = me.steamId ?? '';
  useSession.setState({
    isLoggedIn: true,
    username,
    email: me.email ?? '',
    avatar,
    steamId,
    jwt: kept(TOKEN_KEY) ?? '',
    role,
    isAdmin,
    balance,
  });
  const account = { id, elo, level, hasPassword, balanceVersion, steamProfile, isSteamLinked };
  useAccount.setState({ isKnown: true, hasEnded: false, account });
  store({ avatar, steamId, username });
}

/** The live channel may have told of a movement while this answer was on its way. */
function newerBalance({ id, balance, balanceVersion }: Me): Pick<Me, 'balance' | 'balanceVersion'> {
  const { account } = useAccount.getState();
  if (account?.id !== id || account.balanceVersion <= balanceVersion) return { balance, balanceVersion };
  return { balance: useSession.getState().balance, balanceVersion: account.balanceVersion };
}

type SignedIn = { token: string; user: { username: string; email: string | null; isAdmin: boolean; balance: number } };

/** After login or signup: what the reply tells at once, the rest as the server describes it. */
export async function signedIn({ token, user }: SignedIn): Promise<void> {
  turn++;
  keep(TOKEN_KEY, token);
  useAccount.setState({ account: undefined, hasEnded: false });
  useSession.setState({
    ...user,
    email: user.email ?? '',
    isLoggedIn: true,
    jwt: token,
    // The store keeps both over a logout; the next player must not see them.
    avatar: '',
    steamId: '',
    role: user.isAdmin ? 'admin' : 'user',
  });
  store({ username: user.username });
  await loadSession();
}

/**
 * Ends the session on the server, here, and in every other tab. In that order: the cookie lives until the server has
 * answered, and whoever asks meanwhile would be told that the player is still there. A server out of reach does not
 * keep anybody signed in.
 */
export async function signOut(): Promise<void> {
  turn++;
  const signal = AbortSignal.timeout(LOGOUT_PATIENCE_MS);
  await call(logout, undefined, { signal, isJson: true }).catch(() => undefined);
  forget();
}

/** The server no longer knows this session. Who was signed in keeps the page, and what is written on it, until asked again. */
export function endSession(): void {
  if (useSession.getState().isLoggedIn) useAccount.setState({ hasEnded: true });
  else forget();
}

/** Empties what belongs to the player. Avatar and role stay in the store, as specified; nobody reads them meanwhile. */
export function forget(): void {
  turn++;
  for (const key of STORED_KEYS) drop(key);
  document.cookie = `${NAME_COOKIE}=; Path=/; Max-Age=0; SameSite=Strict`;
  useSession.setState({
    isLoggedIn: false,
    username: '',
    email: '',
    jwt: '',
    steamId: '',
    balance: 0,
    isAdmin: false,
  });
  useAccount.setState({ isKnown: true, hasEnded: false, account: undefined });
}

function store(values: { username: string; avatar?: string; steamId?: string }): void {
  for (const [key, value] of Object.entries(values)) keep(key, value);
  document.cookie = `${NAME_COOKIE}=${encodeURIComponent(values.username)}; Path=/; SameSite=Strict`;
}

/** Follows what other tabs do: a name that goes signs this one out, a name or token that comes signs it in. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === null || (key === 'username' && newValue === null)) forget();
    else if (key === 'username' || (key === TOKEN_KEY && newValue !== null)) void loadSession();
  });
}

/** Whether private data may be requested: an ended session asks for a sign-in instead. */
export function isPlayerHere(): boolean {
  return useSession.getState().isLoggedIn && !useAccount.getState().hasEnded;
}

/** A balance from the live channel; one older than what is known is ignored. */
export function receiveBalance({ balance, version }: { balance: number; version: number }): void {
  const { account } = useAccount.getState();
  if (!useSession.getState().isLoggedIn || (account && version <= account.balanceVersion)) return;
  if (account) useAccount.setState({ account: { ...account, balanceVersion: version } });
  useSession.setState({ balance });
}

/** The longest way back that the server takes; a longer one ends at the start page. */
const RETURN_LENGTH_MAX = 200;

/** The address that starts a Steam sign-in, or links Steam, and comes back to where the player is. */
export function steamLoginAddress(returnTo: string): string {
  return `/auth/steamlogin?${new URLSearchParams({ returnTo: returnTo.length > RETURN_LENGTH_MAX ? '/' : returnTo })}`;
}

/** The page says so: where an operator offers passwords only, nothing speaks of Steam. */
function isSteamOffered(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name=steam-sign-in]')?.content !== 'off';
}

/** Pending from the press until the browser leaves, so that a second press does nothing. */
export function useSteamSignIn(): { isOffered: boolean; isPending: boolean; start: () => void } {
  const [isPending, setPending] = useState(false);
  useEffect(() => {
    // Whoever comes back with the Back button finds the page as it was left: pending.
    const restored = (event: PageTransitionEvent) => event.persisted && setPending(false);
    window.addEventListener('pageshow', restored);
    return () => window.removeEventListener('pageshow', restored);
  }, []);
  const start = () => {
    if (isPending) return;
    setPending(true);
    window.location.assign(steamLoginAddress(window.location.pathname));
  };
  return { isOffered: isSteamOffered(), isPending, start };
}
