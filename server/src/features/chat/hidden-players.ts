import type { HiddenPlayer } from '@karat/contract/chat';
import { Refusal } from '@karat/contract/refusal';
import type { Deps } from '#deps.ts';
import { assertRate, type Rate } from '#http/rate-limit.ts';
import { deleteHiding, insertHiding, lockChatPlayer, selectChatPlayer, selectHidden } from './queries.ts';

const HIDDEN_MAX = 500;
/** Each request waits for the one before it on a database connection, and these are scarce. */
const HIDING_RATE: Rate = { burst: 60, perSecond: 2 };

export function listHidden({ db }: Pick<Deps, 'db'>, playerId: number): Promise<HiddenPlayer[]> {
  return selectHidden(db.sql, playerId);
}

type Hiding = { readonly playerId: number; readonly hiddenId: number; readonly isHidden: boolean };

/** Hides or shows a player's messages for another player, and informs all tabs of that other player. */
export async function hidePlayer(
  { db, live, limits }: Pick<Deps, 'db' | 'live' | 'limits'>,
  { playerId, hiddenId, isHidden }: Hiding,
) {
  if (hiddenId === playerId) throw new Refusal('invalid', 'You cannot hide yourself.');
  const message = 'Too many requests. Please slow down.';
  assertRate(limits, { key: `hiding:${playerId}`, rate: HIDING_RATE, message });
  return db.transaction(async (tx): Promise<HiddenPlayer[]> => {
    await lockChatPlayer(tx.sql, playerId);
    if ((await selectChatPlayer(tx.sql, hiddenId)) === undefined) throw new Refusal('not_found', 'User not found.');
    const pair = { playerId, hiddenId };
    const isChanged = await (isHidden ? insertHiding(tx.sql, pair) : deleteHiding(tx.sql, pair));
    const hidden = await selectHidden(tx.sql, playerId);
    if (hidden.length > HIDDEN_MAX) throw new Refusal('too_many', `You can hide up to ${HIDDEN_MAX} players.`);
    const hiddenIds = hidden.map(({ id }) => id);
    if (isChanged) tx.afterCommit(() => live.toPlayer(playerId, 'HIDDEN_PLAYERS', { hiddenIds }));
    return hidden;
  });
}
