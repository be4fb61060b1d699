import { Refusal } from '@karat/contract/refusal';
import type { TradeOffer } from '@karat/contract/trades';
import type { Deps } from '#deps.ts';
import { requestPriceApprovals } from '#features/items/items.ts';
import type { Commit } from '#http/mount-money.ts';
import { findDepositable, type Inventories } from './inventories.ts';
import { createDeposit, findSteamId } from './create-offers.ts';
import { readOffer } from './views.ts';

type Deposit = {
  readonly playerId: number;
  readonly country: string | undefined;
  readonly assetIds: readonly string[];
  readonly amount?: number | undefined;
  readonly origin: string;
};

type DepositReply = { readonly message: string; readonly data: TradeOffer };

/** Reads what the player has on the platform, then records the offer for the chosen skins. */
export async function depositSkins(
  deps: Deps,
  inventories: Inventories,
  { playerId, country, assetIds, amount, origin }: Deposit,
  commit: Commit,
): Promise<DepositReply> {
  const steamId = await findSteamId(deps.db.sql, playerId);
  // A failure is thrown inside the commit, so that a repeat gets its reply even while the platform does not answer.
  const reading = await inventories.read(steamId, true).then(
    ({ assets }) => ({ assets }),
    (failure: unknown) => ({ failure }),
  );
  let itemIds: number[] = [];
  const created = commit(async (tx) => {
    if ('failure' in reading) throw reading.failure;
    const skins = await findDepositable(tx.sql, reading.assets);
    itemIds = skins.filter(({ skin }) => assetIds.includes(skin.assetid)).map(({ itemId }) => itemId);
    const id = await createDeposit(tx, deps, { playerId, country, skins, assetIds, amount });
    return { message: 'The offer is being sent.', data: await readOffer(tx, deps, id, origin) };
  });
  return created.catch(async (error: unknown) => {
    // The refused deposit was rolled back, so the request to a second person is a commit of its own.
    if (error instanceof Refusal && error.code === 'awaiting_approval') await requestPriceApprovals(deps, itemIds);
    throw error;
  });
}
