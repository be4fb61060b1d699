import type { Deps } from '#deps.ts';
import { openTab } from '#sandbox/player-actions/chat-actions.ts';
import { createRandom } from '#sandbox/player-actions/random.ts';
import { endResidentSession, openResidentSession, type ResidentAccount, selectResidentAccounts } from './accounts.ts';
import type { Resident } from './resident.ts';

export type RosterDeps = Pick<Deps, 'db' | 'sessions' | 'env' | 'log'>;

async function signIn(deps: RosterDeps, origin: string, account: ResidentAccount): Promise<Resident | undefined> {
  const token = await openResidentSession(deps, account.id);
  if (token === undefined) return undefined;
  const random = createRandom(token);
  // Unique across sessions: a reused idempotency key would return the earlier answer.
  const prefix = random.hex(16);
  let keys = 0;
  return { ...account, token, random, newKey: () => `${prefix}-${(keys += 1)}`, ...openTab(origin, token) };
}

/** The signed-in residents. Each has one session and one open tab, like a person; tokens are only in memory. */
export function createRoster(deps: RosterDeps, origin: string) {
  let residents: readonly Resident[] = [];

  async function close(): Promise<void> {
    const leaving = residents;
    residents = [];
    for (const { socket } of leaving) socket.disconnect();
    for (const { id } of leaving) await endResidentSession(deps, id);
  }

  return {
    residents: (): readonly Resident[] => residents,
    /** Signs all residents in, unless they are signed in. */
    async open(): Promise<void> {
      if (residents.length > 0) return;
      const accounts = await selectResidentAccounts(deps.db.sql, deps.env.residentsCount);
      const signedIn: Resident[] = [];
      for (const account of accounts) {
        const resident = await signIn(deps, origin, account);
        if (resident !== undefined) signedIn.push(resident);
      }
      residents = signedIn;
    },
    /** Whether the site ended a session, as staff can: its tab was disconnected and does not try again. */
    hasLostSession: (): boolean => residents.some(({ socket }) => !socket.active),
    close,
  };
}
