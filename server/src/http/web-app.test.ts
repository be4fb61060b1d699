import type { FastifyInstance } from 'fastify';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { readEnv } from '#env.ts';
import { createLog } from '#log.ts';
import { createHttp } from './http.ts';
import { createRateLimiter } from './rate-limit.ts';
import { sitePreview } from './page-preview.ts';
import { loadWebApp, siteSettings } from './web-app.ts';

const SCRIPT = 'console.log("karat");'.repeat(50);
const VERIFIER = '<!doctype html><script>verify()</script>';
const env = readEnv({});
const html = { accept: 'text/html' };

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'karat web '));
  await mkdir(path.join(folder, 'assets'));
  await mkdir(path.join(folder, '.vite'));
  await mkdir(path.join(folder, 'verify'));
  const write = (name: string, body: string | Buffer) => writeFile(path.join(folder, name), body);
  await write(
    'index.html',
    '<meta name="csp-nonce" content="__CSP_NONCE__"><meta name="steam-sign-in" content="__STEAM_SIGN_IN__"><meta name="site-settings" content="__SITE_SETTINGS__"><!-- page-preview --><!-- page-parts --><div id="root"><!-- first-view --></div>',
  );
  await write('assets/main-abc.js', SCRIPT);
  await write('assets/main-abc.js.br', brotliCompressSync(SCRIPT));
  await write('assets/main-abc.js.gz', gzipSync(SCRIPT));
  await write('assets/main-abc.js.map', '{}');
  await write('favicon.svg', '<svg/>');
  await write('sw.js', SCRIPT);
  await write('offline.html', '<!doctype html><title>offline</title>');
  await write('verify/karat-verify.html', VERIFIER);
  await write('verify/karat-verify.html.br', brotliCompressSync(VERIFIER));
  await write('verify/karat-verify.mjs', SCRIPT);
  await write('.karat-build', 'hash');
  await write('.vite/manifest.json', '{}');
  const parts = {
    '': { scripts: ['/assets/both-abc.js'] },
    profile: { scripts: ['/assets/both-abc.js', '/assets/profile-abc.js'] },
    home: {
      scripts: ['/assets/both-abc.js'],
      picture: { srcset: '/img/a.webp 800w', sizes: '100vw' },
      firstView: '<!-- sandbox-note --><img>',
    },
    case: { scripts: ['/assets/both-abc.js'], firstView: '<p><img __FIRST_PICTURE__></p>' },
  };
  await write('.vite/page-parts.json', JSON.stringify(parts));
  const webApp = await loadWebApp(folder, env);
  app = createHttp({ env, log: createLog('silent'), limits: createRateLimiter() }, webApp);
  webApp.mountFiles(app);
  app.get('/case/getAllCases', (_, reply) => reply.send({ data: [] }));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the page', () => {
  test.each(['/', '/cases', '/case/Hive%20%C5%9F', '/profilim', '/destek/7', '/admin/kullanici/3', '/oyungecmisim'])(
    '%s is a page',
    async (url) => {
      const reply = await app.inject({ url, headers: html });
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    },
  );

  test.each([
    ['GET', '/'],
    ['GET', '/profilim?tab=1'],
    ['GET', '/case/Hive'],
    ['HEAD', '/cases'],
  ] as const)('%s %s is the page for a client that accepts any type', async (method, url) => {
    for (const headers of [{ accept: '*/*' }, { accept: 'image/*;q=0.5, */*;q=0.1' }, {}]) {
      const reply = await app.inject({ method, url, headers });
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(reply.body.includes('<div id="root">')).toBe(method === 'GET');
    }
  });

  test.each([
    ['an unknown path', '/nowhere', { accept: '*/*' }],
    ['a client that reads JSON', '/cases', { accept: 'application/json, text/plain, */*' }],
    ['a client that reads pictures', '/cases', { accept: 'image/png' }],
    ['a script in a browser', '/cases', { accept: '*/*', 'sec-fetch-mode': 'cors' }],
  ])('%s without text/html gets a JSON 404', async (_, url, headers) => {
    const reply = await app.inject({ url, headers });
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
  });

  test('serves a call even if a page matches its path', async () => {
    for (const accept of ['*/*', 'application/json']) {
      const reply = await app.inject({ url: '/case/getAllCases', headers: { accept } });
      expect([reply.statusCode, reply.json()]).toEqual([200, { data: [] }]);
    }
    const head = await app.inject({ method: 'HEAD', url: '/case/getAllCases', headers: { accept: '*/*' } });
    expect([head.statusCode, head.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
  });

  test('answers an unknown address with the page and a 404', async () => {
    const reply = await app.inject({ url: '/nowhere', headers: html });
    expect(reply.statusCode).toBe(404);
    expect(reply.body).toContain('<div id="root">');
  });

  test.each([
    ['/profile', '/assets/both-abc.js,/assets/profile-abc.js'],
    ['/profilim?tab=1', '/assets/both-abc.js,/assets/profile-abc.js'],
    ['/cases', '/assets/both-abc.js'],
    ['/nowhere', '/assets/both-abc.js'],
  ])('preloads all scripts of %s, after what paints', async (url, scripts) => {
    const { body } = await app.inject({ url, headers: html });
    const links = body.matchAll(/<link rel="modulepreload" fetchpriority="low" crossorigin href="([^"]+)">/g);
    const named = [...links].map(([, file]) => file);
    expect(named.join(',')).toBe(scripts);
    expect(body).not.toContain('page-parts');
  });

  test('preloads its largest picture before its scripts', async () => {
    const link =
      '<link rel="preload" as="image" fetchpriority="high" imagesrcset="/img/a.webp 800w" imagesizes="100vw">';
    expect((await app.inject({ url: '/', headers: html })).body).toContain(`${link}<link rel="modulepreload"`);
    expect((await app.inject({ url: '/profile', headers: html })).body).not.toContain('as="image"');
  });

  test('shows visitors its first view, with the space of the sandbox line, and players none', async () => {
    const rootOf = ({ body }: { body: string }) => /<div id="root">(.*)<\/div>$/.exec(body)?.[1];
    const visitor = await app.inject({ url: '/', headers: html });
    expect(rootOf(visitor)).toBe('<div class="mb-3 h-6"></div><img>');
    const cookie = `karat_session=${'a'.repeat(43)}`;
    expect(rootOf(await app.inject({ url: '/', headers: { ...html, cookie } }))).toBe('');
    expect(rootOf(await app.inject({ url: '/cases', headers: html }))).toBe('');
    const withoutSandbox = await loadWebApp(folder, { ...env, platform: 'none' });
    const other = createHttp({ env, log: createLog('silent'), limits: createRateLimiter() }, withoutSandbox);
    expect(rootOf(await other.inject({ url: '/', headers: html }))).toBe('<img>');
  });

  test('has the picture of what it shows in its head and in its first view, escaped', async () => {
    const firstPicture = { srcset: '/a"b$&.webp 256w', sizes: '316px' };
    app.karat.previews.set('case', async ({ caseName = '' }, origin) => ({
      ...sitePreview(origin),
      ...(caseName === 'Hive' && { firstPicture }),
    }));
    const { body } = await app.inject({ url: '/case/Hive', headers: html });
    const [srcset, sizes] = ['"/a&quot;b$&amp;.webp 256w"', '"316px"'];
    expect(body).toContain(
      `<link rel="preload" as="image" fetchpriority="high" imagesrcset=${srcset} imagesizes=${sizes}>`,
    );
    expect(body).toContain(`<div id="root"><p><img srcset=${srcset} sizes=${sizes}></p></div>`);
    // Filters may show another picture first.
    for (const url of ['/case/Other', '/case/Hive?filter=1']) {
      const without = await app.inject({ url, headers: html });
      expect(without.body).toContain('<div id="root"></div>');
      expect(without.body).not.toContain('as="image"');
    }
  });

  test('has the preview of the site for links from elsewhere', async () => {
    const { body } = await app.inject({ url: '/faq', headers: { ...html, host: 'karat.test' } });
    expect(body).toContain('<meta property="og:image" content="http://karat.test/img/preview/site.jpg">');
    expect(body).not.toContain('page-preview');
  });

  test('has a strict policy with its own nonce, and is never cached', async () => {
    const [one, two] = await Promise.all([
      app.inject({ url: '/', headers: html }),
      app.inject({ url: '/', headers: html }),
    ]);
    const policy = String(one.headers['content-security-policy']);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    expect(one.body).toContain(`content="${nonce}"`);
    expect(two.body).not.toContain(nonce);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-");
    expect(policy).not.toContain('unsafe');
    expect(one.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
  });

  test('says whether Steam is offered', async () => {
    expect((await app.inject({ url: '/', headers: html })).body).toContain('<meta name="steam-sign-in" content="on">');
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://karat.example' };
    const webApp = await loadWebApp(folder, readEnv(production));
    const strict = createHttp({ env, log: createLog('silent'), limits: createRateLimiter() }, webApp);
    expect((await strict.inject({ url: '/', headers: html })).body).toContain('name="steam-sign-in" content="off"');
  });

  test('has the settings that its first view depends on', async () => {
    expect((await app.inject({ url: '/', headers: html })).body).toContain('content="sandbox welcome=100000"');
    expect(siteSettings(readEnv({ REAL_VALUE: '1' }))).toBe('real-value');
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://karat.example' };
    expect(siteSettings(readEnv(production))).toBe('');
  });

  test('answers HEAD without a body', async () => {
    const reply = await app.inject({ method: 'HEAD', url: '/', headers: html });
    expect([reply.statusCode, reply.body]).toEqual([200, '']);
  });
});

describe('a file', () => {
  const url = '/assets/main-abc.js';

  test('with a hash in its name is cached for ever and revalidated with 304', async () => {
    const reply = await app.inject(url);
    expect(reply.body).toBe(SCRIPT);
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const again = await app.inject({ url, headers: { 'if-none-match': String(reply.headers['etag']) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('is sent in the best encoding that the browser accepts', async () => {
    const best = await app.inject({ url, headers: { 'accept-encoding': 'gzip, deflate, br' } });
    expect(best.headers['content-encoding']).toBe('br');
    const gzip = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(SCRIPT);
    expect(gzip.headers['vary']).toBe('accept-encoding');
  });

  test.each([
    ['/verify/karat-verify.html', 'text/html; charset=utf-8', VERIFIER],
    ['/verify/karat-verify.mjs', 'text/javascript; charset=utf-8', SCRIPT],
  ])('is sent as a download: %s', async (url, type, body) => {
    const reply = await app.inject({ url, headers: { ...html, 'sec-fetch-mode': 'navigate' } });
    expect(reply.headers).toMatchObject({ 'content-disposition': 'attachment', 'content-type': type });
    expect(reply.body).toBe(body);
  });

  test('that is displayed is not a download', async () => {
    expect((await app.inject('/favicon.svg')).headers['content-disposition']).toBeUndefined();
  });

  test('without a hash is cached briefly', async () => {
    expect((await app.inject('/favicon.svg')).headers['cache-control']).toBe('public, max-age=300');
  });

  test('of the service worker is never used without asking the server, and may connect only to the site', async () => {
    const reply = await app.inject('/sw.js');
    expect(reply.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/javascript; charset=utf-8',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    });
    expect((await app.inject({ url: '/', headers: html })).headers['content-security-policy']).toContain(
      "worker-src 'self'",
    );
    expect((await app.inject('/offline.html')).headers['content-type']).toBe('text/html; charset=utf-8');
  });

  test.each([
    '/assets/main-abc.js.map',
    '/assets/main-abc.js.br',
    '/.karat-build',
    '/.vite/manifest.json',
    '/assets/../.karat-build',
    '/assets/%2e%2e/index.html',
    '/index.html',
    '/verify/karat-verify.html.br',
    '/verify/other.html',
  ])('is not served: %s', async (hidden) => {
    const reply = await app.inject(hidden);
    expect(reply.statusCode).toBe(404);
  });
});
