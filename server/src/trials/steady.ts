import { setTimeout as sleep } from 'node:timers/promises';

/** More unanswered requests than this would only queue in this process. */
const WAITING_MAX = 200;
const MS = 1_000;

export type SteadyFigures = { readonly perSecond: number; readonly p50Ms: number; readonly p99Ms: number };

export type SteadyLoad = {
  /** Waits for what was sent since `sinceMs` (of `performance.now`), and returns its figures. */
  figuresSince(sinceMs: number): Promise<SteadyFigures>;
  /** Resolves when everything sent is answered. */
  stop(): Promise<void>;
};

type Measured = { readonly sentAtMs: number; readonly tookMs: number };

function figuresOf(measured: readonly Measured[], spanMs: number): SteadyFigures {
  const sorted = measured.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { perSecond: (sorted.length * MS) / spanMs, p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** Sends requests at a steady rate, whether or not earlier ones are answered. `send` gets their number. */
export function startSteadyLoad(perSecond: number, send: (number: number) => Promise<unknown>): SteadyLoad {
  const startedMs = performance.now();
  const waiting = new Set<Promise<unknown>>();
  const measured: Measured[] = [];
  let [sent, isOver] = [0, false];

  async function measure(number: number): Promise<void> {
    const sentAtMs = performance.now();
    await send(number);
    measured.push({ sentAtMs, tookMs: performance.now() - sentAtMs });
  }

  async function sendAll(): Promise<void> {
    while (!isOver) {
      const due = Math.floor(((performance.now() - startedMs) * perSecond) / MS);
      for (; sent < due && waiting.size < WAITING_MAX; sent++) {
        const sending = measure(sent);
        waiting.add(sending);
        void sending.finally(() => waiting.delete(sending));
      }
      // Requests that could not be sent in time are left out.
      sent = Math.max(sent, due);
      await sleep(MS / perSecond);
    }
  }

  const sending = sendAll();
  return {
    async figuresSince(sinceMs) {
      const untilMs = performance.now();
      await Promise.all(waiting);
      const within = measured.filter(({ sentAtMs }) => sentAtMs >= sinceMs && sentAtMs < untilMs);
      return figuresOf(within, untilMs - sinceMs);
    },
    async stop() {
      isOver = true;
      await sending;
      await Promise.all(waiting);
    },
  };
}
