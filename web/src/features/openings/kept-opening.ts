import type { WonItem } from '@karat/contract/cases';

const KEY = 'case-opening';

/** A press of Open, with all that is needed to ask what became of it. */
export type Press = {
  /** Whose press it was: nobody else's page may show how it ended. */
  readonly owner: string;
  readonly caseName: string;
  readonly count: number;
  readonly key: string;
  readonly entropy: string;
  readonly pressedAt: number;
};

/** What survives a reload: the press, then what it won, then when its strip began to move. */
export type KeptOpening = { readonly press: Press; readonly rewards?: readonly WonItem[]; readonly startedAt?: number };

/** A browser that blocks storage still opens cases; only a reload in mid-spin shows the item in the inventory at once. */
export function keepOpening(opening: KeptOpening): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(opening));
  } catch {
    // Nothing is lost but the rest of the spin.
  }
}

export function dropKeptOpening(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // There was nothing to drop.
  }
}

export function keptOpening(): KeptOpening | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return isKeptOpening(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

// Anybody can write into the storage of their own browser: what is not whole is as good as nothing.
function isKeptOpening(kept: unknown): kept is KeptOpening {
  const { press, rewards, startedAt } = (kept ?? {}) as Partial<KeptOpening>;
  return (
    [press?.owner, press?.caseName, press?.key, press?.entropy].every((text) => typeof text === 'string') &&
    [press?.count, press?.pressedAt].every(Number.isFinite) &&
    (rewards === undefined || (Array.isArray(rewards) && rewards.length > 0 && rewards.every(isReward))) &&
    (startedAt === undefined || Number.isFinite(startedAt))
  );
}

function isReward(reward: Partial<WonItem> | null): boolean {
  return (
    [reward?.id, reward?.parentItem, reward?.price].every(Number.isFinite) &&
    typeof reward?.market_hash_name === 'string'
  );
}
