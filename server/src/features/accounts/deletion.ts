import { Refusal } from '@karat/contract/refusal';
import { nameKey } from '@karat/rules/names';
import type { Tx } from '#db/db.ts';
import type { Caller } from '#deps.ts';
import { clearStall } from '#features/market/market.ts';
import { deleteRoomMessages } from '#features/rooms/rooms.ts';
import { applyStoredExclusions } from '#features/safer-play/safer-play.ts';
import { setNeedsChecks } from '#features/stakes/stakes.ts';
import { lockWallet } from '#features/wallet/wallet.ts';
import type { AccountDeps, Tools } from './account-deps.ts';
import {
  type Business,
  deleteChatMessages,
  deleteTraces,
  lockPlayer,
  selectBusiness,
  updateToDeleted,
} from './deletion-queries.ts';
import { recordHappening, reportFailures } from './happenings.ts';
import { selectPasswordHash } from './queries.ts';
import { endAllSessions, isFreshBySteam } from './sessions.ts';

export type Deletion = { readonly username: string; readonly password?: string | undefined; readonly address: string };

/** Tabs show no more than the latest messages. */
const MESSAGES_TOLD_MAX = 200;

/** By the password where the account has one, else by a Steam sign-in of just now. */
async function assertPresent(
  deps: AccountDeps,
  { passwords, throttle }: Tools,
  { id: playerId, username, sessionId }: Caller,
  { password = '', address }: Deletion,
): Promise<void> {
  const passwordHash = await selectPasswordHash(deps.db.sql, playerId);
  if (passwordHash === null) {
    if (await isFreshBySteam(deps.db.sql, sessionId)) return;
    throw new Refusal('stale_sign_in', 'Please sign in with Steam again, then delete the account within ten minutes.');
  }
  const onLocked = () => reportFailures(deps, playerId, 'lock-out');
  const who = { account: nameKey(username), address, device: `session:${sessionId}`, onLocked };
  const isRight = await throttle.attempt(who, async () =>
    (await passwords.verify(password, passwordHash)) ? true : undefined,
  );
  if (isRight === undefined) throw new Refusal('wrong_password', 'The password is wrong.');
}

function assertIdle({ isStaff, isFlagged, isSeated, hasBet, hasOffer }: Business): void {
  if (isStaff) throw new Refusal('forbidden', 'Accounts of staff cannot be deleted.');
  if (isSeated) throw new Refusal('account_busy', 'You are in a room. Leave it, or wait until the match is over.');
  if (hasBet) throw new Refusal('account_busy', 'A bet of yours is not decided yet. Wait until the round is over.');
  if (hasOffer) throw new Refusal('account_busy', 'A trade of yours is not over, or can still be reversed.');
  if (isFlagged) throw new Refusal('account_busy', 'Our staff have to look at your account first.');
}

/** Empties the account of whoever it was. Books first on the market, then the wallet, then the account. */
async function forgetPerson(tx: Tx, deps: AccountDeps, playerId: number): Promise<void> {
  await clearStall(tx, playerId);
  await lockWallet(tx, playerId);
  await lockPlayer(tx.sql, playerId);
  assertIdle(await selectBusiness(tx.sql, playerId));
  await setNeedsChecks(tx, playerId, true);
  await applyStoredExclusions(tx, deps, { playerId, isDeletion: true });
  await deleteTraces(tx.sql, playerId);
  await deleteRoomMessages(tx, playerId);
  const gone = await deleteChatMessages(tx.sql, playerId);
  for (const id of gone.slice(-MESSAGES_TOLD_MAX)) {
    tx.afterCommit(() => deps.live.toAll('MESSAGE_DELETED', { id }));
  }
  await updateToDeleted(tx.sql, playerId);
  await endAllSessions(tx, { sessions: deps.sessions, playerId });
  await recordHappening(tx, { playerId, happening: 'deletion' });
}

/**
 * Removes the person from the account: name, e-mail, Steam id, devices, messages. The books and what is left in them stay under a
 * name that tells nobody, and so do tickets. Whoever has excluded themselves, is on a break or has limits stays known by hashes.
 */
export async function deleteAccount(deps: AccountDeps, tools: Tools, caller: Caller, sent: Deletion): Promise<void> {
  if (nameKey(sent.username) !== nameKey(caller.username)) {
    throw new Refusal('invalid', 'Type your user name to confirm.');
  }
  if (caller.role === 'admin') throw new Refusal('forbidden', 'Accounts of staff cannot be deleted.');
  await assertPresent(deps, tools, caller, sent);
  await deps.db.transaction((tx) => forgetPerson(tx, deps, caller.id));
}
