import { createLog } from '#log.ts';
import type { OpenSession } from '#adapters/trading/steam-log-on.ts';
import { createSteamTrading } from '#adapters/trading/steam-trading.ts';
import type { Trading } from '#adapters/trading/trading.ts';
import { createPlatformMemory } from '#db/platform-memory.ts';
import { SANDBOX_API_PATH } from '#sandbox/platform/api-routes.ts';
import { SANDBOX_COMMUNITY_PATH } from '#sandbox/platform/community-routes.ts';
import { BOT_STEAM_ID, createTokens } from '#sandbox/platform/people.ts';
import { TEST_SECRET, type TestSite } from './test-site.ts';

export type SteamOverSandbox = {
  readonly trading: Trading;
  /** Every line it logged so far. */
  readonly lines: readonly string[];
  /** How often it asked for new cookies. */
  renewals(): number;
  close(): Promise<void>;
};

type Troubles = {
  /** So many sign-ins fail. */
  readonly failures?: number;
  /** The first cookies are not taken: others have to be asked for. */
  readonly areStale?: boolean;
};

/**
 * The adapter for Steam with the real libraries, at a listening site's sandbox: each request is pointed there, and the sign-in, which is a
 * protocol of its own, only hands out cookies.
 */
export function openSteamOverSandbox(
  world: TestSite,
  { failures = 0, areStale = false }: Troubles = {},
): SteamOverSandbox {
  const tokens = createTokens(TEST_SECRET);
  const cookiesWith = (token: string): string[] => [
    'sessionid=abcdef0123456789abcdef01',
    `steamLoginSecure=${encodeURIComponent(`${BOT_STEAM_ID}||${token}`)}`,
  ];
  let cookies = cookiesWith(areStale ? `${tokens.botToken.slice(0, -8)}overlong` : tokens.botToken);
  let [renewals, tried] = [0, 0];
  const openSession: OpenSession = async ({ hearCookies }) => {
    if (++tried <= failures) throw new Error('Busy');
    hearCookies(cookies);
    const renew = (): void => {
      renewals++;
      cookies = cookiesWith(tokens.botToken);
      hearCookies(cookies);
    };
    return { renew, close: () => undefined, ended: new Promise<never>(() => undefined) };
  };
  const lines: string[] = [];
  const trading = createSteamTrading({
    openSession,
    memory: createPlatformMemory(world.deps.db.sql),
    log: createLog('debug', { write: (line) => void lines.push(line) }),
    identitySecret: tokens.identitySecret,
    communityUrl: `${world.origin()}${SANDBOX_COMMUNITY_PATH}`,
    pollMs: 1_000,
    backOffMs: 1,
    prepare(community) {
      // Otherwise the clock of the platform is asked for directly.
      community._timeOffset = 0;
      community.onPreHttpRequest = (_, __, options) => {
        options.url = options.uri = options.uri
          .replace('https://steamcommunity.com', `${world.origin()}${SANDBOX_COMMUNITY_PATH}`)
          .replace('https://api.steampowered.com', `${world.origin()}${SANDBOX_API_PATH}`);
        // The jar keeps them for the real address alone.
        options.headers = { ...options.headers, cookie: cookies.join('; ') };
        return false;
      };
    },
  });
  const ending = new AbortController();
  const work = trading.work(ending.signal);
  return {
    trading,
    lines,
    renewals: () => renewals,
    async close() {
      ending.abort();
      await work;
    },
  };
}
