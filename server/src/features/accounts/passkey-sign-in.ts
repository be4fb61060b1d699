import type { AddedPasskey, PasskeyAnswer } from '@karat/contract/passkeys';
import { Refusal } from '@karat/contract/refusal';
import type { Caller } from '#deps.ts';
import { deletePasskey, finishAdding, startAdding, startSigning, verifyPasskey } from '#features/passkeys/passkeys.ts';
import { assertFreshFactor } from '#http/callers.ts';
import type { AccountDeps, AuthTools } from './account-deps.ts';
import { openSession, type SignedIn } from './accounts.ts';
import { selectChallenge } from './challenge-queries.ts';
import { recordFactorChange } from './factor-changes.ts';
import type { ClientDetails } from './known-devices.ts';
import { assertMayAddFactor } from './reauthentication.ts';
import { updateFactorAt } from './session-queries.ts';
import { tokenHash } from './sessions.ts';
import { CHALLENGE_MAX_MS, requireSession } from './sign-in-challenges.ts';

type AtOrigin = { readonly origin: string };

/** Creates the functions of passkeys. A passkey whose device has checked the person counts as both factors. */
export function createPasskeyAccounts(deps: AccountDeps, tools: AuthTools) {
  const { db, sessions } = deps;

  return {
    async startAdding(
      caller: Caller,
      { origin, ...form }: AtOrigin & { password?: string | undefined; address: string },
    ) {
      const staleMessage = 'Please sign in with Steam again, then add the passkey within ten minutes.';
      await assertMayAddFactor(deps, tools, caller, { ...form, staleMessage });
      return startAdding(db.sql, caller, origin);
    },
    add: (caller: Caller, form: AtOrigin & { name: string; response: AddedPasskey }, client: ClientDetails) =>
      db.transaction(async (tx) => {
        await finishAdding(tx, caller, form);
        await recordFactorChange(tx, deps, { playerId: caller.id, change: 'passkey-add', client });
      }),
    async remove(caller: Caller, id: number, client: ClientDetails): Promise<void> {
      await assertFreshFactor(sessions, caller);
      await db.transaction(async (tx) => {
        if (!(await deletePasskey(tx.sql, { playerId: caller.id, id }))) {
          throw new Refusal('not_found', 'Passkey not found.');
        }
        await recordFactorChange(tx, deps, { playerId: caller.id, change: 'passkey-remove', client });
      });
    },
    /** With the challenge of a sign-in that waits for the second step, only for its player. */
    async startSignIn({ origin, challenge }: AtOrigin & { challenge: string | undefined }) {
      const pending =
        challenge === undefined ? undefined : await selectChallenge(db.sql, tokenHash(challenge), CHALLENGE_MAX_MS);
      return startSigning(db.sql, { purpose: 'sign-in', playerId: pending?.playerId ?? null, origin });
    },
    signIn: (form: AtOrigin & { response: PasskeyAnswer }, client: ClientDetails): Promise<SignedIn> =>
      db.transaction(async (tx) => {
        const playerId = await verifyPasskey(tx, { ...form, purpose: 'sign-in' });
        const by = { method: 'passkey', factor: 'passkey' } as const;
        const signedIn = requireSession(
          await openSession(tx, deps, { playerId, client, by, contact: deps.env.contact }),
        );
        await deps.switches.assertOpenTo(signedIn.user);
        return signedIn;
      }),
    startCheck: (caller: Caller, { origin }: AtOrigin) =>
      startSigning(db.sql, { purpose: 'verify', playerId: caller.id, origin }),
    check: ({ id: playerId, sessionId }: Caller, form: AtOrigin & { response: PasskeyAnswer }) =>
      db.transaction(async (tx) => {
        const ownerId = await verifyPasskey(tx, { ...form, purpose: 'verify' });
        if (ownerId !== playerId) throw new Refusal('passkey_refused', 'The passkey belongs to another account.');
        if (await updateFactorAt(tx.sql, sessionId)) await sessions.announceChange(tx, [{ sessionId, playerId }]);
      }),
  };
}
