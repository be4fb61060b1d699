const BREACHES_KEPT_MAX = 200;

/** What happened, by name, and what should not have. */
export function createTally() {
  const counts = {
    done: new Map<string, number>(),
    refused: new Map<string, number>(),
    kills: new Map<string, number>(),
  };
  const breaches: string[] = [];
  let [answered, repeats, breachCount] = [0, 0, 0];
  const raise = (of: Map<string, number>, name: string): void => void of.set(name, (of.get(name) ?? 0) + 1);

  return {
    counts,
    breaches: breaches as readonly string[],
    /** Also of those that were too many to keep. */
    breachCount: () => breachCount,
    /** Requests that were answered for good. */
    answered: () => answered,
    /** How often something was sent again. */
    repeats: () => repeats,
    done(name: string): void {
      answered++;
      raise(counts.done, name);
    },
    refused(code: string): void {
      answered++;
      raise(counts.refused, code);
    },
    killed: (kind: string): void => raise(counts.kills, kind),
    repeated: (): void => void repeats++,
    breach(says: string): void {
      breachCount++;
      if (breaches.length < BREACHES_KEPT_MAX) breaches.push(says);
    },
  };
}

export type Tally = ReturnType<typeof createTally>;
