import type { Bus } from '#adapters/bus/bus.ts';
import type { Presence } from './presence.ts';

const TOPIC = 'presence';
const REPEAT_MS = 5_000;
/** A process that is silent for this long is treated as gone, with all its players. */
const SILENT_MAX_MS = 15_000;

type Players = ReturnType<Presence['usersHere']>;
/** The full list each time, so that the next message repairs a missed one. */
type PresenceMessage = { readonly players: Players; readonly isAsking: boolean };
type RemoteProcess = { readonly players: ReadonlyMap<number, string>; readonly timer: NodeJS.Timeout };
type PresenceSyncDeps = {
  readonly bus: Bus;
  readonly presence: Pick<Presence, 'appear' | 'vanish' | 'usersHere' | 'movesHere'>;
};

/** Publishes the players of this process to the others, and keeps track of theirs. */
export function createPresenceSync(
  { bus, presence }: PresenceSyncDeps,
  { repeatMs = REPEAT_MS, silentMaxMs = SILENT_MAX_MS } = {},
) {
  const others = new Map<string, RemoteProcess>();
  let toldMoves = 0;
  let isClosed = false;

  function tell(isAsking = false): void {
    if (isClosed) return;
    toldMoves = presence.movesHere();
    bus.publish(TOPIC, { players: presence.usersHere(), isAsking } satisfies PresenceMessage);
  }

  function take(from: string, players: Players): void {
    const before = others.get(from);
    clearTimeout(before?.timer);
    const now = new Map(players);
    for (const [id, username] of now) if (before?.players.has(id) !== true) presence.appear(id, username);
    for (const id of before?.players.keys() ?? []) if (!now.has(id)) presence.vanish(id);
    if (now.size === 0) return void others.delete(from);
    others.set(from, { players: now, timer: setTimeout(() => take(from, []), silentMaxMs).unref() });
  }

  bus.subscribe(TOPIC, (sent, from) => {
    if (isClosed) return;
    const { players, isAsking } = sent as PresenceMessage;
    take(from, players);
    if (isAsking) tell();
  });
  bus.onOpen(() => tell(true));
  const repeating = setInterval(() => tell(), repeatMs).unref();

  return {
    /** Publishes if a player came or left here since the last time. */
    tellMoved(): void {
      if (presence.movesHere() !== toldMoves) tell();
    },
    /** Removes the players of this process from the others' lists. */
    close(): void {
      isClosed = true;
      clearInterval(repeating);
      for (const { timer } of others.values()) clearTimeout(timer);
      bus.publish(TOPIC, { players: [], isAsking: false } satisfies PresenceMessage);
    },
  };
}
