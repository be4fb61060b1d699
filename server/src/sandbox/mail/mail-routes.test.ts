import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

let site: TestSite;
beforeAll(async () => void (site = await createTestSite()));
afterAll(() => site.close());

const open = (url: string, of: TestSite = site) => of.http.inject({ url, headers: { host: 'localhost:3000' } });

async function send(changed: { readonly subject?: string; readonly text?: string; readonly html?: string } = {}) {
  const deliveryId = randomUUID();
  const content = { subject: 'Hello', text: 'Hello.', html: '<p>Hello.</p>', ...changed };
  await site.deps.email!.send({ deliveryId, to: 'a@karat.example', createdAt: new Date(), ...content });
  return deliveryId;
}

test('lists e-mails and shows each, with links to the site only', async () => {
  const text = 'Open http://localhost:3000/security now, not http://localhost:3000.evil.example/ or <b>this</b>.';
  const id = await send({ subject: '<i>Subject</i>', text });
  const list = await open('/sandbox/mail');
  expect(list.statusCode).toBe(200);
  expect(list.body).toContain(`href="/sandbox/mail/${id}"`);
  expect(list.body).toContain('&lt;i&gt;Subject&lt;/i&gt;');
  const page = await open(`/sandbox/mail/${id}`);
  expect(page.body).toContain('<a href="http://localhost:3000/security">');
  expect(page.body).not.toContain('<a href="http://localhost:3000.evil');
  expect(page.body).toContain('&lt;b&gt;this&lt;/b&gt;');
});

test('shows the HTML of an e-mail without scripts and without loading anything', async () => {
  const id = await send({ html: '<p style="color:red">Hello.</p>' });
  const { body, headers } = await open(`/sandbox/mail/${id}/html`);
  expect(body).toBe('<p style="color:red">Hello.</p>');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'unsafe-inline'/);
  expect(headers['content-security-policy']).not.toContain('script-src');
});

test.each(['/sandbox/mail/1', `/sandbox/mail/${randomUUID()}`, `/sandbox/mail/${randomUUID()}/html`])(
  'answers 404 to %s',
  async (url) => expect((await open(url)).statusCode).toBe(404),
);

test.each([
  [{ SMTP_URL: 'smtp://localhost', EMAIL_FROM: 'a@b.example' }],
  [{ NODE_ENV: 'production', PUBLIC_URL: 'http://localhost', PLATFORM: 'sandbox', DEMO: '1' }],
])('does not exist with %j', async (variables) => {
  const other = await createTestSite(variables);
  onTestFinished(() => other.close());
  const id = await send();
  for (const url of ['/sandbox/mail', `/sandbox/mail/${id}`]) {
    expect((await open(url, other)).body).not.toContain('a@karat.example');
  }
});
