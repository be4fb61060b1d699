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
import { countPasskeys } from '#features/passkeys/passkeys.ts';
import type { AccountDeps, AuthTools } from './account-deps.ts';
import { recordFailedSignIns } from './account-events.ts';
import { openSession, type SignedIn } from './accounts.ts';
import { deleteChallenge, selectChallenge } from './challenge-queries.ts';
import { recordFactorChange } from './factor-changes.ts';
import type { ClientDetails } from './known-devices.ts';
import { lockForSignIn } from './queries.ts';
import { assertMayAddFactor } from './reauthentication.ts';
import { clearFactorAt, updateFactorAt } from './session-queries.ts';
import { endOtherSessions, tokenHash } from './sessions.ts';
import { CHALLENGE_MAX_MS, requireSession } from './sign-in-challenges.ts';

type CodeForm = { readonly code: string; readonly client: ClientDetails };

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
    if (factor === 'recovery-code')
      await recordFactorChange(tx, deps, { playerId, change: 'recovery-code-use', client });
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
  await assertMayAddFactor(deps, tools, caller, { ...form, staleMessage });
  return startSetUp(deps.db.sql, deps, caller);
}

/** Creates the functions of the second factor. Wrong codes in a session slow down only this session. */
export function createSecondFactor(deps: AccountDeps, tools: AuthTools) {
  const attemptInSession = <Success>(
    { id: playerId, sessionId }: Caller,
    { client: { address } }: CodeForm,
    work: (tx: Tx) => Promise<Success | undefined>,
  ) => attemptCode(deps, tools, { playerId, address, counter: `code-session:${sessionId}` }, work);

  return {
    confirmSignIn: (form: { challenge: string | undefined; code: string }, client: ClientDetails) =>
      confirmSignIn(deps, tools, form, client),
    async readState({ id }: Caller) {
      const state = await readFactorState(deps.db.sql, id);
      return { ...state, passkeysCount: await countPasskeys(deps.db.sql, id) };
    },
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
        await recordFactorChange(tx, deps, { playerId, change: 'second-factor-on', client: form.client });
        return { recoveryCodes };
      }),
    /** Records that the factor was given again. A session that gives it for the first time gets the rights of staff. */
    verify: (caller: Caller, form: CodeForm) =>
      attemptInSession(caller, form, async (tx) => {
        const { id: playerId, sessionId } = caller;
        const factor = await consumeFactor(tx, deps, { playerId, code: form.code });
        if (factor === undefined) return undefined;
        if (factor === 'recovery-code') {
          await recordFactorChange(tx, deps, { playerId, change: 'recovery-code-use', client: form.client });
        }
        const isFirst = await updateFactorAt(tx.sql, sessionId);
        if (isFirst) await deps.sessions.announceChange(tx, [{ sessionId, playerId }]);
        return true;
      }),
    /** A recovery code as proof has no notice of its own, because all of them end. The same goes for new recovery codes. */
    turnOff: (caller: Caller, form: CodeForm) =>
      attemptInSession(caller, form, async (tx) => {
        const { id: playerId } = caller;
        if ((await consumeFactor(tx, deps, { playerId, code: form.code })) === undefined) return undefined;
        await deleteFactors(tx.sql, playerId);
        await deps.sessions.announceChange(tx, await clearFactorAt(tx.sql, playerId));
        await recordFactorChange(tx, deps, { playerId, change: 'second-factor-off', client: form.client });
        return true;
      }),
    replaceRecoveryCodes: (caller: Caller, form: CodeForm) =>
      attemptInSession(caller, form, async (tx) => {
        const { id: playerId } = caller;
        if ((await consumeFactor(tx, deps, { playerId, code: form.code })) === undefined) return undefined;
        await recordFactorChange(tx, deps, { playerId, change: 'recovery-codes', client: form.client });
        return { recoveryCodes: await replaceRecoveryCodes(tx.sql, playerId) };
      }),
  };
}
