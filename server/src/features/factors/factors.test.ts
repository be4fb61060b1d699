import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSeal } from '#seal.ts';
import { addPlayer } from '#testing/fixtures.ts';
import { freshCode, turnOnApp } from '#testing/second-factor.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import {
  consumeFactor,
  deleteFactors,
  handOverSecrets,
  readFactorState,
  replaceRecoveryCodes,
  sealHandedOverSecrets,
} from './factors.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.close());

async function newOwner() {
  const { id } = await addPlayer(site.deps.db);
  return { id, secret: await turnOnApp(site.deps, id) };
}

async function isAccepted({ id, secret }: Awaited<ReturnType<typeof newOwner>>, seal = site.deps.seal) {
  const code = await freshCode(site.deps, secret, id);
  return site.deps.db.transaction((tx) => consumeFactor(tx, { ...site.deps, seal }, { playerId: id, code }));
}

const readStored = (id: number) => site.deps.db.sql<{ sealed: Buffer | null; handedOver: string | null }>`
  select sealed, handed_over as "handedOver" from totp_secrets where player_id = ${id}`;

test('a secret is handed over to another SECRET and sealed again', async () => {
  const owners = [await newOwner(), await newOwner()];
  await handOverSecrets(site.deps);
  const next = createSeal('the next secret of this site');
  for (const owner of owners) {
    expect(await readStored(owner.id)).toEqual([{ sealed: null, handedOver: owner.secret }]);
    expect(await isAccepted(owner, next)).toBe('code');
  }
  await sealHandedOverSecrets({ ...site.deps, seal: next });
  for (const owner of owners) {
    const [{ sealed, handedOver } = { sealed: null, handedOver: '' }] = await readStored(owner.id);
    expect([next.open(sealed!), handedOver]).toEqual([owner.secret, null]);
    expect(await isAccepted(owner, next)).toBe('code');
  }
});

test('a secret that cannot be unsealed refuses codes and stays', async () => {
  const owner = await newOwner();
  const other = createSeal('a secret that was lost long ago');
  expect(await isAccepted(owner, other)).toBeUndefined();
  await handOverSecrets({ ...site.deps, seal: other });
  expect(await isAccepted(owner)).toBe('code');
});

test('a code counts once, and no code of an earlier step after it', async () => {
  const { id, secret } = await newOwner();
  const code = await freshCode(site.deps, secret, id);
  const attempt = () => site.deps.db.transaction((tx) => consumeFactor(tx, site.deps, { playerId: id, code }));
  expect([await attempt(), await attempt()]).toEqual(['code', undefined]);
});

test.each(['', '12345', '1234567', 'abcdef', 'AAAA-AAAA-AAAA-AAAA', '１２３４５６'])('refuses "%s"', async (code) => {
  const { id } = await newOwner();
  const used = await site.deps.db.transaction((tx) => consumeFactor(tx, site.deps, { playerId: id, code }));
  expect(used).toBeUndefined();
});

test('a recovery code counts only while the app is on', async () => {
  const { db } = site.deps;
  const { id } = await newOwner();
  const [code] = await db.transaction((tx) => replaceRecoveryCodes(tx.sql, id));
  const attempt = () => db.transaction((tx) => consumeFactor(tx, site.deps, { playerId: id, code: code! }));
  await db.sql`update totp_secrets set confirmed_at = null where player_id = ${id}`;
  expect(await attempt()).toBeUndefined();
  await db.sql`update totp_secrets set confirmed_at = now() where player_id = ${id}`;
  expect(await attempt()).toBe('recovery-code');
});

test('deleting the factors leaves no recovery code that is created at the same time', async () => {
  const { db } = site.deps;
  for (let round = 0; round < 10; round += 1) {
    const { id } = await newOwner();
    const [code] = await db.transaction((tx) => replaceRecoveryCodes(tx.sql, id));
    const replacing = db.transaction(async (tx) => {
      if ((await consumeFactor(tx, site.deps, { playerId: id, code: code! })) === undefined) return;
      await replaceRecoveryCodes(tx.sql, id);
    });
    await Promise.all([replacing, db.transaction((tx) => deleteFactors(tx.sql, id))]);
    expect(await readFactorState(db.sql, id)).toEqual({ confirmedAt: null, recoveryCodesLeft: 0 });
  }
});
