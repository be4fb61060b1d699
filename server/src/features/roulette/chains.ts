import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { assertLease, type Lease } from '#db/lease.ts';
import type { Deps } from '#deps.ts';
import { type ChainRow, insertChain, selectUsableChain, updateChainEnded, updateChainSalt } from './queries.ts';

/** A year of half-minute rounds. */
export const CHAIN_LENGTH = 1_048_576;
/** One of this many links is stored; any other is at most a thousand hashes away. */
const STRIDE = 1_024;
const SECRET_BYTES = 32;
const SALT_BYTES = 32;

/** The same hash as in `rules`, computed natively; a test compares the two. */
function nextLink(link: string): string {
  return hash('sha256', link);
}

function linkAfter(link: string, steps: number): string {
  let after = link;
  for (let step = 0; step < steps; step++) after = nextLink(after);
  return after;
}

type Links = { readonly terminal: string; readonly stored: readonly string[] };

/** Hashes from the secret to the end of the chain and yields to the event loop on the way. Throws when aborted. */
export async function makeLinks(secret: string, length: number, signal?: AbortSignal): Promise<Links> {
  const stored: string[] = [];
  let link = secret;
  for (let at = 0; at < length; at += STRIDE) {
    signal?.throwIfAborted();
    stored.push(link);
    link = linkAfter(link, Math.min(STRIDE, length - at));
    await nextTurn();
  }
  return { terminal: link, stored };
}

/** The chain that rounds are drawn from. A link leaves this module only after bets on its round are closed. */
export type Chain = Pick<ChainRow, 'id' | 'length'> & {
  readonly salt: string;
  /** The seed that round k was committed to. */
  seedOf(k: number): string;
};

function openChain({ id, length, terminal }: ChainRow, stored: readonly string[], salt: string): Chain {
  const linkAt = (at: number): string => linkAfter(stored[Math.floor(at / STRIDE)]!, at % STRIDE);
  assert(nextLink(linkAt(length - 1)) === terminal, 'the links of the chain do not hash to its published end');
  return {
    id,
    length,
    salt,
    seedOf(k) {
      assert(k >= 1 && k <= length, `round ${k} is not in a chain of ${length}`);
      return linkAt(length - k);
    },
  };
}

type ChainDeps = Pick<Deps, 'db' | 'seal' | 'log'>;

/** Publishes the end of a new chain. The salt follows later, so that it cannot influence the choice of the secret. */
async function publishChain(
  { db, seal }: ChainDeps,
  lease: Lease,
  { length, signal }: { length: number; signal: AbortSignal | undefined },
): Promise<void> {
  const { terminal, stored } = await makeLinks(randomBytes(SECRET_BYTES).toString('hex'), length, signal);
  const sealed = seal.close(JSON.stringify(stored));
  await db.transaction(async (tx) => {
    await assertLease(tx, lease);
    await insertChain(tx.sql, { length, terminal, sealed });
  });
}

async function addSalt({ db }: ChainDeps, lease: Lease, chainId: number): Promise<void> {
  await db.transaction(async (tx) => {
    await assertLease(tx, lease);
    await updateChainSalt(tx.sql, chainId, randomBytes(SALT_BYTES).toString('hex'));
  });
}

/** Undefined if the links cannot be read: they were sealed with another SECRET or were changed. */
function unseal({ seal, log }: ChainDeps, row: ChainRow, salt: string): Chain | undefined {
  try {
    return openChain(row, JSON.parse(seal.open(row.sealed)) as string[], salt);
  } catch (error) {
    log.error({ err: error, chainId: row.id }, 'Roulette chain cannot be unsealed; was SECRET changed?');
    return undefined;
  }
}

/** Marks a chain as ended; no round uses it again. */
async function endChain({ db }: ChainDeps, lease: Lease, chainId: number): Promise<void> {
  await db.transaction(async (tx) => {
    await assertLease(tx, lease);
    await updateChainEnded(tx.sql, chainId);
  });
}

/** Finds, creates and reads chains for the leader. */
export function createChains(deps: ChainDeps, lease: Lease, length: number, signal?: AbortSignal) {
  const opened = new Map<number, Chain>();

  /** Undefined if it cannot be read. Cached, because a sealed chain never changes. */
  function read(row: ChainRow): Chain | undefined {
    const openedChain = opened.get(row.id);
    if (openedChain !== undefined || row.salt === null) return openedChain;
    const chain = unseal(deps, row, row.salt);
    if (chain !== undefined) opened.set(row.id, chain);
    return chain;
  }

  /** The chain of the next round: the one in use, or a new one, whose end is published first. */
  async function current(): Promise<Chain> {
    for (;;) {
      const row = await selectUsableChain(deps.db.sql);
      if (row === undefined) await publishChain(deps, lease, { length, signal });
      else if (row.salt === null) await addSalt(deps, lease, row.id);
      else {
        const chain = read(row);
        if (chain !== undefined) return chain;
        await endChain(deps, lease, row.id);
      }
    }
  }

  return { current, read };
}
export type Chains = ReturnType<typeof createChains>;
