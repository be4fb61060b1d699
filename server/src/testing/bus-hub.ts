import { randomBytes } from 'node:crypto';
import type { Bus } from '#adapters/bus/bus.ts';
import { createTopics } from '#adapters/bus/topics.ts';
import type { Log } from '#log.ts';

type Member = { readonly name: string; readonly topics: ReturnType<typeof createTopics> };

/** In-memory replacement of Redis: connects buses within one process. `shut` and `open` simulate an outage. */
export function createBusHub(log: Log) {
  const members = new Set<Member>();
  let isOpen = true;

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
        figures: () => ({ open: Number(isOpen) }),
        close: async () => void members.delete(member),
      };
    },
    shut: () => void (isOpen = false),
    open(): void {
      isOpen = true;
      for (const { topics } of members) topics.notifyOpen();
    },
  };
}
