import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSandboxMail, selectEmail } from '#sandbox/mail/outbox.ts';
import { startMailServer, type TestMailServer } from '#testing/mail-server.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import type { EmailMessage, EmailSender } from './email.ts';
import { createSmtpSender } from './smtp.ts';

const from = { name: 'Karat', address: 'no-reply@karat.example' };

let site: TestSite;
let server: TestMailServer;
beforeAll(async () => {
  [site, server] = await Promise.all([createTestSite(), startMailServer()]);
});
afterAll(() => Promise.all([site.close(), server.close()]));

type Delivered = { readonly to: string; readonly subject: string; readonly text: string; readonly html: string };

async function findBySmtp(deliveryId: string): Promise<Delivered[]> {
  return server
    .delivered()
    .filter((each) => each.deliveryId === deliveryId)
    .map(({ to, mail }) => ({
      to: to.join(),
      subject: mail.subject ?? '',
      text: mail.text?.trim() ?? '',
      html: mail.html?.trim() ?? '',
    }));
}

async function findInSandbox(deliveryId: string): Promise<Delivered[]> {
  const found = await selectEmail(site.deps.db.sql, deliveryId);
  return found === undefined ? [] : [{ ...found, to: found.address }];
}

const SENDERS: readonly [string, () => EmailSender, (deliveryId: string) => Promise<Delivered[]>][] = [
  [
    'SMTP',
    () => createSmtpSender({ host: '127.0.0.1', port: server.port, tls: 'none', auth: undefined, from }),
    findBySmtp,
  ],
  ['the sandbox', () => createSandboxMail(site.deps.db.sql), findInSandbox],
];

const newMessage = (): EmailMessage => ({
  deliveryId: randomUUID(),
  to: 'oyuncu+karat@karat.example',
  subject: 'Işık, ğüşöç “alıntı”',
  text: 'Merhaba Ümit,\n\nİyi oyunlar.',
  html: '<!doctype html><p>Merhaba <b>Ümit</b></p>',
  createdAt: new Date('2026-03-01T12:30:00Z'),
});

describe.each(SENDERS)('%s', (_, create, find) => {
  test('delivers subject, text and HTML as they are', async () => {
    const { deliveryId, to, subject, text, html } = newMessage();
    expect(await create().send({ ...newMessage(), deliveryId })).toEqual({ kind: 'sent' });
    expect(await find(deliveryId)).toMatchObject([{ to, subject, text, html }]);
  });

  test('delivers twenty repeats of one e-mail once', async () => {
    const message = newMessage();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => create().send(message)));
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['sent']));
    expect(await find(message.deliveryId)).toHaveLength(1);
  });
});
