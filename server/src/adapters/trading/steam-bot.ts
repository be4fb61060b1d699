import { setTimeout as sleep } from 'node:timers/promises';
import type SteamCommunity from 'steamcommunity';
import type TradeOfferManager from 'steam-tradeoffer-manager';
import type { Log } from '#log.ts';
import type { Memory, OpenSession } from './steam-log-on.ts';
import { failureOf } from './steam-states.ts';

const POLL_DATA_NAME = 'steam/poll-data';
const ACKNOWLEDGED_NAME = 'steam/trade-protection-acknowledged';
const REQUEST_MAX_MS = 15_000;
/** A call that comes while the bot signs in waits for so long. */
const READY_MAX_MS = 10_000;
const POLL_MS = 15_000;
const BACK_OFF_MS = 5_000;
const BACK_OFF_MAX_MS = 10 * 60_000;

export type Web = { readonly community: SteamCommunity; readonly manager: TradeOfferManager };

export type BotOptions = {
  readonly openSession: OpenSession;
  readonly memory: Memory;
  readonly log: Log;
  readonly pollMs?: number;
  /** Before the next sign-in after one that failed; twice as long each time. */
  readonly backOffMs?: number;
  /** Sees the community before its first request. */
  readonly prepare?: (community: SteamCommunity) => void;
};

type Hear = (platformId: string) => void;

/** Writes the newest state down, one writing after the other; what came in between is in the last one. */
function createKeeper({ memory, log }: Pick<BotOptions, 'memory' | 'log'>) {
  let saving: Promise<void> | undefined;
  let next: unknown;

  async function save(): Promise<void> {
    while (next !== undefined) {
      const value = next;
      next = undefined;
      await memory.remember(POLL_DATA_NAME, value);
    }
  }

  return (pollData: object): void => {
    next = structuredClone(pollData);
    saving ??= save()
      .catch((error: unknown) => log.warn({ err: error }, 'what the bot knows of offers could not be kept'))
      .finally(() => (saving = undefined));
  };
}

/** A new bot cannot trade before it has said, once, that it knows trades can be reversed. */
async function acknowledgeProtection({ community }: Web, { memory, log }: BotOptions): Promise<void> {
  const steamId = community.steamID?.getSteamID64();
  if (steamId === undefined || (await memory.recall(ACKNOWLEDGED_NAME)) === steamId) return;
  const error = await new Promise<Error | null>((resolve) => community.acknowledgeTradeProtection(resolve));
  if (error === null) await memory.remember(ACKNOWLEDGED_NAME, steamId);
  else log.warn('the bot could not acknowledge that trades can be reversed');
}

/** The libraries, not signed in yet. They are loaded here, so that a site without a bot never has them. */
async function openWeb(options: BotOptions, hear: Hear): Promise<Web> {
  const { memory, pollMs = POLL_MS, prepare } = options;
  const [{ default: Community }, { default: Manager }] = await Promise.all([
    import('steamcommunity'),
    import('steam-tradeoffer-manager'),
  ]);
  const community = new Community({ timeout: REQUEST_MAX_MS });
  prepare?.(community);
  const pollData = (await memory.recall(POLL_DATA_NAME)) ?? {};
  const manager = new Manager({
    community,
    pollInterval: pollMs,
    dataDirectory: null,
    pollData,
    useAccessToken: true,
  });
  const changed = ({ id }: { id: string | null }): void => void (id !== null && hear(id));
  manager.on('sentOfferChanged', changed);
  manager.on('unknownOfferSent', changed);
  manager.on('pollData', createKeeper(options));
  return { community, manager };
}

/** Does it over and over until the signal, with longer and longer waits between failures. */
async function keepOn(signal: AbortSignal, workOnce: () => Promise<void>, options: BotOptions): Promise<void> {
  const { log, backOffMs = BACK_OFF_MS } = options;
  let failures = 0;
  while (!signal.aborted) {
    const begun = performance.now();
    try {
      await workOnce();
    } catch (error) {
      if (performance.now() - begun > BACK_OFF_MAX_MS) failures = 0;
      const waitMs = Math.min(backOffMs * 2 ** failures++, BACK_OFF_MAX_MS);
      log.warn({ reason: (error as Error).message, waitMs }, 'the bot is not signed in');
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** The bot: signed in while somebody has it work, with the libraries that speak to the platform's pages. */
export function createSteamBot(options: BotOptions) {
  const { openSession, log } = options;
  const hearers: Hear[] = [];
  let web: Web | undefined;
  let isWorking = false;
  let waiting: (() => void)[] = [];

  function welcome(opened: Web): void {
    web = opened;
    waiting.forEach((go) => go());
    waiting = [];
    acknowledgeProtection(opened, options).catch((error: unknown) => log.warn({ err: error }, 'not acknowledged'));
  }

  /** Signed in once, until the signal or the platform ends it. */
  async function workOnce(signal: AbortSignal): Promise<void> {
    const opened = await openWeb(options, (platformId) => hearers.forEach((hear) => hear(platformId)));
    const { manager, community } = opened;
    let isRenewing = false;
    if (signal.aborted) return;
    const aborted = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
    const opening = openSession({
      hearCookies: (cookies) =>
        manager.setCookies(cookies, (error) => {
          if (error) return log.warn('the cookies of the bot were not taken');
          isRenewing = false;
          if (!signal.aborted) welcome(opened);
        }),
      hearNews: () => manager.doPoll(),
    });
    try {
      const session = await Promise.race([opening, aborted]);
      if (session === undefined) return;
      log.info('the bot is signed in');
      // Every call that fails by it says so: one new session is enough for all.
      community.on('sessionExpired', () => {
        if (isRenewing) return;
        isRenewing = true;
        session.renew();
      });
      await Promise.race([session.ended, aborted]);
    } finally {
      web = undefined;
      manager.shutdown();
      opening.then(
        (session) => session.close(),
        () => undefined,
      );
    }
  }

  return {
    onChange: (hear: Hear) => void hearers.push(hear),

    /** The libraries, signed in; a call that comes too early waits a little. */
    async ready(): Promise<Web> {
      if (web === undefined && isWorking) {
        const come = new Promise<void>((resolve) => waiting.push(resolve));
        await Promise.race([come, sleep(READY_MAX_MS, undefined, { ref: false })]);
      }
      if (web === undefined) throw failureOf('unavailable', 'the bot is not signed in');
      return web;
    },

    async work(signal: AbortSignal): Promise<void> {
      isWorking = true;
      await keepOn(signal, () => workOnce(signal), options);
      isWorking = false;
    },
  };
}
