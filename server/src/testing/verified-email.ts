import type { Deps } from '#deps.ts';
import { applyStoredExclusions } from '#features/safer-play/safer-play.ts';
import { lockWallet } from '#features/wallet/wallet.ts';

/** Marks the player's e-mail address as verified, as the link of an e-mail does. */
export async function verifyEmail(deps: Deps, { id: playerId }: { readonly id: number }): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockWallet(tx, playerId);
    await tx.sql`update players set email_verified_at = now() where id = ${playerId}`;
    await applyStoredExclusions(tx, deps, { playerId });
  });
}
