import type { Language } from '@karat/contract/language';
import { Refusal } from '@karat/contract/refusal';
import type { Tx } from '#db/db.ts';
import type { Caller, Deps } from '#deps.ts';
import { queueEmail } from '#features/emails/emails.ts';
import { networkOf } from '#http/network.ts';
import { isLoopbackAddress } from '#http/origin.ts';
import { assertRate, type Rate } from '#http/rate-limit.ts';
import type { AccountDeps, AuthTools } from './account-deps.ts';
import { recordAccountEvent } from './account-events.ts';
import { isDemoAccount } from './demo-accounts.ts';
import { createLink, findLink, linkInvalid, useUpLink } from './email-links.ts';
import {
  countLinks,
  deleteLinksOf,
  deleteResetRequests,
  insertResetRequest,
  lockResetAccount,
  updateLostPassword,
} from './link-queries.ts';
import { emailKey } from './new-accounts.ts';
import { endAllSessions } from './sessions.ts';
import { LOOPBACK_FACTOR } from './throttle.ts';

const LINK_TTL_MS = 60 * 60_000;
/** Links that are valid at the same time. All work, because e-mails may arrive in any order. */
const LINKS_MAX = 3;
const REQUESTS_AT_ONCE = 20;

const ADDRESS_RATE: Rate = { burst: 3, perSecond: 1 / 600 };
const NETWORK_RATE: Rate = { burst: 10, perSecond: 1 / 60 };
const LINK_RATE: Rate = { burst: 20, perSecond: 0.1 };
const MESSAGE = 'Too many attempts. Please wait a moment.';

export const noEmails = (): Refusal => new Refusal('unavailable', 'This site sends no e-mails.');

function assertNetworkRate({ limits }: Pick<Deps, 'limits'>, key: string, address: string, rate: Rate): void {
  const factor = isLoopbackAddress(address) ? LOOPBACK_FACTOR : 1;
  const { burst, perSecond } = rate;
  assertRate(limits, {
    key: `${key}:${networkOf(address)}`,
    rate: { burst: burst * factor, perSecond: perSecond * factor },
    message: MESSAGE,
  });
}

type Requested = { readonly email: string; readonly address: string; readonly language: Language | undefined };

/** Stores the request for the loop. It does the same for an address of an account and for any other. */
export async function requestPasswordReset(deps: AccountDeps, { email, address, language }: Requested): Promise<void> {
  if (deps.email === undefined) throw noEmails();
  const key = emailKey(email);
  assertNetworkRate(deps, 'password-reset', address, NETWORK_RATE);
  assertRate(deps.limits, { key: `password-reset-to:${key}`, rate: ADDRESS_RATE, message: MESSAGE });
  await insertResetRequest(deps.db.sql, { emailKey: key, language });
}

type ResetDeps = Pick<Deps, 'db' | 'env' | 'email' | 'seal'>;

/** Sends a link to the account with this address, if there is one. */
async function answerRequest(
  tx: Tx,
  deps: ResetDeps,
  request: { readonly emailKey: string; readonly language: Language | null },
): Promise<void> {
  const account = await lockResetAccount(tx.sql, request.emailKey);
  if (account === undefined || isDemoAccount(deps.env, account.username)) return;
  // On the sandbox every visitor can read the e-mails, and no visitor may become staff.
  if (account.isStaff && deps.email?.isPublic === true) return;
  const { id: playerId, email } = account;
  if ((await countLinks(tx.sql, { playerId, purposes: ['reset'] })) >= LINKS_MAX) return;
  const token = await createLink(tx, { playerId, purpose: 'reset', email, ttlMs: LINK_TTL_MS });
  const language = request.language ?? undefined;
  await queueEmail(tx, deps, {
    playerId,
    key: 'account.passwordReset',
    parameters: { token },
    language,
    ttlMs: LINK_TTL_MS,
  });
}

/** Answers all requests that wait. */
export async function answerResetRequests(deps: ResetDeps): Promise<void> {
  for (;;) {
    const count = await deps.db.transaction(async (tx) => {
      const requests = await deleteResetRequests(tx.sql, REQUESTS_AT_ONCE);
      // In one order, so that two processes cannot wait for each other.
      const ordered = requests.toSorted((one, other) => (one.emailKey < other.emailKey ? -1 : 1));
      for (const { ageMs, ...request } of ordered) if (ageMs < LINK_TTL_MS) await answerRequest(tx, deps, request);
      return requests.length;
    });
    if (count < REQUESTS_AT_ONCE) return;
  }
}

type NewPassword = {
  readonly token: string;
  readonly newPassword: string;
  readonly address: string;
  readonly language: Language | undefined;
};

/** Sets a new password with a link from an e-mail, and ends every session of the account. */
export async function resetPassword(
  deps: AccountDeps,
  { passwords }: AuthTools,
  caller: Caller | undefined,
  { token, newPassword, address, language }: NewPassword,
): Promise<void> {
  assertNetworkRate(deps, 'reset-link', address, LINK_RATE);
  const link = await findLink(deps.db.sql, caller, { token, purposes: ['reset'] });
  const newHash = await passwords.hash(newPassword);
  const { playerId } = link;
  await deps.db.transaction(async (tx) => {
    // The account may have become staff since the link was sent.
    const allowsStaff = deps.email?.isPublic !== true;
    if (!(await updateLostPassword(tx.sql, { playerId, newHash, allowsStaff }))) throw linkInvalid();
    await useUpLink(tx, link);
    await deleteLinksOf(tx.sql, { playerId, purposes: ['reset', 'change'] });
    await endAllSessions(tx, { sessions: deps.sessions, playerId });
    await recordAccountEvent(tx, { playerId, event: 'password-reset' });
    await queueEmail(tx, deps, { playerId, key: 'account.passwordChanged', parameters: {}, language });
  });
}
