import { expect, test } from 'vitest';
import { createAccountFixture } from '#testing/account-fixture.ts';
import { readEmails } from '#testing/email-queue.ts';
import { turnOnApp } from '#testing/second-factor.ts';
import { AccountError } from './first-accounts.ts';
import { removeFactorsByName } from './factor-removal.ts';

const fixture = createAccountFixture();
const deps = () => fixture.site().deps;

test('the operator removes the second factor of an admin by name, in any case', async () => {
  const { username, password, token } = await fixture.newPlayer();
  const { id } = (await deps().sessions.find(token))!;
  await deps().db.sql`update players set staff_role = 'admin' where id = ${id}`;
  await turnOnApp(deps(), id);
  expect(await removeFactorsByName(deps(), username.toUpperCase())).toBe(true);
  expect(await fixture.isSignedIn(token)).toBe(false);
  expect((await fixture.post('/auth/login', { username, password })).statusCode).toBe(200);
  const actions = await deps().db.sql`
    select action, actor_id as "actorId", reason, after from staff_actions where subject = ${`player:${id}`}`;
  expect(actions).toEqual([
    {
      action: 'account.remove-factors',
      actorId: null,
      reason: 'Requested by the operator.',
      after: { app: false, recoveryCodes: 0, passkeys: 0, signedOut: 1 },
    },
  ]);
  const notices = (await readEmails(deps(), id)).filter(({ template }) => template === 'notice.factorChanged');
  expect(notices).toMatchObject([{ parameters: { change: 'removed-by-staff' } }]);
});

test('the operator changes nothing for a player without a second factor, and an unknown name is refused', async () => {
  const { username, token } = await fixture.newPlayer();
  expect(await removeFactorsByName(deps(), username)).toBe(false);
  expect(await fixture.isSignedIn(token)).toBe(true);
  await expect(removeFactorsByName(deps(), 'kimse')).rejects.toThrow(
    new AccountError('There is no player called "kimse".'),
  );
});
