import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readEnv } from '#env.ts';
import { createLog } from '#log.ts';
import { createHttp } from './http.ts';
import { pagePreview } from './page-preview.ts';
import { createRateLimiter } from './rate-limit.ts';
import { paramsOf, type WebApp } from './web-app.ts';

const html = { accept: 'text/html', host: 'karat.test:8080' };
const HOSTILE = `"><script>alert('x')</script>&$&$\`$1`;

const webApp: WebApp = {
  sendPage: (_, reply, { preview }) => reply.type('text/html; charset=utf-8').send(preview),
  isAssetPath: () => false,
  mountFiles: () => undefined,
};

function createApp(variables: Readonly<Record<string, string>> = {}): FastifyInstance {
  return createHttp({ env: readEnv(variables), log: createLog('silent'), limits: createRateLimiter() }, webApp);
}

/** The content of every preview tag, unescaped, by its key. */
function tagsOf(text: string): Record<string, string> {
  const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
  const tags = text.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)">/g);
  return Object.fromEntries(
    [...tags].map(([, key, content]) => [
      key!,
      content!.replace(/&(?:lt|gt|quot|#39|amp);/g, (each) => entities[each]!),
    ]),
  );
}

const example = { title: 'T', description: 'D', image: 'https://k.test/i.jpg', url: 'https://k.test/room/1' };

describe('preview tags', () => {
  test('name title, description, picture and address', () => {
    expect(tagsOf(pagePreview({ ...example, imageSize: [1200, 630] }))).toEqual({
      'og:type': 'website',
      'og:site_name': 'Karat',
      'og:title': 'T',
      'og:description': 'D',
      'og:url': 'https://k.test/room/1',
      'og:image': 'https://k.test/i.jpg',
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'summary_large_image',
    });
    expect(tagsOf(pagePreview(example))['twitter:card']).toBe('summary');
  });

  test('escape everything that could leave an attribute', () => {
    const text = pagePreview({ title: HOSTILE, description: HOSTILE, image: HOSTILE, url: HOSTILE });
    expect(text.replaceAll(/<meta (?:property|name)="[a-z:_]+" content="[^"<>]*">/g, '')).toBe('');
    expect(tagsOf(text)).toMatchObject({ 'og:title': HOSTILE, 'og:description': HOSTILE, 'og:image': HOSTILE });
  });
});

test.each([
  ['/room/7', { roomId: '7' }],
  ['/room/7?x=1', { roomId: '7' }],
  ['/case/Hive%20%C5%9F/', { caseName: 'Hive ş' }],
  ['/case/100%', { caseName: '100%' }],
  ['/', {}],
  ['/nowhere', {}],
])('the parameters of %s are %j', (url, params) => {
  expect(paramsOf(url)).toEqual(params);
});

describe('a page', () => {
  let app: FastifyInstance;
  beforeAll(() => {
    app = createApp();
  });
  beforeEach(() => app.karat.previews.clear());
  afterAll(() => app.close());

  const read = async (url: string, from = app) => tagsOf((await from.inject({ url, headers: html })).body);

  test('without a reader has the preview of the site, with absolute addresses', async () => {
    expect(await read('/faq')).toMatchObject({
      'og:title': 'Karat',
      'og:url': 'http://karat.test:8080/',
      'og:image': 'http://karat.test:8080/img/preview/site.jpg',
    });
  });

  test('uses PUBLIC_URL whatever the request says', async () => {
    const behindProxy = createApp({ PUBLIC_URL: 'https://karat.example' });
    expect((await read('/faq', behindProxy))['og:image']).toBe('https://karat.example/img/preview/site.jpg');
    await behindProxy.close();
  });

  test('gets its preview from the reader of the page', async () => {
    app.karat.previews.set('room', ({ roomId }, origin) =>
      Promise.resolve({ ...example, title: `Room ${roomId}`, url: `${origin}/room/${roomId}` }),
    );
    expect(await read('/room/7')).toMatchObject({ 'og:title': 'Room 7', 'og:url': 'http://karat.test:8080/room/7' });
  });

  test.each([
    ['knows nothing', () => Promise.resolve(undefined)],
    ['fails', () => Promise.reject(new Error('down'))],
    [
      'throws',
      () => {
        throw new Error('down');
      },
    ],
    ['never answers', () => new Promise<undefined>(() => undefined)],
  ])('appears with the preview of the site if the reader %s', async (_, reader) => {
    app.karat.previews.set('room', reader);
    expect((await read('/room/7'))['og:title']).toBe('Karat');
  });

  test('reads nothing for HEAD', async () => {
    let reads = 0;
    app.karat.previews.set('room', () => {
      reads++;
      return Promise.resolve(undefined);
    });
    expect((await app.inject({ method: 'HEAD', url: '/room/7', headers: html })).statusCode).toBe(200);
    expect(reads).toBe(0);
  });
});
