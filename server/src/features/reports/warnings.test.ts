import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Db, openDb } from '#db/db.ts';
import { readEnv } from '#env.ts';
import { adjustBalance, decideAdjustment } from '#features/adjustments/adjustments.ts';
import { moveDiamonds } from '#features/wallet/wallet.ts';
import { noopLive } from '#live/noop-live.ts';
import { createLog } from '#log.ts';
import { addPlayer, findBreaches } from '#testing/fixtures.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { readAlerts } from './alerts.ts';
import { reportsLoop } from './loop.ts';
import { warnOfAdjustments } from './warnings.ts';

const live = noopLive;
const log = createLog('silent');
const env = readEnv({ ADJUSTMENT_APPROVAL_ABOVE: '1000' });

let database: TestDatabase;
let db: Db;
let [boss, second, one, two] = [0, 0, 0, 0];
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDb({ connection: database.connection, log });
});
beforeEach(async () => {
  [boss, second] = [(await addPlayer(db, 'admin')).id, (await addPlayer(db, 'admin')).id];
  [one, two] = [(await addPlayer(db)).id, (await addPlayer(db)).id];
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** A change from an older version, which counted by admin and player; upgraded databases contain such rows. */
const adjust = (playerId: number, amount: number, actorId = boss) =>
  db.transaction(async (tx) => {
    const [row] = await tx.sql<{ id: number }>`
      insert into adjustments (player_id, amount, reason, actor_id, approval_above)
      values (${playerId}, ${amount}, 'thanks', ${actorId}, ${env.adjustmentApprovalAbove}) returning id`;
    const line = { type: 'ADMIN_ADJUST', reference: `adjust:${row!.id}`, account: 'external:adjust' } as const;
    await moveDiamonds(tx, live, { ...line, playerId, amount });
  });

const readAlertsOf = async (kind: 'own_adjustment' | 'adjustment_sum') =>
  (await readAlerts({ db })).data.filter((alert) => alert.kind === kind && alert.users[0]!.id === boss);

const readNotifications = (playerId: number) => db.sql<{ title: string; message: string }>`
  select title, message from notifications
  where player_id = ${playerId} and title in ('An admin changed their own balance', 'Balance changes add up') order by id`;

const readName = async (id: number) =>
  (await db.sql<{ username: string }>`select username from players where id = ${id}`)[0]!.username;

test("shows an admin's change of their own balance and notifies staff once", async () => {
  await adjust(one, 100);
  expect(await warnOfAdjustments({ db, live })).toBe(0);
  await adjust(boss, 300);
  await adjust(boss, -50);
  expect(await readAlertsOf('own_adjustment')).toMatchObject([
    { level: 'warn', link: '/admin/logs', users: [{ id: boss }], count: 2, changed: { given: 300, taken: 50 } },
  ]);
  expect(await Promise.all([warnOfAdjustments({ db, live }), warnOfAdjustments({ db, live })])).toContain(2);
  expect(await warnOfAdjustments({ db, live })).toBe(0);
  const name = await readName(boss);
  const title = 'An admin changed their own balance';
  const expected = [
    { title, message: `${name} gave 300 diamonds to their own account: thanks` },
    { title, message: `${name} took 50 diamonds from their own account: thanks` },
  ];
  expect([await readNotifications(second), await readNotifications(boss), await readNotifications(one)]).toEqual([
    expected,
    expected,
    [],
  ]);
  expect(await findBreaches(db)).toEqual([]);
});

test('does not count a change that a second person approved', async () => {
  const wanted = { playerId: one, amount: 5_000, reason: 'thanks', actorId: boss };
  const { adjustmentId: requestId } = await db.transaction((tx) => adjustBalance(tx, { live, env }, wanted));
  await db.transaction((tx) =>
    decideAdjustment(tx, { live, env }, { requestId, actorId: second, isApproved: true, reason: 'yes' }),
  );
  expect([await readAlertsOf('own_adjustment'), await readAlertsOf('adjustment_sum')]).toEqual([[], []]);
  expect(await warnOfAdjustments({ db, live })).toBe(0);
});

test('shows and notifies sums of a day above the limit when they cross it, given and taken separately', async () => {
  await adjust(one, 600);
  await adjust(two, 400);
  await adjust(one, -600);
  expect(await readAlertsOf('adjustment_sum')).toEqual([]);
  expect(await warnOfAdjustments({ db, live })).toBe(0);
  await adjust(two, 1);
  await adjust(two, 99);
  expect(await readAlertsOf('adjustment_sum')).toMatchObject([
    { level: 'warn', users: [{ id: boss }], count: 4, changed: { given: 1_100, taken: 0, limit: 1_000 } },
  ]);
  expect(await warnOfAdjustments({ db, live })).toBe(1);
  await adjust(two, -500);
  expect(await readAlertsOf('adjustment_sum')).toMatchObject([{ changed: { given: 1_100, taken: 1_100 } }]);
  expect(await warnOfAdjustments({ db, live })).toBe(1);
  const limit = 'within 24 hours, in changes that were each within the limit of 1.000 diamonds.';
  expect((await readNotifications(second)).map(({ message }) => message)).toEqual([
    `${await readName(boss)} gave 1.001 diamonds ${limit}`,
    `${await readName(boss)} took 1.100 diamonds ${limit}`,
  ]);
});

test('counts each admin separately, and a day as 24 hours', async () => {
  await adjust(one, 700);
  await adjust(one, 700, second);
  await db.sql`alter table adjustments disable trigger all`;
  await db.sql`update adjustments set created_at = created_at - interval '25 hours' where actor_id = ${boss}`;
  await db.sql`alter table adjustments enable trigger all`;
  await adjust(two, 700);
  expect(await readAlertsOf('adjustment_sum')).toEqual([]);
  await db.sql`alter table adjustments disable trigger all`;
  await db.sql`
    update adjustments set created_at = created_at - interval '23 hours 30 minutes' where actor_id = ${boss} and player_id = ${two}`;
  await db.sql`alter table adjustments enable trigger all`;
  expect(await readAlertsOf('adjustment_sum')).toMatchObject([{ count: 2, changed: { given: 1_400 } }]);
  expect(await warnOfAdjustments({ db, live })).toBe(1);
});

test('the loop sends the warnings', async () => {
  await adjust(boss, 10);
  const stop = new AbortController();
  const running = reportsLoop({ db, live, log }, stop.signal, { firstAfterMs: 0, warnEveryMs: 5 });
  await expect.poll(() => readNotifications(second)).toHaveLength(1);
  stop.abort();
  await running;
});
