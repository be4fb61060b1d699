import { createLog } from '#log.ts';
import type { OpenSession } from '#adapters/trading/steam-log-on.ts';
import { createSteamTrading } from '#adapters/trading/steam-trading.ts';
import type { Trading } from '#adapters/trading/trading.ts';
import { createAdapterState } from '#db/adapter-state.ts';
import { SANDBOX_API_PATH } from '#sandbox/steam/api-routes.ts';
import { SANDBOX_COMMUNITY_PATH } from '#sandbox/steam/community-routes.ts';
import { BOT_STEAM_ID, createTokens } from '#sandbox/steam/tokens.ts';
import { TEST_SECRET, type TestSite } from './test-site.ts';

export type SteamOverSandbox = {
  readonly trading: Trading;
  /** Offers that may have changed, as reported so far. */
  readonly changed: ReadonlySet<string>;
  /** All log lines so far. */
  readonly lines: readonly string[];
  /** How often the adapter asked for new cookies. */
  cookieRefreshes(): number;
  close(): Promise<void>;
};

type Faults = {
  /** Number of sign-ins that fail. */
  readonly failures?: number;
  /** The first cookies are rejected, so the adapter has to ask for others. */
  readonly areStale?: boolean;
};

/**
 * The Steam adapter with the real libraries, against the sandbox of a listening site. Requests are redirected there. The sign-in, which uses
 * its own protocol, is replaced and only returns cookies.
 */
export function openSteamOverSandbox(
  site: TestSite,
  { failures = 0, areStale = false }: Faults = {},
): SteamOverSandbox {
  const tokens = createTokens(TEST_SECRET);
  const cookiesWith = (token: string): string[] => [
    'sessionid=abcdef0123456789abcdef01',
    `steamLoginSecure=${encodeURIComponent(`${BOT_STEAM_ID}||${token}`)}`,
  ];
  let cookies = cookiesWith(areStale ? `${tokens.botToken.slice(0, -8)}overlong` : tokens.botToken);
  let [refreshes, tried] = [0, 0];
  const openSession: OpenSession = async ({ onCookies }) => {
    if (++tried <= failures) throw new Error('Busy');
    onCookies(cookies);
    const refreshCookies = (): void => {
      refreshes++;
      cookies = cookiesWith(tokens.botToken);
      onCookies(cookies);
    };
    return { refreshCookies, close: () => undefined, ended: new Promise<never>(() => undefined) };
  };
  const lines: string[] = [];
  const trading = createSteamTrading({
    openSession,
    state: createAdapterState(site.deps.db.sql),
    log: createLog('debug', { write: (line) => void lines.push(line) }),
    identitySecret: tokens.identitySecret,
    communityUrl: `${site.origin()}${SANDBOX_COMMUNITY_PATH}`,
    pollMs: 1_000,
    backOffMs: 1,
    prepare(community) {
      // Otherwise the library asks Steam for its clock.
      community._timeOffset = 0;
      community.onPreHttpRequest = (_, __, options) => {
        options.url = options.uri = options.uri
          .replace('https://steamcommunity.com', `${site.origin()}${SANDBOX_COMMUNITY_PATH}`)
          .replace('https://api.steampowered.com', `${site.origin()}${SANDBOX_API_PATH}`);
        // The cookie jar would send them only to Steam's own address.
        options.headers = { ...options.headers, cookie: cookies.join('; ') };
        return false;
      };
    },
  });
  const ending = new AbortController();
  const changed = new Set<string>();
  const work = trading.work(ending.signal, (platformId) => void changed.add(platformId));
  return {
    trading,
    changed,
    lines,
    cookieRefreshes: () => refreshes,
    async close() {
      ending.abort();
      await work;
    },
  };
}
