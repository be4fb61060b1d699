const BREACHES_KEPT_MAX = 200;
const TOLD_AT_ONCE_MAX = 10;

/** What happened, by name, and what should not have; of the first breaches somebody may want to hear at once. */
export function createTally(onBreach: (says: string) => void = () => undefined) {
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
    /** Told to come again for a reason that is nobody's fault. */
    excused: (why: string): void => raise(counts.refused, why),
    killed: (kind: string): void => raise(counts.kills, kind),
    repeated: (): void => void repeats++,
    breach(says: string): void {
      breachCount++;
      if (breachCount <= TOLD_AT_ONCE_MAX) onBreach(says);
      if (breaches.length < BREACHES_KEPT_MAX) breaches.push(says);
    },
  };
}

export type Tally = ReturnType<typeof createTally>;
