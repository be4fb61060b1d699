import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPriceFeed, type TestFeed } from '#testing/price-feed.ts';
import { createHttpFeed } from './http-feed.ts';
import { PriceFeedFailure } from './prices.ts';

let feed: TestFeed;
beforeAll(async () => void (feed = await startPriceFeed()));
afterAll(() => feed.close());

const neverAborted = new AbortController().signal;
const read = (options = {}) => createHttpFeed(feed.url, options).read(neverAborted);
const failure = async (options = {}) => {
  const error = await read(options).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(PriceFeedFailure);
  return (error as PriceFeedFailure).message;
};

describe('a marketplace list', () => {
  /** All fields of a real feed. */
  const skin = (name: string, prices: Record<string, unknown>) => ({
    market_hash_name: name,
    currency: 'EUR',
    item_page: 'https://skins.example/item',
    max_price: 4.05,
    mean_price: 1.55,
    median_price: 1.13,
    quantity: 211,
    created_at: 0,
    updated_at: 0,
    ...prices,
  });

  test.each([
    [{ suggested_price: 0.88, min_price: 0.83 }, 83],
    [{ suggested_price: 0.8, min_price: 0.83 }, 80],
    [{ suggested_price: 1.15, min_price: null }, 115],
    [{ suggested_price: null, min_price: 1.15 }, 115],
    [{ min_price: 7 }, 700],
    [{ suggested_price: 0, min_price: 2.5 }, 250],
    [{ suggested_price: 1.159, min_price: 1.159 }, 115],
    [{ suggested_price: null, min_price: null }, undefined],
    [{ suggested_price: 0.001, min_price: 0.001 }, undefined],
    [{ suggested_price: -1, min_price: -5 }, undefined],
    [{ suggested_price: 10_000_001, min_price: null }, undefined],
    [{ suggested_price: '0.88', min_price: '0.83' }, undefined],
    [{}, undefined],
  ])('with %j is %s diamonds', async (prices, diamonds) => {
    feed.answer({ body: JSON.stringify([skin('AK-47 | Redline (Field-Tested)', prices)]) });
    expect((await read()).get('AK-47 | Redline (Field-Tested)')).toBe(diamonds);
  });

  test('skips invalid rows and takes the lower of two prices', async () => {
    const rows = [null, 5, 'x', {}, { market_hash_name: 7, min_price: 1 }, skin('a', { min_price: 2 })];
    feed.answer({ body: JSON.stringify([...rows, skin('a', { min_price: 1 }), skin('★ Işık', { min_price: 3 })]) });
    expect([...(await read())]).toEqual([
      ['a', 100],
      ['★ Işık', 300],
    ]);
  });
});

describe('a price tracker table', () => {
  test('has hundredths by name and skips invalid prices', async () => {
    const prices = { a: 1_234, b: 0, c: -5, d: null, e: '7', f: 9.9, g: 1e12, __proto__: 5 };
    const metadata = { updated_at: '2026-01-01', currency: 'USD', item_count: 8 };
    feed.answer({ body: JSON.stringify({ metadata, prices }) });
    expect([...(await read())]).toEqual([
      ['a', 1_234],
      ['f', 9],
    ]);
  });

  test('of many thousands of rows is read completely', async () => {
    feed.setPrices(Object.fromEntries(Array.from({ length: 25_000 }, (_, index) => [`skin ${index}`, index + 1])));
    expect((await read()).size).toBe(25_000);
  });
});

test.each([
  ['br', brotliCompressSync],
  ['gzip', gzipSync],
])('decompresses a feed with %s', async (encoding, pack) => {
  const body = pack(JSON.stringify({ prices: { a: 5 } }));
  feed.answer({ body, headers: { 'content-encoding': encoding } });
  expect((await read()).get('a')).toBe(5);
  expect(feed.requests.at(-1)?.['accept-encoding']).toContain(encoding);
});

describe('reads no prices', () => {
  test.each([
    ['of a refusal', { status: 429, body: 'null' }, 'The feed answered with status 429.'],
    ['of trouble over there', { status: 500, body: '[]' }, 'The feed answered with status 500.'],
    ['from a page instead of data', { body: '<html>' }, 'The feed is no JSON.'],
    ['from an empty body', { body: '' }, 'The feed is no JSON.'],
    ['from null', { body: 'null' }, 'The feed has a shape that is not known.'],
    ['from another format', { body: '{"items": []}' }, 'The feed has a shape that is not known.'],
    ['from prices in a list', { body: '{"prices": [1]}' }, 'The feed has a shape that is not known.'],
  ])('%s', async (_, answer, sentence) => {
    feed.answer(answer);
    expect(await failure()).toBe(sentence);
  });

  test('from a feed that is too large, also after decompression', async () => {
    const body = gzipSync(JSON.stringify(['x'.repeat(3 * 1024 * 1024)]));
    feed.answer({ body, headers: { 'content-encoding': 'gzip' } });
    expect(await failure({ bytesMax: 1024 * 1024 })).toBe('The feed is larger than 1024 KiB.');
  });

  test('from a feed that hangs', async () => {
    feed.answer('hang');
    expect(await failure({ timeoutMs: 50 })).toBe('The feed did not answer in time.');
  });

  test('from a feed that is cut off in the middle', async () => {
    feed.answer('cut');
    expect(await failure()).toMatch(/^The feed cannot be reached/);
  });

  test('from a missing feed, without revealing the key in its URL', async () => {
    const gone = await startPriceFeed();
    await gone.close();
    const message = await createHttpFeed(gone.url)
      .read(neverAborted)
      .catch((error: unknown) => String(error));
    expect(message).toContain('The feed cannot be reached (ECONNREFUSED).');
    expect(message).not.toContain('hidden');
  });
});

test('is named by its host only', () => {
  expect(createHttpFeed('https://user:pass@api.skins.example:8443/v1?key=hidden').name).toBe('api.skins.example');
});
