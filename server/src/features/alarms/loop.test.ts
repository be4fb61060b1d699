import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LeaseLost } from '#db/lease.ts';
import { lead } from '#testing/lead.ts';
import { startMailServer, type TestMailServer } from '#testing/mail-server.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { isSigned, startWebhookServer, type TestWebhookServer } from '#testing/webhook-server.ts';
import { listAlarms, raiseAlarm, raiseAlarmOnce } from './alarms.ts';
import { checkDisk, sendAlarms } from './loop.ts';
import { deleteOldAlarms } from './queries.ts';

const SECRET = 'a secret of the receiver';
const HALT = { kind: 'booksHalted', subject: 'ledger', details: { reason: 'balances (I1): 7' } } as const;

let site: TestSite;
let json: TestWebhookServer;
let slack: TestWebhookServer;
let discord: TestWebhookServer;
let mail: TestMailServer;
beforeAll(async () => {
  [json, slack, discord] = await Promise.all([startWebhookServer(), startWebhookServer(), startWebhookServer()]);
  mail = await startMailServer();
  site = await createTestSite({
    SMTP_URL: mail.url,
    EMAIL_FROM: 'no-reply@karat.example',
    ALARM_EMAILS: 'operator@karat.example',
    ALARM_WEBHOOKS: JSON.stringify([
      { url: json.url, secret: SECRET },
      { url: slack.url, format: 'slack', kinds: ['booksHalted'] },
      { url: discord.url, format: 'discord', kinds: ['breach'] },
    ]),
  });
});
afterAll(() => Promise.all([site, json, slack, discord, mail].map((each) => each.close())));
beforeEach(async () => {
  json.answer(() => 204);
  for (const { attempts } of [json, slack, discord]) attempts.length = 0;
  await sql`delete from alarms`;
});

const sql: TestSite['deps']['db']['sql'] = (strings, ...values) => site.deps.db.sql(strings, ...values);
const send = async () => sendAlarms(site.deps, await lead(site.deps, 'alarms'));
const deliveries = async () => (await listAlarms(site.deps.db.sql)).flatMap((alarm) => alarm.deliveries);
const makeDue = () => sql`update alarm_deliveries set due_at = now()`;

test('sends an alarm once to each destination that wants its kind', async () => {
  await raiseAlarm(site.deps.db, HALT);
  await send();
  await send();
  const text = 'The books are halted and players cannot wager: balances (I1): 7';
  expect(json.attempts).toHaveLength(1);
  expect(JSON.parse(json.attempts[0]!.body)).toMatchObject({ kind: 'booksHalted', subject: 'ledger', text });
  expect(isSigned(json.attempts[0]!, SECRET)).toBe(true);
  expect(JSON.parse(slack.attempts[0]!.body).text).toContain(text);
  expect(discord.attempts).toEqual([]);
  const mails = mail.deliveredTo('operator@karat.example').filter((each) => each.mail.text?.includes(text));
  expect(mails).toHaveLength(1);
  expect((await deliveries()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
});

test('Discord notifies no one by a name in the text', async () => {
  await raiseAlarm(site.deps.db, { kind: 'breach', subject: 'audit:7', details: { violations: 1 } });
  await send();
  const body = JSON.parse(discord.attempts[0]!.body);
  expect(body.content).toContain('An audit found 1 breach in the books.');
  expect(body.allowed_mentions).toEqual({ parse: [] });
});

test('tries again after a pause with the same delivery id, and says why it failed', async () => {
  json.answer(() => 503);
  await raiseAlarm(site.deps.db, HALT);
  await send();
  await send();
  const waiting = { destination: expect.stringContaining('webhook') as string, state: 'waiting', failure: 'HTTP 503' };
  expect(await deliveries()).toContainEqual(expect.objectContaining({ ...waiting, attempts: 1 }));
  json.answer(() => 204);
  await makeDue();
  await send();
  expect(json.attempts).toHaveLength(2);
  expect(new Set(json.attempts.map(({ deliveryId }) => deliveryId)).size).toBe(1);
  expect(await deliveries()).toContainEqual(expect.objectContaining({ state: 'sent', attempts: 2, failure: null }));
});

test('gives up what the receiver rejects, and what is a day old', async () => {
  json.answer(() => 400);
  await raiseAlarm(site.deps.db, HALT);
  await send();
  expect(await deliveries()).toContainEqual(expect.objectContaining({ state: 'failed', failure: 'HTTP 400' }));
  json.answer(() => 503);
  await raiseAlarm(site.deps.db, { ...HALT, subject: 'old' });
  await sql`update alarms set created_at = now() - interval '25 hours' where subject = 'old'`;
  await send();
  expect(await deliveries()).toContainEqual(expect.objectContaining({ state: 'failed', failure: 'HTTP 503' }));
});

test('a new leader sends again what the last one left, under the same id; a deposed one sends nothing', async () => {
  const old = await lead(site.deps, 'alarms');
  await raiseAlarm(site.deps.db, HALT);
  json.answer(() => 503);
  await sendAlarms(site.deps, old);
  await sql`update alarm_deliveries set claim_epoch = ${old.epoch}, due_at = now() + interval '1 hour' where state = 'waiting'`;
  json.answer(() => 204);
  await send();
  expect(json.attempts).toHaveLength(2);
  expect(json.stored().filter(({ deliveryId }) => deliveryId === json.attempts[0]!.deliveryId)).toHaveLength(1);
  await raiseAlarm(site.deps.db, HALT);
  await expect(sendAlarms(site.deps, old)).rejects.toThrow(LeaseLost);
  expect(json.attempts).toHaveLength(2);
});

test('an alarm of a transaction that is rolled back is not sent', async () => {
  const failing = site.deps.db.transaction(async (tx) => {
    await raiseAlarm(tx, HALT);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await send();
  expect(json.attempts).toEqual([]);
});

test('a cause that lasts raises one alarm', async () => {
  for (let each = 0; each < 3; each++) await raiseAlarmOnce(site.deps.db, HALT, 60_000);
  expect(await listAlarms(site.deps.db.sql)).toHaveLength(1);
  await sql`update alarms set created_at = now() - interval '2 minutes'`;
  await raiseAlarmOnce(site.deps.db, HALT, 60_000);
  expect(await listAlarms(site.deps.db.sql)).toHaveLength(2);
});

test('a full disk raises one alarm, a disk with space none', async () => {
  await checkDisk(site.deps, { freePercentMin: 0 });
  expect(await listAlarms(site.deps.db.sql)).toEqual([]);
  await checkDisk(site.deps, { freePercentMin: 101 });
  await checkDisk(site.deps, { freePercentMin: 101 });
  expect(await listAlarms(site.deps.db.sql)).toMatchObject([{ kind: 'diskFull', subject: 'disk' }]);
});

test('deletes old alarms with their deliveries', async () => {
  await raiseAlarm(site.deps.db, HALT);
  await send();
  await sql`update alarms set created_at = now() - interval '2 hours'`;
  await raiseAlarm(site.deps.db, { ...HALT, subject: 'new' });
  await deleteOldAlarms(site.deps.db.sql, 60 * 60_000);
  expect(await listAlarms(site.deps.db.sql)).toMatchObject([{ subject: 'new', deliveries: [] }]);
});
