import { caseTicket, dropAt, dropsOfCanon } from '@karat/rules/fairness';
import type { Db } from '#db/db.ts';

type Naive = { readonly playerId: number; readonly caseName: string };

/** A conventional opening: lock the row, check, decide, write, one statement after another. */
export function openNaively(db: Db, { playerId, caseName }: Naive): Promise<void> {
  return db.transaction(async ({ sql }) => {
    const [wallet] = await sql<{ balance: number; nonce: number; seedId: number }>`
      select balance, nonce, seed_id as "seedId" from wallets where player_id = ${playerId} for update`;
    const [box] = await sql<{ price: number; versionId: number; hash: string; canon: string }>`
      select cases.price, version_id as "versionId", hash, canon
      from cases join case_versions on case_versions.id = version_id where cases.name = ${caseName}`;
    const [seed] = await sql<{ serverSeed: string; clientSeed: string }>`
      select server_seed as "serverSeed", client_seed as "clientSeed" from bench_seeds where seed_id = ${wallet!.seedId}`;
    const { nonce } = wallet!;
    const ticket = caseTicket({ ...seed!, caseHash: box!.hash, entropy: '', nonce });
    const { itemId } = dropAt(dropsOfCanon(box!.canon), ticket);
    const balance = wallet!.balance - box!.price;
    await sql`
      update wallets set balance = ${balance}, version = version + 1, nonce = nonce + 1 where player_id = ${playerId}`;
    const [item] = await sql<{ id: number }>`
      insert into inventory (id, player_id, item_id, quick_sell_price)
      select nextval('inventory_ids'), ${playerId}, id, quick_sell_price from items where id = ${itemId} returning id`;
    await sql`
      insert into openings (id, player_id, version_id, seed_id, nonce, entropy, ticket, item_id)
      values (${item!.id}, ${playerId}, ${box!.versionId}, ${wallet!.seedId}, ${nonce}, '', ${ticket}, ${itemId})`;
    await sql`
      insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
      values ('CASE_OPEN', ${`open:${item!.id}`}, ${playerId}, 'house:cases', ${-box!.price}, ${wallet!.balance}, ${balance})`;
  });
}
