import { Refusal } from '@karat/contract/refusal';
import type { Tx } from '#db/db.ts';
import type { Caller } from '#deps.ts';
import {
  confirmSetUp,
  deleteFactors,
  readFactorState,
  replaceRecoveryCodes,
  startSetUp,
  consumeFactor,
} from '#features/factors/factors.ts';
import type { AccountDeps, AuthTools } from './account-deps.ts';
import { recordAccountEvent, recordFailedSignIns } from './account-events.ts';
import { openSession, type SignedIn } from './accounts.ts';
import { deleteChallenge, selectChallenge } from './challenge-queries.ts';
import type { ClientDetails } from './known-devices.ts';
import { lockForSignIn } from './queries.ts';
import { assertReauthenticated } from './reauthentication.ts';
import { clearFactorAt, updateFactorAt } from './session-queries.ts';
import { endOtherSessions, tokenHash } from './sessions.ts';
import { CHALLENGE_MAX_MS, requireSession } from './sign-in-challenges.ts';

type CodeForm = { readonly code: string; readonly address: string };

/** `counter` names whose wrong codes are counted together, however many networks they come from. */
type CodeAttempt = { readonly playerId: number; readonly address: string; readonly counter: string };

const staleChallenge = (): Refusal => new Refusal('stale_sign_in', 'This sign-in took too long. Please start again.');

/** Runs work that returns undefined if the code is wrong. Too many wrong codes have to wait. */
async function attemptCode<Success>(
  deps: AccountDeps,
  { throttle }: AuthTools,
  { playerId, address, counter }: CodeAttempt,
  work: (tx: Tx) => Promise<Success | undefined>,
): Promise<Success> {
  const onLocked = () => recordFailedSignIns(deps, playerId, 'code-lock-out');
  const who = { account: `player:${playerId}`, address, device: counter, onLocked };
  const success = await throttle.attempt(who, () => deps.db.transaction(work));
  if (success === undefined) throw new Refusal('wrong_code', 'The code is wrong.');
  return success;
}

/** The second step of a sign-in. A challenge opens one session. */
async function confirmSignIn(
  deps: AccountDeps,
  tools: AuthTools,
  { challenge, code }: { challenge: string | undefined; code: string },
  client: ClientDetails,
): Promise<SignedIn> {
  const challengeHash = tokenHash(challenge ?? '');
  const pending = await selectChallenge(deps.db.sql, challengeHash, CHALLENGE_MAX_MS);
  if (pending === undefined) throw staleChallenge();
  const { playerId, method } = pending;
  const attempt = { playerId, address: client.address, counter: `code:${playerId}` };
  return attemptCode(deps, tools, attempt, async (tx) => {
    // In the order in which account deletion locks them.
    await lockForSignIn(tx.sql, playerId);
    const factor = await consumeFactor(tx, deps, { playerId, code });
    if (factor === undefined) return undefined;
    if (!(await deleteChallenge(tx.sql, challengeHash))) throw staleChallenge();
    const opened = await openSession(tx, deps, { playerId, client, by: { method, factor }, contact: deps.env.contact });
    const signedIn = requireSession(opened);
    await deps.switches.assertOpenTo(signedIn.user);
    if (factor === 'recovery-code') await recordAccountEvent(tx, { playerId, event: 'recovery-code-use' });
    return signedIn;
  });
}

async function setUp(
  deps: AccountDeps,
  tools: AuthTools,
  caller: Caller,
  form: { password?: string | undefined; address: string },
): Promise<{ secret: string; uri: string }> {
  const staleMessage = 'Please sign in with Steam again, then set up the app within ten minutes.';
  await assertReauthenticated(deps, tools, caller, { ...form, staleMessage });
  return startSetUp(deps.db.sql, deps, caller);
}

/** Creates the functions of the second factor. Wrong codes in a session slow down only this session. */
export function createSecondFactor(deps: AccountDeps, tools: AuthTools) {
  const attemptInSession = <Success>(
    { id: playerId, sessionId }: Caller,
    { address }: CodeForm,
    work: (tx: Tx) => Promise<Success | undefined>,
  ) => attemptCode(deps, tools, { playerId, address, counter: `code-session:${sessionId}` }, work);

  return {
    confirmSignIn: (form: { challenge: string | undefined; code: string }, client: ClientDetails) =>
      confirmSignIn(deps, tools, form, client),
    readState: (caller: Caller) => readFactorState(deps.db.sql, caller.id),
    setUp: (caller: Caller, form: { password?: string | undefined; address: string }) =>
      setUp(deps, tools, caller, form),
    /** Turns the second factor on. Keeps this session and ends all others, which did not give it. */
    confirm: (caller: Caller, form: CodeForm) =>
      attemptInSession(caller, form, async (tx) => {
        const { id: playerId, sessionId } = caller;
        const recoveryCodes = await confirmSetUp(tx, deps, { playerId, code: form.code });
        if (recoveryCodes === undefined) return undefined;
        await updateFactorAt(tx.sql, sessionId);
        await deps.sessions.announceChange(tx, [{ sessionId, playerId }]);
        await endOtherSessions(tx, { sessions: deps.sessions, playerId, sessionId });
        await recordAccountEvent(tx, { playerId, event: 'second-factor-on' });
        return { recoveryCodes };
      }),
    /** Records that the factor was given again. A session that gives it for the first time gets the rights of staff. */
    verify: (caller: Caller, form: CodeForm) =>
      attemptInSession(caller, form, async (tx) => {
        const { id: playerId, sessionId } = caller;
        if ((await consumeFactor(tx, deps, { playerId, code: form.code })) === undefined) return undefined;
        const isFirst = await updateFactorAt(tx.sql, sessionId);
        if (isFirst) await deps.sessions.announceChange(tx, [{ sessionId, playerId }]);
        return true;
      }),
    turnOff: (caller: Caller, form: CodeForm) =>
      attemptInSession(caller, form, async (tx) => {
        const { id: playerId } = caller;
        if ((await consumeFactor(tx, deps, { playerId, code: form.code })) === undefined) return undefined;
        await deleteFactors(tx.sql, playerId);
        await deps.sessions.announceChange(tx, await clearFactorAt(tx.sql, playerId));
        await recordAccountEvent(tx, { playerId, event: 'second-factor-off' });
        return true;
      }),
    replaceRecoveryCodes: (caller: Caller, form: CodeForm) =>
      attemptInSession(caller, form, async (tx) => {
        const { id: playerId } = caller;
        if ((await consumeFactor(tx, deps, { playerId, code: form.code })) === undefined) return undefined;
        await recordAccountEvent(tx, { playerId, event: 'recovery-codes' });
        return { recoveryCodes: await replaceRecoveryCodes(tx.sql, playerId) };
      }),
  };
}
