import { setTimeout as sleep } from 'node:timers/promises';
import type SteamCommunity from 'steamcommunity';
import type TradeOfferManager from 'steam-tradeoffer-manager';
import type { Log } from '#log.ts';
import type { AdapterState, OpenSession } from './steam-log-on.ts';
import { failureOf } from './steam-states.ts';
import type { OfferListener } from './trading.ts';

const POLL_DATA_NAME = 'steam/poll-data';
const ACKNOWLEDGED_NAME = 'steam/trade-protection-acknowledged';
const REQUEST_MAX_MS = 15_000;
/** How long a call waits while the bot signs in. */
const READY_MAX_MS = 10_000;
const POLL_MS = 15_000;
const BACK_OFF_MS = 5_000;
const BACK_OFF_MAX_MS = 10 * 60_000;

export type SteamWeb = { readonly community: SteamCommunity; readonly manager: TradeOfferManager };

export type BotOptions = {
  readonly openSession: OpenSession;
  readonly state: AdapterState;
  readonly log: Log;
  readonly pollMs?: number;
  /** The delay before the next sign-in after a failure; it doubles each time. */
  readonly backOffMs?: number;
  /** Called with the community before its first request. */
  readonly prepare?: (community: SteamCommunity) => void;
};

/** Saves the newest state, one write at a time; intermediate states are skipped. */
function createPollDataSaver({ state, log }: Pick<BotOptions, 'state' | 'log'>) {
  let saving: Promise<void> | undefined;
  let next: unknown;

  async function save(): Promise<void> {
    while (next !== undefined) {
      const value = next;
      next = undefined;
      await state.save(POLL_DATA_NAME, value);
    }
  }

  return (pollData: object): void => {
    next = structuredClone(pollData);
    saving ??= save()
      .catch((error: unknown) => log.warn({ err: error }, 'Saving the poll data of the bot failed'))
      .finally(() => (saving = undefined));
  };
}

/** A new bot cannot trade before it has acknowledged once that trades can be reversed. */
async function acknowledgeProtection({ community }: SteamWeb, { state, log }: BotOptions): Promise<void> {
  const steamId = community.steamID?.getSteamID64();
  if (steamId === undefined || (await state.load(ACKNOWLEDGED_NAME)) === steamId) return;
  const error = await new Promise<Error | null>((resolve) => community.acknowledgeTradeProtection(resolve));
  if (error === null) await state.save(ACKNOWLEDGED_NAME, steamId);
  else log.warn('Acknowledgement of trade protection failed');
}

/** Loads the libraries without signing in. Loaded here, so that a site without a bot never loads them. */
async function openWeb(options: BotOptions, listener: OfferListener): Promise<SteamWeb> {
  const { state, pollMs = POLL_MS, prepare } = options;
  const [{ default: Community }, { default: Manager }] = await Promise.all([
    import('steamcommunity'),
    import('steam-tradeoffer-manager'),
  ]);
  const community = new Community({ timeout: REQUEST_MAX_MS });
  prepare?.(community);
  const pollData = (await state.load(POLL_DATA_NAME)) ?? {};
  const manager = new Manager({
    community,
    pollInterval: pollMs,
    dataDirectory: null,
    pollData,
    useAccessToken: true,
  });
  const changed = ({ id }: { id: string | null }): void => void (id !== null && listener(id));
  manager.on('sentOfferChanged', changed);
  manager.on('unknownOfferSent', changed);
  manager.on('pollData', createPollDataSaver(options));
  return { community, manager };
}

/** Repeats the work until the signal aborts, with exponential backoff after failures. */
async function repeatWithBackoff(
  signal: AbortSignal,
  workOnce: () => Promise<void>,
  options: BotOptions,
): Promise<void> {
  const { log, backOffMs = BACK_OFF_MS } = options;
  let failures = 0;
  while (!signal.aborted) {
    const startMs = performance.now();
    try {
      await workOnce();
    } catch (error) {
      if (performance.now() - startMs > BACK_OFF_MAX_MS) failures = 0;
      const waitMs = Math.min(backOffMs * 2 ** failures++, BACK_OFF_MAX_MS);
      log.warn({ reason: (error as Error).message, waitMs }, 'Bot sign-in failed');
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** The bot: signed in while `work` runs, with the libraries that use Steam's web pages. */
export function createSteamBot(options: BotOptions) {
  const { openSession, log } = options;
  let web: SteamWeb | undefined;
  let isWorking = false;
  let waiting: (() => void)[] = [];

  function useSession(opened: SteamWeb): void {
    web = opened;
    waiting.forEach((go) => go());
    waiting = [];
    acknowledgeProtection(opened, options).catch((error: unknown) =>
      log.warn({ err: error }, 'Acknowledgement of trade protection failed'),
    );
  }

  /** Stays signed in until the signal aborts or Steam ends the session. */
  async function workOnce(signal: AbortSignal, onOfferChanged: OfferListener): Promise<void> {
    const opened = await openWeb(options, onOfferChanged);
    const { manager, community } = opened;
    let isRefreshing = false;
    if (signal.aborted) return;
    const aborted = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
    const opening = openSession({
      onCookies: (cookies) =>
        manager.setCookies(cookies, (error) => {
          if (error) return log.warn('Steam rejected the cookies of the bot');
          isRefreshing = false;
          if (!signal.aborted) useSession(opened);
        }),
      onOffersChanged: () => manager.doPoll(),
    });
    try {
      const session = await Promise.race([opening, aborted]);
      if (session === undefined) return;
      log.info('Bot signed in');
      // Every call that fails for this reason emits the event. One new session is enough for all.
      community.on('sessionExpired', () => {
        if (isRefreshing) return;
        isRefreshing = true;
        session.refreshCookies();
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
    /** Resolves to the signed-in libraries; waits a little during sign-in. */
    async ready(): Promise<SteamWeb> {
      if (web === undefined && isWorking) {
        const signedIn = new Promise<void>((resolve) => waiting.push(resolve));
        await Promise.race([signedIn, sleep(READY_MAX_MS, undefined, { ref: false })]);
      }
      if (web === undefined) throw failureOf('unavailable', 'the bot is not signed in');
      return web;
    },

    async work(signal: AbortSignal, onOfferChanged: OfferListener): Promise<void> {
      isWorking = true;
      await repeatWithBackoff(signal, () => workOnce(signal, onOfferChanged), options);
      isWorking = false;
    },
  };
}
