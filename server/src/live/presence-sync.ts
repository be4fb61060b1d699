import type { Bus } from '#adapters/bus/bus.ts';
import type { Presence, PresentPlayer } from './presence.ts';

const TOPIC = 'presence';
const CHANGES_TOPIC = 'presence-changes';
const REPEAT_MS = 5_000;
/** A process that is silent for this long is treated as gone, with all its players. */
const SILENT_MAX_MS = 15_000;

/** A process of an earlier version does not say which players are of the sandbox. */
type Players = readonly (PresentPlayer | readonly [id: number, username: string])[];
/** The full list, which repairs missed changes. */
type PresenceMessage = { readonly players: Players; readonly isAsking: boolean };
/** Who came and who left since the last message. */
type PresenceChanges = { readonly added: readonly PresentPlayer[]; readonly removed: readonly number[] };
type RemoteProcess = { readonly players: Set<number>; readonly timer: NodeJS.Timeout };
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
  let published = new Set<number>();
  let isClosed = false;

  function publish(isAsking = false): void {
    if (isClosed) return;
    const players = presence.localPlayers();
    publishedChanges = presence.localChanges();
    published = new Set(players.map(([id]) => id));
    bus.publish(TOPIC, { players, isAsking } satisfies PresenceMessage);
  }

  function publishDifference(): void {
    const players = presence.localPlayers();
    const before = published;
    publishedChanges = presence.localChanges();
    published = new Set(players.map(([id]) => id));
    const added = players.filter(([id]) => !before.has(id));
    const removed = [...before].filter((id) => !published.has(id));
    bus.publish(CHANGES_TOPIC, { added, removed } satisfies PresenceChanges);
  }

  function apply(from: string, players: Players, isGone = false): void {
    const before = remotes.get(from);
    clearTimeout(before?.timer);
    const now = new Set(players.map(([id]) => id));
    for (const [id, username, isSandbox = false] of players) {
      if (before?.players.has(id) !== true) presence.addPlayer([id, username, isSandbox]);
    }
    for (const id of before?.players ?? []) if (!now.has(id)) presence.removePlayer(id);
    if (isGone) return void remotes.delete(from);
    remotes.set(from, { players: now, timer: setTimeout(() => apply(from, [], true), silentMaxMs).unref() });
  }

  bus.subscribe(TOPIC, (message, from) => {
    if (isClosed) return;
    const { players, isAsking } = message as PresenceMessage;
    apply(from, players);
    if (isAsking) publish();
  });
  /** Of a process whose list is not known yet the changes are worthless. */
  function applyChanges(from: string, { added, removed }: PresenceChanges): void {
    const players = remotes.get(from)?.players;
    if (players === undefined) return;
    for (const player of added) {
      if (!players.has(player[0])) presence.addPlayer(player);
      players.add(player[0]);
    }
    for (const id of removed) if (players.delete(id)) presence.removePlayer(id);
  }

  bus.subscribe(CHANGES_TOPIC, (message, from) => {
    if (!isClosed) applyChanges(from, message as PresenceChanges);
  });
  bus.onOpen(() => publish(true));
  const repeatTimer = setInterval(() => publish(), repeatMs).unref();

  return {
    /** Publishes who came or left here since the last time. */
    publishChanges(): void {
      if (!isClosed && presence.localChanges() !== publishedChanges) publishDifference();
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
