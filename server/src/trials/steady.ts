import { setTimeout as sleep } from 'node:timers/promises';

/** More unanswered requests than this would only queue in this process. */
const WAITING_MAX = 200;
const MS = 1_000;

export type SteadyFigures = { readonly perSecond: number; readonly count: number; readonly p50Ms: number; readonly p99Ms: number };

/** The requests of a steady load that were answered since the last time. */
export type SteadyLoad = { take(): SteadyFigures; stop(): Promise<SteadyFigures> };

/** Sends requests at a steady rate, whether or not earlier ones are answered. `send` gets their number. */
export function startSteadyLoad(perSecond: number, send: (number: number) => Promise<unknown>): SteadyLoad {
  const startedMs = performance.now();
  const waiting = new Set<Promise<unknown>>();
  let sinceMs = startedMs;
  let latenciesMs: number[] = [];
  let [sent, isOver] = [0, false];

  async function measure(number: number): Promise<void> {
    const sentAtMs = performance.now();
    await send(number);
    latenciesMs.push(performance.now() - sentAtMs);
  }

  async function sendAll(): Promise<void> {
    while (!isOver) {
      const due = ((performance.now() - startedMs) * perSecond) / MS;
      for (; sent < due && waiting.size < WAITING_MAX; sent++) {
        const sending = measure(sent);
        waiting.add(sending);
        void sending.finally(() => waiting.delete(sending));
      }
      // Requests that could not be sent in time are left out.
      sent = Math.max(sent, Math.floor(due));
      await sleep(MS / perSecond);
    }
  }

  function take(): SteadyFigures {
    const sorted = latenciesMs.toSorted((a, b) => a - b);
    const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
    const perSecondNow = (sorted.length * MS) / (performance.now() - sinceMs);
    latenciesMs = [];
    sinceMs = performance.now();
    return { perSecond: perSecondNow, count: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99) };
  }

  const sending = sendAll();
  return {
    take,
    async stop() {
      isOver = true;
      await sending;
      await Promise.all(waiting);
      return take();
    },
  };
}
