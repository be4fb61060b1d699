import { expect, test } from 'vitest';
import { readEnv } from '#env.ts';
import { BadEnv } from '#variables.ts';
import { smtpOf } from './email-settings.ts';

const FROM = { EMAIL_FROM: 'Karat <no-reply@karat.example>' };
const from = { name: 'Karat', address: 'no-reply@karat.example' };

test.each([
  ['smtp://mail.example', { host: 'mail.example', port: 587, tls: 'upgrade', auth: undefined }],
  ['smtps://mail.example', { host: 'mail.example', port: 465, tls: 'start', auth: undefined }],
  [
    'smtp://karat:p%40ss%3Aword@mail.example:2525',
    { host: 'mail.example', port: 2525, tls: 'upgrade', auth: { user: 'karat', pass: 'p@ss:word' } },
  ],
  ['smtp://127.0.0.1:25', { host: '127.0.0.1', port: 25, tls: 'none', auth: undefined }],
  ['smtp://[::1]:25', { host: '::1', port: 25, tls: 'none', auth: undefined }],
])('reads %s', (SMTP_URL, settings) => {
  expect(smtpOf({ ...FROM, SMTP_URL })).toEqual({ ...settings, from });
});

test('SMTP_TLS=off allows a relay without encryption', () => {
  expect(smtpOf({ ...FROM, SMTP_URL: 'smtp://relay', SMTP_TLS: 'off' })).toMatchObject({ tls: 'none' });
});

test.each([
  ['no-reply@karat.example', from],
  ['Karat Oyun <oyun@karat.example>', { name: 'Karat Oyun', address: 'oyun@karat.example' }],
])('accepts the sender %s', (EMAIL_FROM, sender) => {
  expect(smtpOf({ SMTP_URL: 'smtp://localhost', EMAIL_FROM })?.from).toEqual(sender);
});

test.each(['', 'Karat', 'a@b@c', 'a@b, c@d', 'Karat <a@b>\r\nBcc: c@d'])('refuses the sender "%s"', (EMAIL_FROM) => {
  expect(() => smtpOf({ SMTP_URL: 'smtp://localhost', EMAIL_FROM })).toThrow(BadEnv);
});

test.each(['http://mail.example', 'smtp://mail.example/path', 'smtp://mail.example?tls=no', 'mail.example'])(
  'refuses %s without quoting it',
  (SMTP_URL) => {
    expect(() => smtpOf({ ...FROM, SMTP_URL })).toThrow(/^SMTP_URL must be/);
    expect(() => smtpOf({ ...FROM, SMTP_URL })).not.toThrow(SMTP_URL);
  },
);

test('shows e-mails on a page only on a sandbox that is no production site and has no mail server', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://karat.example' };
  expect(readEnv({}).hasSandboxMail).toBe(true);
  expect(readEnv({ ...FROM, SMTP_URL: 'smtp://localhost' }).hasSandboxMail).toBe(false);
  expect(readEnv({ ...production, PLATFORM: 'sandbox', DEMO: '1' }).hasSandboxMail).toBe(false);
  expect(readEnv({ ...production }).hasSandboxMail).toBe(false);
});
