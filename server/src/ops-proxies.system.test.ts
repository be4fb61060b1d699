import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addPlayer } from '#testing/fixtures.ts';
import { temporaryFolder } from '#testing/folders.ts';
import { startProxy } from '#testing/proxies.ts';
import {
  checkProxyFile,
  haproxyText,
  isProxyInstalled,
  type ProxyName,
  readProxyFile,
  writeProxyConfig,
} from '#testing/proxy-process.ts';
import { freePort } from '#testing/free-port.ts';
import { openTab } from '#testing/tab.ts';
import { createTestSite, PAGE } from '#testing/test-site.ts';

const NAMES: readonly ProxyName[] = ['haproxy', 'nginx', 'caddy'];

/** Replaces the operator's certificate with one of the test; its key is in the same file. */
async function makeCertificate(): Promise<string> {
  const file = path.join(await temporaryFolder(), 'karat.pem');
  const request = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=karat.example'.split(' ');
  const openssl = spawnSync('openssl', [...request, '-keyout', file, '-out', file]);
  expect(openssl.status).toBe(0);
  return file;
}

/** nginx includes the file in a main configuration and writes to its own folders. */
async function inHttpBlock(text: string): Promise<string> {
  const folder = await temporaryFolder();
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const http = ['access_log off;', ...places, text].join('\n');
  return `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\n${http}\n}\n`;
}

async function checkable(name: ProxyName): Promise<string> {
  const certificate = name === 'caddy' ? '' : await makeCertificate();
  const text = readProxyFile(name).replaceAll(
    /\/etc\/\S+\.pem/g,
    (place) => `${certificate}${place.endsWith(';') ? ';' : ''}`,
  );
  return name === 'nginx' ? inHttpBlock(text) : text;
}

/** The same file with plain http on that port, in front of that site. */
async function runnable(name: ProxyName, { port, sitePort }: { port: string; sitePort: string }): Promise<string> {
  if (name === 'haproxy') return haproxyText({ port, origins: [`http://127.0.0.1:${sitePort}`] });
  const text = readProxyFile(name).replaceAll('127.0.0.1:3000', `127.0.0.1:${sitePort}`);
  if (name === 'nginx') {
    const plain = text
      .replace(/server \{\s+listen 80;[\s\S]*?\n\}\n/, '')
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
      .replace(/^ *listen \[::\].*$/m, '')
      .replaceAll(/^ *ssl_certificate.*$/gm, '');
    return inHttpBlock(plain);
  }
  return `{\n\tadmin off\n}\n${text.replace('karat.example {', `http://127.0.0.1:${port} {`)}`;
}

test('refers only to existing routes in proxy files', async () => {
  const site = await createTestSite();
  onTestFinished(() => site.close());
  for (const name of NAMES) {
    const paths = readProxyFile(name)
      .split('\n')
      .filter((line) => !line.trim().startsWith('#'))
      .flatMap((line) => [...line.matchAll(/(?:GET|uri|location =) (\/\w+)/g)].map(([, found]) => found!));
    expect(name === 'nginx' || paths.length > 0).toBe(true);
    for (const url of paths) expect([url, site.http.hasRoute({ method: 'GET', url })]).toEqual([url, true]);
  }
});

describe.each(NAMES)('%s, if installed', (name) => {
  test.skipIf(!isProxyInstalled(name))('accepts its file', async () => {
    const { isValid, output } = checkProxyFile(
      name,
      await writeProxyConfig(name, await checkable(name), await temporaryFolder()),
    );
    expect([isValid, output]).toEqual([true, expect.any(String)]);
  });

  test.skipIf(!isProxyInstalled(name))(
    'forwards pages, calls, WebSockets and the client address',
    { timeout: 60_000 },
    async () => {
      const site = await createTestSite({ TRUST_PROXY: 'on' });
      onTestFinished(() => site.close());
      site.http.get('/seen-address', (request) => ({ address: request.ip, host: request.host }));
      const sitePort = await site.listen();
      const port = await freePort();
      await startProxy(name, await runnable(name, { port, sitePort: String(sitePort) }), port);
      const origin = `http://127.0.0.1:${port}`;

      const page = await fetch(`${origin}/`, { headers: { accept: 'text/html' } });
      expect([page.status, await page.text()]).toEqual([200, PAGE]);
      const response = await fetch(`${origin}/seen-address`, { headers: { 'x-forwarded-for': '203.0.113.6' } });
      expect(await response.json()).toMatchObject({ address: '127.0.0.1', host: expect.stringContaining('127.0.0.1') });
      const player = await addPlayer(site.deps.db);
      const called = await fetch(`${origin}/auth/me`, { headers: player.headers });
      expect(called.status).toBe(200);
      const token = player.headers.authorization.replace('Bearer ', '');
      const tab = openTab(Number(port), { token, headers: { host: `127.0.0.1:${port}` } });
      onTestFinished(() => tab.close());
      await tab.connected();
      expect(await tab.next('BALANCE_UPDATE')).toMatchObject({ balance: expect.any(Number) });
    },
  );
});
