import { expect, onTestFinished, test } from 'vitest';
import { SANDBOX_LOGIN_PATH } from '#sandbox/openid-request.ts';
import { runCommand } from '#testing/commands.ts';
import { temporaryFolder } from '#testing/folders.ts';
import { freePort } from '#testing/free-port.ts';
import { type SiteProcess, startSite } from '#testing/site-process.ts';

type Variables = Readonly<Record<string, string>>;

const DEMO_PLAYER = { username: 'demo', password: 'karat-demo' };

async function start(dataDir: string, variables: Variables): Promise<SiteProcess> {
  const site = await startSite(dataDir, variables);
  onTestFinished(() => site.kill());
  return site;
}

/** Starts the site as an operator would in production, without DEMO. */
async function startProduction(dataDir: string, variables: Variables = {}): Promise<SiteProcess> {
  // PUBLIC_URL, which production needs, contains the port.
  const port = await freePort();
  const production = { NODE_ENV: 'production', DEMO: '', PORT: port, PUBLIC_URL: `http://localhost:${port}` };
  return start(dataDir, { ...production, ...variables });
}

const bearer = (token: string): Variables => (token === '' ? {} : { authorization: `Bearer ${token}` });

function post({ origin }: SiteProcess, path: string, body: object, token = ''): Promise<Response> {
  const headers = { ...bearer(token), 'content-type': 'application/json' };
  return fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function fetchToken(reply: Response): Promise<string> {
  expect(reply.status).toBeLessThan(300);
  return ((await reply.json()) as { token: string }).token;
}

async function fetchStatus({ origin }: SiteProcess, path: string, token = ''): Promise<number> {
  return (await fetch(`${origin}${path}`, { headers: bearer(token), redirect: 'manual' })).status;
}

test('starts in production without demo accounts, welcome gifts and sandbox', { timeout: 60_000 }, async () => {
  const site = await startProduction(await temporaryFolder());
  expect(site.output.join('\n')).not.toContain(DEMO_PLAYER.password);
  expect((await post(site, '/auth/login', DEMO_PLAYER)).status).toBe(401);
  const newcomer = { username: 'newcomer', email: 'newcomer@karat.test', password: 'parola-1' };
  const token = await fetchToken(await post(site, '/auth/signup', newcomer));
  const me = await fetch(`${site.origin}/auth/me`, { headers: bearer(token) });
  expect(await me.json()).toMatchObject({ data: { balance: 0 } });
  expect(await fetchStatus(site, '/auth/steamlogin')).toBe(503);
  expect(await fetchStatus(site, SANDBOX_LOGIN_PATH)).toBe(404);
});

test(
  'a demo starts in production only after it has left the sandbox, and then closes its demo accounts until it is a demo again',
  { timeout: 120_000 },
  async () => {
    const dataDir = await temporaryFolder();
    const demo = await start(dataDir, {});
    const token = await fetchToken(await post(demo, '/auth/login', DEMO_PLAYER));
    const changed = { oldPassword: DEMO_PLAYER.password, newPassword: 'my-own-one', confirmPassword: 'my-own-one' };
    const other = await fetchToken(await post(demo, '/auth/login', { ...DEMO_PLAYER, username: 'demo2' }));
    expect((await post(demo, '/auth/changePassword', changed, other)).status).toBe(200);
    await demo.stop();

    await expect(startProduction(dataDir)).rejects.toThrow(
      'Karat did not start. This database belongs to a sandbox, where programs may play. Run npm run leave-sandbox',
    );
    const { code, output } = await runCommand(['leave-sandbox'], { DATA_DIR: dataDir });
    expect([code, output]).toEqual([0, expect.stringContaining('Sandbox players banned: 27.')]);

    const production = await startProduction(dataDir);
    expect((await post(production, '/auth/login', DEMO_PLAYER)).status).toBe(401);
    expect(await fetchStatus(production, '/user/getUserInventory', token)).toBe(401);
    expect(production.output.filter((line) => line.includes('Demo account closed'))).toHaveLength(1);
    // An account with a changed password is left alone.
    expect((await post(production, '/auth/login', { username: 'demo2', password: 'my-own-one' })).status).toBe(200);
    await production.stop();

    const again = await start(dataDir, {});
    expect((await post(again, '/auth/login', DEMO_PLAYER)).status).toBe(200);
  },
);

test.each([
  [{ DEMO: '1', REAL_VALUE: '1' }, 'Karat did not start. DEMO=1 and REAL_VALUE=1 cannot be combined'],
  [
    { NODE_ENV: 'production', PUBLIC_URL: 'https://karat.example', DEMO: '', RESIDENTS: 'on' },
    'Karat did not start. RESIDENTS=on needs the sandbox with DEMO=1',
  ],
  [
    { PLATFORM: 'sandbox', REAL_VALUE: '1', DEMO: '' },
    'Karat did not start. PLATFORM=sandbox and REAL_VALUE=1 cannot be combined',
  ],
])('does not start with %j', async (variables, sentence) => {
  await expect(startSite(await temporaryFolder(), variables)).rejects.toThrow(sentence);
});
