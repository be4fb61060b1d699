import type { MyEmail } from '@karat/contract/emails';
import type { Language } from '@karat/contract/language';
import { Refusal } from '@karat/contract/refusal';
import type { Tx } from '#db/db.ts';
import { isUniqueViolation } from '#db/errors.ts';
import type { Caller } from '#deps.ts';
import { type EmailDeps, queueEmail } from '#features/emails/emails.ts';
import { applyStoredExclusions } from '#features/safer-play/safer-play.ts';
import { lockWallet } from '#features/wallet/wallet.ts';
import { assertRate, type Rate } from '#http/rate-limit.ts';
import type { AccountDeps, AuthTools } from './account-deps.ts';
import { recordAccountEvent } from './account-events.ts';
import { lockAddress, selectMyEmail, updateEmail, updateEmailVerified } from './address-queries.ts';
import { isDemoAccount } from './demo-accounts.ts';
import { createLink, findLink, linkInvalid, useUpLink } from './email-links.ts';
import { countLinks, deleteLinksOf, type EmailLink } from './link-queries.ts';
import { emailKey } from './new-accounts.ts';
import { noEmails } from './password-reset.ts';
import { assertReauthenticated } from './reauthentication.ts';

const LINK_TTL_MS = 24 * 60 * 60_000;
/** Links to the same address that are valid at the same time. */
const LINKS_MAX = 5;
const LINK_RATE: Rate = { burst: 5, perSecond: 1 / 600 };

const STALE_SIGN_IN = 'Please sign in with Steam again, then change the address within ten minutes.';

export async function describeEmail({ db, email }: AccountDeps, playerId: number): Promise<MyEmail> {
  const { address, isVerified, newAddress } = await selectMyEmail(db.sql, playerId);
  return { isAvailable: email !== undefined, address, isVerified, newAddress };
}

function assertMayRequest({ env, email, limits }: AccountDeps, { id, username }: Caller): void {
  if (email === undefined) throw noEmails();
  if (isDemoAccount(env, username)) {
    throw new Refusal('forbidden', 'Demo accounts are shared and have no e-mail address.');
  }
  assertRate(limits, { key: `email-link:${id}`, rate: LINK_RATE, message: 'Too many e-mails. Please wait a moment.' });
}

type Verification = { readonly playerId: number; readonly email: string; readonly language: Language | undefined };

/** Sends a link that confirms the address of the account. */
export async function sendVerification(
  tx: Tx,
  deps: EmailDeps,
  { playerId, email, language }: Verification,
): Promise<void> {
  if (deps.email === undefined) return;
  const token = await createLink(tx, { playerId, purpose: 'verify', email, ttlMs: LINK_TTL_MS });
  const content = { key: 'account.verifyEmail', parameters: { token } } as const;
  await queueEmail(tx, deps, { ...content, playerId, language, ttlMs: LINK_TTL_MS });
}

/** Sends a further link for the address of the account. Does nothing if it is confirmed already. */
export async function requestVerification(
  deps: AccountDeps,
  caller: Caller,
  language: Language | undefined,
): Promise<void> {
  assertMayRequest(deps, caller);
  const { id: playerId } = caller;
  await deps.db.transaction(async (tx) => {
    const account = await lockAddress(tx.sql, playerId);
    if (account === undefined || account.email === null) {
      throw new Refusal('invalid', 'This account has no e-mail address.');
    }
    if (account.isVerified) return;
    if ((await countLinks(tx.sql, { playerId, purposes: ['verify'] })) >= LINKS_MAX) return;
    await sendVerification(tx, deps, { playerId, email: account.email, language });
  });
}

type AddressChange = {
  readonly email: string;
  readonly password?: string | undefined;
  readonly address: string;
  readonly language: Language | undefined;
};

/**
 * Sends a link to the new address, which takes effect when that is opened, and a notice to the old one. Whether another account has the
 * address shows only then, to its owner.
 */
export async function requestEmailChange(
  deps: AccountDeps,
  tools: AuthTools,
  caller: Caller,
  { email, password, address, language }: AddressChange,
): Promise<void> {
  assertMayRequest(deps, caller);
  await assertReauthenticated(deps, tools, caller, { password, address, staleMessage: STALE_SIGN_IN });
  const { id: playerId } = caller;
  await deps.db.transaction(async (tx) => {
    const account = await lockAddress(tx.sql, playerId);
    if (account === undefined) throw new Refusal('unauthenticated', 'Please sign in first.');
    if (account.email !== null && emailKey(account.email) === emailKey(email)) {
      throw new Refusal('invalid', 'This is the address of your account already.');
    }
    await deleteLinksOf(tx.sql, { playerId, purposes: ['change'] });
    const token = await createLink(tx, { playerId, purpose: 'change', email, ttlMs: LINK_TTL_MS });
    const link = { key: 'account.confirmNewEmail', parameters: { token }, address: email } as const;
    await queueEmail(tx, deps, { ...link, playerId, language, ttlMs: LINK_TTL_MS });
    const notice = { key: 'account.emailChangeRequested', parameters: { newAddress: email } } as const;
    await queueEmail(tx, deps, { ...notice, playerId, language });
  });
}

export function cancelEmailChange({ db }: AccountDeps, { id: playerId }: Caller): Promise<void> {
  return deleteLinksOf(db.sql, { playerId, purposes: ['change'] });
}

async function applyLink(
  tx: Tx,
  deps: AccountDeps,
  { link, language }: { readonly link: EmailLink; readonly language: Language | undefined },
): Promise<void> {
  const { playerId, purpose, email } = link;
  if ((await lockAddress(tx.sql, playerId)) === undefined) throw linkInvalid();
  await useUpLink(tx, link);
  if (purpose === 'verify') {
    if (!(await updateEmailVerified(tx.sql, playerId, emailKey(email)))) throw linkInvalid();
    await deleteLinksOf(tx.sql, { playerId, purposes: ['verify'] });
    return recordAccountEvent(tx, { playerId, event: 'email-verify' });
  }
  // Before the address changes: this is the last e-mail to the old one.
  const notice = { key: 'account.emailChanged', parameters: { newAddress: email } } as const;
  await queueEmail(tx, deps, { ...notice, playerId, language });
  await updateEmail(tx.sql, { playerId, email, emailKey: emailKey(email) });
  await deleteLinksOf(tx.sql, { playerId, purposes: ['reset', 'verify', 'change'] });
  await recordAccountEvent(tx, { playerId, event: 'email-change' });
}

/**
 * Confirms the address of the account, or a new one, with a link. It works only in a session of the account, so that a person who gets
 * the e-mail by mistake cannot confirm another person's account.
 */
export async function confirmEmail(
  deps: AccountDeps,
  caller: Caller,
  { token, language }: { readonly token: string; readonly language: Language | undefined },
): Promise<void> {
  const link = await findLink(deps.db.sql, caller, { token, purposes: ['verify', 'change'] });
  const { playerId } = link;
  try {
    await deps.db.transaction(async (tx) => {
      // Exclusions lock the wallet before the account.
      await lockWallet(tx, playerId);
      await applyLink(tx, deps, { link, language });
      await applyStoredExclusions(tx, deps, { playerId });
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'players_email_key')) throw error;
    throw new Refusal('taken', 'Another account has this e-mail address.');
  }
}
