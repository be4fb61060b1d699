import type { Bus } from '#adapters/bus/bus.ts';
import type { Presence, PresentPlayer } from './presence.ts';

const TOPIC = 'presence';
const REPEAT_MS = 5_000;
/** A process that is silent for this long is treated as gone, with all its players. */
const SILENT_MAX_MS = 15_000;

/** A process of an earlier version does not say which players are of the sandbox. */
type Players = readonly (PresentPlayer | readonly [id: number, username: string])[];
/** The full list each time, so that the next message repairs a missed one. */
type PresenceMessage = { readonly players: Players; readonly isAsking: boolean };
type RemoteProcess = { readonly players: ReadonlySet<number>; readonly timer: NodeJS.Timeout };
type PresenceSyncDeps = {
  readonly bus: Bus;
  readonly presence: Pick<Presence, 'addPlayer' | 'removePlayer' | 'localPlayers' | 'localChanges'>;
};

/** Publishes the players of this process to the others, and keeps track of theirs. */
export function createPresenceSync(
  { bus, presence }: PresenceSyncDeps,
  { repeatMs = REPEAT_MS, silentMaxMs = SILENT_MAX_MS } = {},
) {
  const remotes = new Map<string, RemoteProcess>();
  let publishedChanges = 0;
  let isClosed = false;

  function publish(isAsking = false): void {
    if (isClosed) return;
    publishedChanges = presence.localChanges();
    bus.publish(TOPIC, { players: presence.localPlayers(), isAsking } satisfies PresenceMessage);
  }

  function apply(from: string, players: Players): void {
    const before = remotes.get(from);
    clearTimeout(before?.timer);
    const now = new Set(players.map(([id]) => id));
    for (const [id, username, isSandbox = false] of players) {
      if (before?.players.has(id) !== true) presence.addPlayer([id, username, isSandbox]);
    }
    for (const id of before?.players ?? []) if (!now.has(id)) presence.removePlayer(id);
    if (now.size === 0) return void remotes.delete(from);
    remotes.set(from, { players: now, timer: setTimeout(() => apply(from, []), silentMaxMs).unref() });
  }

  bus.subscribe(TOPIC, (message, from) => {
    if (isClosed) return;
    const { players, isAsking } = message as PresenceMessage;
    apply(from, players);
    if (isAsking) publish();
  });
  bus.onOpen(() => publish(true));
  const repeatTimer = setInterval(() => publish(), repeatMs).unref();

  return {
    /** Publishes if a player came or left here since the last time. */
    publishChanges(): void {
      if (presence.localChanges() !== publishedChanges) publish();
    },
    /** Removes the players of this process from the others' lists. */
    close(): void {
      isClosed = true;
      clearInterval(repeatTimer);
      for (const { timer } of remotes.values()) clearTimeout(timer);
      bus.publish(TOPIC, { players: [], isAsking: false } satisfies PresenceMessage);
    },
  };
}
