import type { SharedSets } from '#adapters/bus/bus.ts';
import type { OnlineCount, Presence } from './presence.ts';

/** How often a process confirms its players. */
export const CONFIRM_EVERY_MS = 4_000;
/** A process that is silent for this long is gone, and its players with it. */
const VALID_MS = 3 * CONFIRM_EVERY_MS;
/** Longer than until the next confirmation, because a player who leaves may still be connected to another process. */
const LEFT_MS = CONFIRM_EVERY_MS + 2_000;

const SETS = { people: 'people', sandbox: 'sandbox' } as const;

/** Players by id, with whether they are sandbox players. */
type Players = Map<number, boolean>;

function idsOf(players: Players, isSandbox: boolean): number[] {
  return [...players].flatMap(([id, is]) => (is === isSandbox ? [id] : []));
}

/**
 * The players of all processes, in sets where each process confirms its own: no process holds those of others, a player with tabs
 * on several counts once, and the players of a lost process end by themselves. Rejects while the sets are unavailable.
 */
export function createSharedPresence(sets: SharedSets, presence: Presence) {
  let came: Players = new Map();
  let left: Players = new Map();

  async function write(gone: Players, peopleIds: () => number[], sandboxIds: () => number[]): Promise<void> {
    await sets.put(SETS.people, idsOf(gone, false), LEFT_MS);
    await sets.put(SETS.sandbox, idsOf(gone, true), LEFT_MS);
    await sets.put(SETS.people, peopleIds(), VALID_MS);
    await sets.put(SETS.sandbox, sandboxIds(), VALID_MS);
  }

  return {
    noteChange(playerId: number, isSandbox: boolean, isHere: boolean): void {
      (isHere ? came : left).set(playerId, isSandbox);
      (isHere ? left : came).delete(playerId);
    },

    /** Writes who came and left since the last time, or everyone who is here. */
    async write({ isFull }: { isFull: boolean }): Promise<void> {
      const [present, gone] = [came, left];
      [came, left] = [new Map(), new Map()];
      if (isFull) await write(gone, presence.peopleIds, presence.sandboxIds);
      else
        await write(
          gone,
          () => idsOf(present, false),
          () => idsOf(present, true),
        );
    },

    /** The players connect to another process, and count until then. */
    async leave(): Promise<void> {
      const none = (): number[] => [];
      const gone: Players = new Map(presence.peopleIds().map((id) => [id, false]));
      for (const id of presence.sandboxIds()) gone.set(id, true);
      await write(gone, none, none);
    },

    async count(): Promise<OnlineCount> {
      const [count, sandbox] = await Promise.all([sets.count(SETS.people), sets.count(SETS.sandbox)]);
      return { count, sandbox };
    },

    async isOnline(playerId: number): Promise<boolean> {
      const isIn = await Promise.all(Object.values(SETS).map((set) => sets.has(set, playerId)));
      return isIn.includes(true);
    },

    peopleIds: (): Promise<number[]> => sets.list(SETS.people),
  };
}
