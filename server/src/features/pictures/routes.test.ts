import { casePicture, caseUrl, skinUrl, skinOf, skinPicture } from '@karat/art/urls';
import { catalogue, demoCases, demoSkins } from '@karat/art/demo';
import type { FastifyInstance } from 'fastify';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readEnv } from '#env.ts';
import { createHttp } from '#http/http.ts';
import { createRateLimiter } from '#http/rate-limit.ts';
import { createLog } from '#log.ts';
import { until } from '#testing/until.ts';
import { pictureRoutes } from './routes.ts';

let dataDir: string;
let app: FastifyInstance;

function openApp(): FastifyInstance {
  const env = readEnv({ DATA_DIR: dataDir });
  const log = createLog('silent');
  const webApp = { sendPage: () => expect.fail('no page'), isAssetPath: () => true, mountFiles: () => undefined };
  const opened = createHttp({ env, log, limits: createRateLimiter() }, webApp);
  pictureRoutes(opened, { env, log });
  return opened;
}

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'karat-pictures-'));
  app = openApp();
});
afterEach(async () => {
  await app.close();
  await rm(dataDir, { recursive: true });
});

/** Width and height, from the frame header of a baseline or progressive JPEG. */
function jpegSize(jpeg: Buffer): [width: number, height: number] {
  for (let at = 2; jpeg[at] === 0xff; at += 2 + jpeg.readUInt16BE(at + 2)) {
    if (jpeg[at + 1] === 0xc0 || jpeg[at + 1] === 0xc2) return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)];
  }
  return expect.fail('not a JPEG');
}

/** A catalogue skin that is in no demo case, so its picture is not shipped. */
function unshippedSkin() {
  const shipped = new Set(demoSkins().map((skin) => skinPicture(skin).hash));
  for (const { market_hash_name, specRarity: rarity } of catalogue()) {
    const picture = skinPicture({ ...skinOf(market_hash_name), exterior: 'FT', rarity });
    if (!shipped.has(picture.hash)) return picture;
  }
  return expect.fail('everything is shipped');
}

test('serves a shipped picture with a permanent cache', async () => {
  const { name } = demoCases()[0]!;
  const reply = await app.inject(caseUrl(casePicture(name), 256));
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/webp']);
  expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(reply.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
});

test('serves a picture with a stable address with a short cache', async () => {
  const reply = await app.inject('/img/map/awp_lego-800.webp');
  expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'public, max-age=86400']);
});

test.each(['site', 'awp_lego', 'aim_redline'])(
  'serves the preview picture %s as a JPEG of 1200 x 630',
  async (name) => {
    const reply = await app.inject(`/img/preview/${name}.jpg`);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(reply.headers['cache-control']).toBe('public, max-age=86400');
    expect(jpegSize(reply.rawPayload)).toEqual([1_200, 630]);
  },
);

test.each(['nowhere', 'constructor', '..%2fbrand%2fsocial', 'site.jpg'])('has no preview picture %s', async (name) => {
  expect((await app.inject(`/img/preview/${name}.jpg`)).statusCode).toBe(404);
});

test('draws a missing picture once, in every size, and keeps it across a restart', async () => {
  const picture = unshippedSkin();
  const load = () => app.inject(skinUrl(picture, 256));
  // On a busy machine the first request gets the placeholder.
  await until('the picture', async () => (await load()).headers['content-type'] === 'image/webp');
  const first = await load();
  expect(first.statusCode).toBe(200);
  await app.close();
  expect((await readdir(path.join(dataDir, 'pictures/skin'))).toSorted()).toEqual(
    [256, 512].map((width) => `${picture.hash}-${width}.webp`),
  );
  app = openApp();
  expect((await app.inject(skinUrl(picture, 256))).rawPayload).toEqual(first.rawPayload);
});

test.each([
  '/img/skin/nothing-256.webp',
  '/img/skin/..%2f..%2fpackage.json',
  '/img/map/awp_lego-801.webp',
  '/img/map/awp_lego-800.png',
  '/img/brand/x-256.webp',
  '/img/constructor/x-256.webp',
])('does not find %s', async (url) => {
  const reply = await app.inject(url);
  expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
});

test('draws an avatar from any name, without active content', async () => {
  const reply = await app.inject(`/img/avatar/${encodeURIComponent('<script>şafak')}.svg`);
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/svg+xml']);
  expect(reply.body).not.toContain('<script');
  expect(reply.headers['content-security-policy']).toContain('sandbox');
  expect((await app.inject(`/img/avatar/${'x'.repeat(65)}.svg`)).statusCode).toBe(404);
});
