import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { SmtpSettings } from '#email-settings.ts';
import { startMailServer, type TestMailServer } from '#testing/mail-server.ts';
import type { EmailMessage } from './email.ts';
import { createSmtpSender } from './smtp.ts';

let server: TestMailServer;
beforeAll(async () => void (server = await startMailServer()));
afterAll(() => server.close());
beforeEach(() => server.answer(() => undefined));

const settingsOf = (changed: Partial<SmtpSettings> = {}): SmtpSettings => ({
  host: '127.0.0.1',
  port: server.port,
  tls: 'none',
  auth: undefined,
  from: { name: 'Karat', address: 'no-reply@karat.example' },
  ...changed,
});

const newMessage = (changed: Partial<EmailMessage> = {}): EmailMessage => ({
  deliveryId: randomUUID(),
  to: 'player@karat.example',
  subject: 'Hello',
  text: 'Hello.',
  html: '<p>Hello.</p>',
  createdAt: new Date('2026-03-01T12:30:00Z'),
  ...changed,
});

test('repeats carry the same Message-ID, delivery id and date', async () => {
  const message = newMessage();
  server.answer(() => 451);
  expect(await createSmtpSender(settingsOf()).send(message)).toMatchObject({ kind: 'failed' });
  server.answer(() => undefined);
  expect(await createSmtpSender(settingsOf()).send(message)).toEqual({ kind: 'sent' });
  const sent = server.attempts.filter(({ deliveryId }) => deliveryId === message.deliveryId);
  expect(sent).toHaveLength(2);
  for (const { mail } of sent) {
    expect(mail.messageId).toBe(`<${message.deliveryId}@karat.example>`);
    expect(mail.date).toBe('2026-03-01T12:30:00.000Z');
    expect(mail.from).toMatchObject({ name: 'Karat', address: 'no-reply@karat.example' });
  }
});

test.each([
  [421, 'failed'],
  [451, 'failed'],
  [452, 'failed'],
  [550, 'rejected'],
  [554, 'rejected'],
])('an answer of %s to the message: %s, without quoting the server', async (code, kind) => {
  server.answer(() => code);
  const outcome = await createSmtpSender(settingsOf()).send(newMessage());
  expect(outcome).toEqual({ kind, reason: `SMTP ${code} after DATA` });
});

test.each([
  ['a subject with a line break', { subject: 'Hello\r\nBcc: other@karat.example' }],
  ['an address with a line break', { to: 'player@karat.example>\r\nRCPT TO:<other@karat.example' }],
  ['an address that looks like two', { to: 'player@karat.example, other@karat.example' }],
])('%s reaches no other address', async (_, changed) => {
  const message = newMessage(changed);
  await createSmtpSender(settingsOf()).send(message);
  for (const { to, mail } of server.attempts.filter(({ deliveryId }) => deliveryId === message.deliveryId)) {
    expect(to).toHaveLength(1);
    expect(to[0]).not.toBe('other@karat.example');
    expect(mail.bcc ?? []).toEqual([]);
  }
});

test('a server that cannot encrypt gets nothing if encryption is required', async () => {
  const message = newMessage();
  expect(await createSmtpSender(settingsOf({ tls: 'upgrade' })).send(message)).toMatchObject({ kind: 'failed' });
  expect(server.attempts.some(({ deliveryId }) => deliveryId === message.deliveryId)).toBe(false);
});

test('a server that is down is a failure', async () => {
  const stopped = await startMailServer();
  await stopped.close();
  const outcome = await createSmtpSender(settingsOf({ port: stopped.port })).send(newMessage());
  expect(outcome).toMatchObject({ kind: 'failed' });
});

test('signs in, and a wrong password is a failure that may pass', async () => {
  const closed = await startMailServer({ user: 'karat', pass: 'right' });
  onTestFinished(() => closed.close());
  const send = (pass: string) =>
    createSmtpSender(settingsOf({ port: closed.port, auth: { user: 'karat', pass } })).send(newMessage());
  expect(await send('wrong')).toMatchObject({ kind: 'failed' });
  expect(await send('right')).toEqual({ kind: 'sent' });
});
