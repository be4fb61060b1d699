import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { holdDeposit } from '#features/holds/holds.ts';
import { lockOffer } from '#features/trades/queries.ts';
import { reverseOffer } from '#features/trades/transitions.ts';
import { moveDiamonds } from '#features/wallet/wallet.ts';
import { addRoomPlayer, addItem, type TestPlayer } from './fixtures.ts';

type TestDeps = Pick<Deps, 'db' | 'live' | 'env'>;

/** Adds a player whose diamonds all come from a deposit that can still be reversed. Writes rows directly, without Steam. */
export async function addPlayerWithHeldDeposit(deps: TestDeps, amount: number): Promise<TestPlayer> {
  const { db, live } = deps;
  const player = await addRoomPlayer(deps, 0);
  const itemId = await addItem(db, { skinName: `Deposit of ${player.id}`, price: amount });
  await db.transaction(async (tx) => {
    const [offer] = await tx.sql<{ id: number }>`
      insert into trade_offers (kind, player_id, state, code, steam_id, trade_token, amount, trade_id, held_until)
      values ('deposit', ${player.id}, 'CREDITED', ${String(player.id)}, '1', 'abcdefgh', ${amount}, '1',
              now() + interval '8 days')
      returning id`;
    const { id } = offer!;
    await tx.sql`
      insert into trade_offer_skins (offer_id, asset_id, item_id, value, is_open, position)
      values (${id}, '1', ${itemId}, ${amount}, false, 1)`;
    await tx.sql`insert into trade_offer_events (offer_id, event) values (${id}, 'credited')`;
    const line = { type: 'DEPOSIT', reference: `deposit:${id}`, account: 'external:vault' } as const;
    await moveDiamonds(tx, live, { ...line, playerId: player.id, amount });
    await holdDeposit(tx, id);
  });
  return player;
}

/** Reverses the player's deposits, as the loop does after Steam has reversed the trade. */
export async function reverseDeposits(deps: TestDeps, { id: playerId }: TestPlayer): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const offers = await tx.sql<{ id: number }>`select id from trade_offers where player_id = ${playerId} order by id`;
    for (const { id } of offers) await reverseOffer(tx, deps, (await lockOffer(tx.sql, id))!);
  });
}

/** Locks the player's deposit as the loop does before a change; returns its id. */
export async function lockDeposit(tx: Tx, { id: playerId }: TestPlayer): Promise<number> {
  const [offer] = await tx.sql<{ id: number }>`select id from trade_offers where player_id = ${playerId}`;
  return (await lockOffer(tx.sql, offer!.id))!.id;
}
