const BREACHES_STORED_MAX = 200;
const BREACHES_REPORTED_MAX = 10;

/** What a breach means: something acknowledged is missing, something happened twice, or another false answer or state. */
export type BreachKind = 'lost' | 'doubled' | 'other';

/** Counts what happened, and collects breaches. `onBreach` is called immediately for the first ones. */
export function createResults(onBreach: (message: string) => void = () => undefined) {
  const counts = {
    done: new Map<string, number>(),
    refused: new Map<string, number>(),
    kills: new Map<string, number>(),
  };
  const breaches: string[] = [];
  const kinds: Record<BreachKind, number> = { lost: 0, doubled: 0, other: 0 };
  let [answered, repeats, longestWaitMs] = [0, 0, 0];
  const increment = (of: Map<string, number>, name: string): void => void of.set(name, (of.get(name) ?? 0) + 1);

  return {
    counts,
    breaches: breaches as readonly string[],
    /** Includes breaches that were not kept. */
    breachCount: () => kinds.lost + kinds.doubled + kinds.other,
    breachKinds: (): Readonly<Record<BreachKind, number>> => ({ ...kinds }),
    /** Requests with a final response. */
    answered: () => answered,
    /** How often a request was sent again. */
    repeats: () => repeats,
    done(name: string): void {
      answered++;
      increment(counts.done, name);
    },
    refused(code: string): void {
      answered++;
      increment(counts.refused, code);
    },
    /** A 503 that is not the site's fault. */
    excused: (reason: string): void => increment(counts.refused, reason),
    killed: (kind: string): void => increment(counts.kills, kind),
    repeated: (): void => void repeats++,
    /** The longest that one request waited for its response, however often it was sent. */
    longestWaitMs: () => longestWaitMs,
    waited: (ms: number): void => void (longestWaitMs = Math.max(longestWaitMs, ms)),
    breach(message: string, kind: BreachKind = 'other'): void {
      kinds[kind]++;
      const breachCount = kinds.lost + kinds.doubled + kinds.other;
      if (breachCount <= BREACHES_REPORTED_MAX) onBreach(message);
      if (breaches.length < BREACHES_STORED_MAX) breaches.push(message);
    },
  };
}

export type Results = ReturnType<typeof createResults>;
