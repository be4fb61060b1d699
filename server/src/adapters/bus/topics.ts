import type { Log } from '#log.ts';
import type { Bus } from './bus.ts';

type Hear = Parameters<Bus['subscribe']>[1];

/** Listeners by topic. A failing listener does not affect the others. */
export function createTopics(log: Log) {
  const hearers = new Map<string, Hear[]>();
  const openings: (() => void)[] = [];

  function tell(effect: () => void): void {
    try {
      effect();
    } catch (error) {
      log.error({ err: error }, 'Bus listener failed');
    }
  }

  return {
    subscribe: (topic: string, hear: Hear): void => void hearers.set(topic, [...(hearers.get(topic) ?? []), hear]),
    onOpen: (listener: () => void): void => void openings.push(listener),
    tellOpen: (): void => openings.forEach(tell),
    hear({ topic, text, from }: { topic: string; text: string; from: string }): void {
      tell(() => {
        const sent: unknown = JSON.parse(text);
        for (const hearer of hearers.get(topic) ?? []) tell(() => hearer(sent, from));
      });
    },
  };
}
