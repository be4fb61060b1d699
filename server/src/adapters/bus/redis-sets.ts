import type { SharedSets } from './bus.ts';

/** In one command. Larger ones would delay the commands of other processes. */
const ENTRIES_MAX = 1_000;
/** A set that no process writes any more disappears as a whole. */
const UNUSED_MAX_MS = 60_000;

/** The used commands of the client. */
type SetClient = {
  zAdd(key: string, members: { score: number; value: string }[]): Promise<unknown>;
  zRemRangeByScore(key: string, min: string, max: number): Promise<unknown>;
  pExpire(key: string, ms: number): Promise<unknown>;
  zCount(key: string, min: number, max: string): Promise<number>;
  zRangeByScore(key: string, min: number, max: string): Promise<string[]>;
  zScore(key: string, member: string): Promise<number | null>;
};

type SetOptions = {
  /** The start of all keys. */
  readonly prefix: string;
  /** The time of the server, so that the clocks of the processes may differ. */
  nowMs(): number;
};

/** Sorted sets by the time at which an entry ends. Uses only commands that every Redis has. */
export function createRedisSets(client: SetClient, { prefix, nowMs }: SetOptions): SharedSets {
  const keyOf = (set: string): string => `${prefix}:${set}`;

  return {
    async put(set, entries, forMs) {
      if (entries.length === 0) return;
      const [key, score] = [keyOf(set), nowMs() + forMs];
      for (let at = 0; at < entries.length; at += ENTRIES_MAX) {
        const members = entries.slice(at, at + ENTRIES_MAX).map((entry) => ({ value: String(entry), score }));
        // One after another, so that other work runs in between.
        await client.zAdd(key, members);
      }
      await Promise.all([client.zRemRangeByScore(key, '-inf', nowMs()), client.pExpire(key, UNUSED_MAX_MS)]);
    },
    count: (set) => client.zCount(keyOf(set), nowMs(), '+inf'),
    list: async (set) => (await client.zRangeByScore(keyOf(set), nowMs(), '+inf')).map(Number),
    async has(set, entry) {
      const endsAt = await client.zScore(keyOf(set), String(entry));
      return endsAt !== null && endsAt > nowMs();
    },
  };
}
