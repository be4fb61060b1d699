import type { Log } from '#log.ts';
import type { Bus } from './bus.ts';

type Listener = Parameters<Bus['subscribe']>[1];

/** Listeners by topic. A failing listener does not affect the others. */
export function createTopics(log: Log) {
  const listeners = new Map<string, Listener[]>();
  const openListeners: (() => void)[] = [];

  function callSafely(effect: () => void): void {
    try {
      effect();
    } catch (error) {
      log.error({ err: error }, 'Bus listener failed');
    }
  }

  return {
    subscribe: (topic: string, listener: Listener): void =>
      void listeners.set(topic, [...(listeners.get(topic) ?? []), listener]),
    onOpen: (listener: () => void): void => void openListeners.push(listener),
    notifyOpen: (): void => openListeners.forEach(callSafely),
    deliver({ topic, text, from }: { topic: string; text: string; from: string }): void {
      callSafely(() => {
        const message: unknown = JSON.parse(text);
        for (const listener of listeners.get(topic) ?? []) callSafely(() => listener(message, from));
      });
    },
  };
}
