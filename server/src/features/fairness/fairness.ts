import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import type { RevealedSeed, Seeds as ShownSeeds } from '@karat/contract/fairness';
import { type CaseRoll, caseTicket, type Hmac, roundNumber, type RoundRoll } from '@karat/rules/fairness';
import { sha256Hex } from '@karat/rules/sha256';
import type { Sql, Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { createBoundedMap } from '#bounded-map.ts';
import {
  hasSeeds,
  insertSeed,
  lockWallet,
  selectCurrentSeeds,
  selectSealedSeeds,
  selectShownSeeds,
  updateToActive,
  updateToRevealed,
  updateWalletSeed,
} from './seed-queries.ts';
import { createRollHandles } from './roll-handles.ts';

export { createRollHandles };

const SEED_BYTES = 32;
const CLIENT_SEED_BYTES = 16;
/** About 300 bytes each: enough for every player of a busy day. */
const CACHED_SEEDS_MAX = 20_000;

/** The plain seeds that a roll is computed from. Never logged and never sent: what players see comes from the database. */
export type OpenSeed = { readonly serverSeed: string; readonly clientSeed: string };

export type Seeds = {
  /** Creates the first seeds of a player who has none. Safe to call concurrently. */
  ensure(playerId: number): Promise<void>;
  /** The plain seeds in use. They are cached, because the row of a seed in use never changes. */
  open(sql: Sql, seedIds: readonly number[]): Promise<Map<number, OpenSeed>>;
  /** The part of the seeds that the player may see: hashes, client seed and the nonce of the next roll. */
  show(playerId: number): Promise<ShownSeeds>;
  /** Reveals the seed in use and activates the next one, whose hash was shown before this client seed was known. */
  rotate(rotation: { playerId: number; clientSeed: string }): Promise<ShownSeeds & { revealed: RevealedSeed }>;
};

/** Node's HMAC-SHA256 for the hot path. A test compares it with the implementation in the rules. */
export const nodeHmac: Hmac = (key, message) => createHmac('sha256', key).update(message).digest();

/** Draws the ticket of an opening. It is the same draw that players verify, with Node's faster HMAC. */
export function drawTicket(roll: CaseRoll): number {
  return caseTicket(roll, nodeHmac);
}

/** Draws the number of a round in the same way. */
export function drawNumber(roll: RoundRoll): number {
  return roundNumber(roll, nodeHmac);
}

type SeedDeps = Pick<Deps, 'db' | 'seal'>;

/** Adds a seed pair. Without a client seed it becomes the player's next one. */
async function addSeed(tx: Tx, { seal }: SeedDeps, seed: { playerId: number; clientSeed: string | null }) {
  const serverSeed = randomBytes(SEED_BYTES).toString('hex');
  const serverSeedHash = sha256Hex(serverSeed);
  const id = await insertSeed(tx.sql, { ...seed, sealed: seal.close(serverSeed), serverSeedHash });
  return { id, serverSeedHash };
}

async function addFirstSeeds(tx: Tx, deps: SeedDeps, playerId: number): Promise<void> {
  const clientSeed = randomBytes(CLIENT_SEED_BYTES).toString('hex');
  const { id } = await addSeed(tx, deps, { playerId, clientSeed });
  await addSeed(tx, deps, { playerId, clientSeed: null });
  await updateWalletSeed(tx.sql, { playerId, seedId: id });
}

/** Locks the row of the wallet. The debit of an opening updates it too, so no opening falls between two seeds. */
async function lockSeeds(tx: Tx, deps: SeedDeps, playerId: number): Promise<{ nonce: number }> {
  const wallet = await lockWallet(tx.sql, playerId);
  assert(wallet !== undefined, `Player ${playerId} has no wallet`);
  if (wallet.seedId === null) await addFirstSeeds(tx, deps, playerId);
  return wallet;
}

/** Unseals a seed. A seed that does not match its published hash must never be used or revealed. */
export function openVerifiedSeed(
  { seal }: Pick<Deps, 'seal'>,
  { sealed, serverSeedHash }: { sealed: Buffer; serverSeedHash: string },
) {
  const serverSeed = seal.open(sealed);
  assert(sha256Hex(serverSeed) === serverSeedHash, 'A sealed seed does not match its hash');
  return serverSeed;
}

async function rotate(tx: Tx, deps: SeedDeps, { playerId, clientSeed }: { playerId: number; clientSeed: string }) {
  const { nonce } = await lockSeeds(tx, deps, playerId);
  const { active, next } = await selectCurrentSeeds(tx.sql, playerId);
  const serverSeed = openVerifiedSeed(deps, active);
  await updateToRevealed(tx.sql, active.id, serverSeed);
  await updateToActive(tx.sql, next.id, clientSeed);
  const { serverSeedHash } = await addSeed(tx, deps, { playerId, clientSeed: null });
  await updateWalletSeed(tx.sql, { playerId, seedId: next.id });
  return {
    active: { serverSeedHash: next.serverSeedHash, clientSeed, nonce: 0 },
    next: { serverSeedHash },
    revealed: { serverSeed, serverSeedHash: active.serverSeedHash, clientSeed: active.clientSeed, rolls: nonce },
  };
}

/** Creates the functions for the seeds of all players. */
export function createSeeds(deps: SeedDeps): Seeds {
  const { db } = deps;
  const opened = createBoundedMap<number, OpenSeed>(CACHED_SEEDS_MAX);

  async function ensure(playerId: number): Promise<void> {
    if (await hasSeeds(db.sql, playerId)) return;
    await db.transaction((tx) => lockSeeds(tx, deps, playerId));
  }

  async function open(sql: Sql, seedIds: readonly number[]): Promise<Map<number, OpenSeed>> {
    const found = new Map<number, OpenSeed>();
    const missing: number[] = [];
    for (const id of seedIds) {
      const openedSeed = opened.get(id);
      if (openedSeed === undefined) missing.push(id);
      else found.set(id, openedSeed);
    }
    if (missing.length === 0) return found;
    for (const row of await selectSealedSeeds(sql, missing)) {
      const seed = { serverSeed: openVerifiedSeed(deps, row), clientSeed: row.clientSeed };
      opened.set(row.id, seed);
      found.set(row.id, seed);
    }
    for (const id of missing) assert(found.has(id), `Seed ${id} is not in use`);
    return found;
  }

  async function show(playerId: number): Promise<ShownSeeds> {
    const shown = await selectShownSeeds(db.sql, playerId);
    if (shown !== undefined) return shown;
    await ensure(playerId);
    return (await selectShownSeeds(db.sql, playerId))!;
  }

  return { ensure, open, show, rotate: (rotation) => db.transaction((tx) => rotate(tx, deps, rotation)) };
}
