import type { WonItem } from '@karat/contract/cases';

const KEY = 'case-opening';

/** A request to open cases, with everything needed to look up its outcome. */
export type OpenRequest = {
  /** The player who clicked. No other player's page may show the outcome. */
  readonly owner: string;
  readonly caseName: string;
  readonly count: number;
  readonly key: string;
  readonly entropy: string;
  readonly requestedAt: number;
};

/** The state that survives a reload: the request, then its rewards, then the start time of the spin. */
export type StoredOpening = {
  readonly request: OpenRequest;
  readonly rewards?: readonly WonItem[];
  readonly startedAt?: number;
};

/** Without storage cases still open; only a reload during the spin shows the item in the inventory immediately. */
export function storeOpening(opening: StoredOpening): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(opening));
  } catch {
    // Only the rest of the spin is lost.
  }
}

export function removeStoredOpening(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}

export function readStoredOpening(): StoredOpening | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return isStoredOpening(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

// Players can edit their own storage, so an incomplete entry counts as missing.
function isStoredOpening(stored: unknown): stored is StoredOpening {
  const { request, rewards, startedAt } = (stored ?? {}) as Partial<StoredOpening>;
  return (
    [request?.owner, request?.caseName, request?.key, request?.entropy].every((text) => typeof text === 'string') &&
    [request?.count, request?.requestedAt].every(Number.isFinite) &&
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
