import { Refusal } from '@karat/contract/refusal';
import type { SiteStatus } from '@karat/contract/site-status';
import { isDuring, nextBoundaryMs, type SwitchName } from '@karat/rules/switches';
import type { Db, Sql, Tx } from '#db/db.ts';
import { publish } from '#db/publish.ts';
import type { Switches } from '#deps.ts';
import { isStaff } from '#http/callers.ts';
import type { Log } from '#log.ts';
import { createSharedReading } from '#shared-reading.ts';
import { type OpenAnnouncement, selectOpenAnnouncements } from './announcement-queries.ts';
import { selectSwitchedOff } from './queries.ts';

const CHANNEL = 'switches';
const RETRY_MS = 500;
/** A timer cannot wait for weeks, and the clock may be set meanwhile. */
const BOUNDARY_WAIT_MAX_MS = 60_000;

type Loaded = { readonly off: SiteStatus['off']; readonly announcements: readonly OpenAnnouncement[] };

async function readAll(sql: Sql): Promise<Loaded> {
  const [off, announcements] = await Promise.all([selectSwitchedOff(sql), selectOpenAnnouncements(sql)]);
  return { off, announcements };
}

const periodOf = ({ startsAt, endsAt }: OpenAnnouncement) => ({
  startsAtMs: Date.parse(startsAt),
  endsAtMs: endsAt === null ? null : Date.parse(endsAt),
});

function statusOf({ off, announcements }: Loaded, nowMs: number): SiteStatus {
  const shown = announcements.filter((each) => isDuring(periodOf(each), nowMs));
  return { off, announcements: shown.map(({ id, text }) => ({ id, text })) };
}

/** Tells every process that a switch or an announcement has changed, once the transaction commits. */
export function publishSwitches(tx: Tx): Promise<void> {
  return publish(tx.sql, CHANNEL, '');
}

const SITE_CLOSED = 'The site is closed for maintenance. Please come back later.';
const SWITCHED_OFF = 'This is switched off for now. Please try again later.';

function refusalOf({ name, message, endsAt }: SiteStatus['off'][number]): Refusal {
  const isSite = name === 'site';
  const remainingMs = endsAt === null ? 0 : Date.parse(endsAt) - Date.now();
  return new Refusal(isSite ? 'maintenance' : 'switched_off', isSite ? SITE_CLOSED : SWITCHED_OFF, {
    notice: { message, endsAt },
    ...(remainingMs > 0 && { retryAfterSeconds: Math.ceil(remainingMs / 1000) }),
  });
}

/** Calls the listener with the status whenever it differs from the last one. */
function createStatusWatch() {
  const listeners: ((status: SiteStatus) => void)[] = [];
  let last: string | undefined;
  return {
    listeners,
    check(status: SiteStatus): void {
      const text = JSON.stringify(status);
      const isFirst = last === undefined;
      if (text === last) return;
      last = text;
      if (!isFirst) for (const listener of listeners) listener(status);
    },
  };
}

/**
 * The switches and announcements as this process knows them: read when it starts, after each published change, and after each
 * interruption of the channel.
 */
export function createSwitches(db: Db, log: Log): Switches {
  const watch = createStatusWatch();
  let loaded: Loaded | undefined;
  let boundary: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  function checkStatus(): void {
    if (loaded === undefined) return;
    clearTimeout(boundary);
    const nowMs = Date.now();
    watch.check(statusOf(loaded, nowMs));
    const nextMs = nextBoundaryMs(loaded.announcements.map(periodOf), nowMs);
    if (nextMs === undefined) return;
    boundary = setTimeout(checkStatus, Math.min(BOUNDARY_WAIT_MAX_MS, Math.max(1, nextMs - nowMs))).unref();
  }

  const readNow = createSharedReading(async () => {
    loaded = await readAll(db.sql);
    checkStatus();
    return loaded;
  });

  /** A failed reading is repeated. */
  async function reload(): Promise<void> {
    clearTimeout(retry);
    try {
      await readNow();
    } catch (error) {
      if (isClosed) return;
      log.warn({ err: error }, 'Reading the switches failed');
      clearTimeout(retry);
      retry = setTimeout(() => void reload(), RETRY_MS).unref();
    }
  }

  const load = async (): Promise<Loaded> => loaded ?? readNow();
  const findOff = async (name: SwitchName) => (await load()).off.find((each) => each.name === name);

  async function assertOn(name: SwitchName): Promise<void> {
    const off = await findOff(name);
    if (off !== undefined) throw refusalOf(off);
  }

  // Changes before the subscription are missed, so it reads once the subscription is active.
  const onChanged = (): void => void reload();
  const subscription = db.listen(CHANNEL, onChanged, onChanged);
  subscription.then(onChanged, (error: unknown) => log.error({ err: error }, 'Subscribing to switches failed'));

  return {
    read: async () => statusOf(await load(), Date.now()),
    current: () => loaded && statusOf(loaded, Date.now()),
    isAllOn: () => loaded?.off.length === 0,
    isOn: async (name) => (await findOff(name)) === undefined,
    isPlayable: async (game) => !(await load()).off.some(({ name }) => name === 'site' || name === game),
    refresh: reload,
    assertOn,
    assertOpenTo: async (caller) => (isStaff(caller) ? undefined : assertOn('site')),
    onChange: (listener) => void watch.listeners.push(listener),
    async close() {
      isClosed = true;
      clearTimeout(boundary);
      clearTimeout(retry);
      const stop = await subscription.catch(() => undefined);
      await stop?.();
    },
  };
}
