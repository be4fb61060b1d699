import type { Deps } from '#deps.ts';
import { recordStaffAction } from '#features/logs/logs.ts';
import { openVerifiedSeed } from './fairness.ts';
import {
  lockWallets,
  selectSeedOwners,
  selectUnrevealedSeeds,
  updateAllToRevealed,
  updateWalletsWithoutSeed,
} from './seed-queries.ts';

/** Two seeds each: unsealed and written within a fraction of the statement timeout. */
const PLAYERS_PER_BATCH = 500;

type SealedSeed = Awaited<ReturnType<typeof selectUnrevealedSeeds>>[number];
type RevealDeps = Pick<Deps, 'db' | 'seal'>;

/** Undefined if one of them cannot be unsealed: it was sealed with another SECRET, or has been changed. */
function openAll({ seal }: RevealDeps, seeds: readonly SealedSeed[]) {
  try {
    return seeds.map((seed) => ({ id: seed.id, serverSeed: openVerifiedSeed({ seal }, seed) }));
  } catch {
    return undefined;
  }
}

/** A player has either an active and a next seed or neither, so an unreadable one leaves both as they are. */
function revealBatch(deps: RevealDeps, playerIds: readonly number[]): Promise<number> {
  return deps.db.transaction(async ({ sql }) => {
    await lockWallets(sql, playerIds);
    const seeds = await selectUnrevealedSeeds(sql, playerIds);
    const owned = [...Map.groupBy(seeds, ({ playerId }) => playerId)].flatMap(([playerId, both]) => {
      const opened = openAll(deps, both);
      return opened === undefined ? [] : [{ playerId, opened }];
    });
    await updateAllToRevealed(
      sql,
      owned.flatMap(({ opened }) => opened),
    );
    await updateWalletsWithoutSeed(
      sql,
      owned.map(({ playerId }) => playerId),
    );
    return owned.length;
  });
}

export type RevealResult = {
  /** Players whose seeds were revealed. They get new ones at their next request. */
  readonly players: number;
  /** Players whose seeds cannot be unsealed with this SECRET and stay as they were. */
  readonly unreadable: number;
};

/**
 * Reveals the active and next seeds of all players, because they may have leaked. No roll uses them again. Works in batches of
 * players; an interrupted run can be repeated.
 */
export async function revealAllSeeds(
  deps: RevealDeps,
  reason: string,
  { playersAtOnce: playersPerBatch = PLAYERS_PER_BATCH } = {},
): Promise<RevealResult> {
  const { db } = deps;
  let [seen, players] = [0, 0];
  for (let after = 0; ;) {
    const playerIds = await selectSeedOwners(db.sql, { after, limit: playersPerBatch });
    const last = playerIds.at(-1);
    if (last === undefined) break;
    players += await revealBatch(deps, playerIds);
    seen += playerIds.length;
    after = last;
  }
  const result = { players, unreadable: seen - players };
  await db.transaction((tx) =>
    recordStaffAction(tx, { actorId: null, action: 'fairness.rotate', subject: 'seeds', reason, after: result }),
  );
  return result;
}
