/** At most 800 clients a second: as many as one processor connects beside other work. */
const PER_TURN_MAX = 16;
const TURN_MS = 20;

export type Waiting = {
  /** False once the client has given up; it takes no place then. */
  isOpen(): boolean;
  admit(): void;
};

/**
 * Admits clients that connect: one at once, and those that arrive within the next turn together, so that what they need is read
 * in one query. When more connect than a turn admits, the others wait in the order of their arrival. On a busy process turns are
 * late, so fewer clients are admitted, and calls are still answered.
 */
export function createAdmission({ perTurnMax = PER_TURN_MAX, turnMs = TURN_MS } = {}) {
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;

  function startTurn(): void {
    timer = undefined;
    let [admitted, taken] = [0, 0];
    while (admitted < perTurnMax && taken < waiting.length) {
      const client = waiting[taken++]!;
      if (client.isOpen()) admitted += 1;
      client.admit();
    }
    waiting = waiting.slice(taken);
    if (admitted > 0) timer = setTimeout(startTurn, turnMs);
  }

  return {
    enter(client: Waiting): void {
      waiting.push(client);
      if (timer === undefined) startTurn();
    },
    waitingCount: () => waiting.length,
    close: () => clearTimeout(timer),
  };
}
