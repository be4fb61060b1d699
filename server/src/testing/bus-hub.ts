import { randomBytes } from 'node:crypto';
import type { Bus, SharedSets } from '#adapters/bus/bus.ts';
import { createTopics } from '#adapters/bus/topics.ts';
import type { Log } from '#log.ts';

type Member = { readonly name: string; readonly topics: ReturnType<typeof createTopics> };

/** In-memory replacement of Redis: connects buses within one process. `shut` and `open` simulate an outage. */
export function createBusHub(log: Log) {
  const members = new Set<Member>();
  let isOpen = true;
  /** When each entry ends, by set. */
  const sets = new Map<string, Map<number, number>>();

  function entriesOf(set: string): number[] {
    if (!isOpen) throw new Error('the hub is shut');
    return [...(sets.get(set) ?? [])].flatMap(([entry, endsAt]) => (endsAt > Date.now() ? [entry] : []));
  }

  const sharedSets: SharedSets = {
    async put(set, entries, forMs) {
      if (!isOpen) throw new Error('the hub is shut');
      const held = sets.get(set) ?? new Map<number, number>();
      sets.set(set, held);
      for (const entry of entries) held.set(entry, Date.now() + forMs);
    },
    count: async (set) => entriesOf(set).length,
    list: async (set) => entriesOf(set),
    has: async (set, entry) => entriesOf(set).includes(entry),
  };

  return {
    join(): Bus {
      const member: Member = { name: randomBytes(8).toString('hex'), topics: createTopics(log) };
      members.add(member);
      queueMicrotask(() => isOpen && member.topics.notifyOpen());
      return {
        publish(topic, message) {
          if (!isOpen) return false;
          const text = JSON.stringify(message);
          for (const other of members) {
            if (other !== member) queueMicrotask(() => other.topics.deliver({ topic, text, from: member.name }));
          }
          return true;
        },
        subscribe: member.topics.subscribe,
        onOpen: member.topics.onOpen,
        sets: sharedSets,
        figures: () => ({ open: Number(isOpen) }),
        close: async () => void members.delete(member),
      };
    },
    /** Also empties the sets, like a Redis that restarts. */
    shut(): void {
      isOpen = false;
      sets.clear();
    },
    open(): void {
      isOpen = true;
      for (const { topics } of members) topics.notifyOpen();
    },
  };
}
