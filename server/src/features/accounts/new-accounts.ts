import type { StaffRole } from '@karat/contract/staff';
import { nameKey } from '@karat/rules/names';
import { fakeSteamId } from '#adapters/steam/steam.ts';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { notify } from '#features/notifications/notifications.ts';
import { applyStoredExclusions } from '#features/safer-play/safer-play.ts';
import { payWelcomeBonus } from '#features/wallet/wallet.ts';
import { recordAccountEvent } from './account-events.ts';
import { insertPlayer } from './queries.ts';
import { updateSteamId } from './steam-queries.ts';

export type NewAccount = {
  readonly username: string;
  readonly email?: string;
  readonly passwordHash?: string;
  readonly steamId?: string;
  readonly avatar?: string | undefined;
  readonly staffRole?: StaffRole;
};

/** The key of an e-mail address: the same for all spellings, because providers ignore case. */
export function emailKey(email: string): string {
  return email.normalize('NFC').toLowerCase();
}

export type NewAccountDeps = Pick<Deps, 'live' | 'env' | 'seal' | 'log'>;

const welcomeGift = (amount: number) => ({ key: 'account.welcomeGift', parameters: { amount } }) as const;

/** Creates a player with everything that an account starts with. A name in use violates a unique constraint. */
export async function createAccount(tx: Tx, deps: NewAccountDeps, account: NewAccount): Promise<number> {
  const { username, email, passwordHash, steamId, avatar, staffRole } = account;
  const playerId = await insertPlayer(tx.sql, {
    username,
    usernameKey: nameKey(username),
    email: email ?? null,
    emailKey: email === undefined ? null : emailKey(email),
    passwordHash: passwordHash ?? null,
    steamId: steamId ?? null,
    avatar: avatar ?? null,
    staffRole: staffRole ?? null,
    isAgeConfirmed: deps.env.ageCheck === 'signup',
  });
  if (steamId === undefined && deps.env.platform === 'sandbox') {
    await updateSteamId(tx.sql, { playerId, steamId: fakeSteamId(playerId), replaceable: null, avatar: null });
  }
  await applyStoredExclusions(tx, deps, { playerId, isNew: true });
  const bonus = await payWelcomeBonus(tx, deps, playerId);
  const details = {
    by: steamId === undefined ? 'password' : 'steam',
    ...(staffRole !== undefined && { role: staffRole }),
  };
  await recordAccountEvent(tx, { playerId, event: 'signup', details });
  const welcome = bonus > 0 ? welcomeGift(bonus) : ({ key: 'account.welcome', parameters: {} } as const);
  await notify(tx, deps.live, { playerId, ...welcome });
  return playerId;
}
