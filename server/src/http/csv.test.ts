import fastify, { type FastifyInstance } from 'fastify';
import { Refusal } from '@karat/contract/refusal';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDownloads, streamCsv } from './csv.ts';
import { createRateLimiter } from './rate-limit.ts';

async function* oneChunk<Row>(rows: Row[]): AsyncGenerator<Row[], void> {
  yield rows;
}

async function renderCell(value: string | number | null): Promise<string> {
  const written: string[] = [];
  for await (const text of streamCsv(['cell'], oneChunk([{ cell: value }]))) written.push(text);
  expect(written[0]).toBe('cell\r\n');
  return written[1]!.replace(/\r\n$/, '');
}

describe('a cell', () => {
  test.each([
    [12, '12'],
    [-12, '-12'],
    [null, ''],
    ['', ''],
    ['plain', 'plain'],
    ['a, b', '"a, b"'],
    ['a "b"', '"a ""b"""'],
    ['a\nb', '"a\nb"'],
    ['=1+1', "'=1+1"],
    ['-12', "'-12"],
    ['+12', "'+12"],
    ['@x', "'@x"],
    ['  =1+1', "'  =1+1"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['＝1', "'＝1"],
    ['=1,"2"', '"\'=1,""2"""'],
    ['a=1', 'a=1'],
  ])('writes %j as %j', async (value, written) => {
    expect(await renderCell(value)).toBe(written);
  });
});

const SLOW = { timeout: 10_000 };

describe('downloads', () => {
  let app: FastifyInstance;
  let port = 0;
  let isOver = false;

  /** Endless until `isOver`, so that a download that stops reading never ends. */
  async function* endless(): AsyncGenerator<string, void> {
    while (!isOver) yield 'x'.repeat(1_000_000);
    yield 'the end';
  }

  beforeEach(async () => {
    app = fastify({ forceCloseConnections: true });
    isOver = false;
    const downloads = createDownloads(createRateLimiter(), { concurrentMax: 3, concurrentPerKeyMax: 2 });
    app.setErrorHandler((error, _, reply) => reply.code(error instanceof Refusal ? 429 : 500).send({}));
    app.get<{ Params: { who: string } }>('/:who', async (request, reply) => {
      const key = request.params.who;
      downloads.assertAllowed({ key, rate: { burst: 1_000, perSecond: 1_000 } });
      return downloads.send(reply, key, { disposition: 'attachment', chunks: endless(), asOf: new Date(0) });
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    port = (app.server.address() as AddressInfo).port;
  });
  afterEach(() => app.close());

  async function begin(who: string): Promise<IncomingMessage> {
    const [response] = (await once(get(`http://127.0.0.1:${port}/${who}`, { agent: false }), 'response')) as [
      IncomingMessage,
    ];
    return response;
  }
  const fetchStatus = async (who: string): Promise<number | undefined> => {
    const response = await begin(who);
    if (response.statusCode === 429) response.resume();
    return response.statusCode;
  };

  test('are limited per caller and in total', async () => {
    expect([await fetchStatus('one'), await fetchStatus('one'), await fetchStatus('one')]).toEqual([200, 200, 429]);
    expect([await fetchStatus('other'), await fetchStatus('third')]).toEqual([200, 429]);
  });

  test('free their slot when completed or aborted', async () => {
    const [first, second] = [await begin('one'), await begin('one')];
    first.destroy();
    await expect.poll(() => fetchStatus('one'), SLOW).toBe(200);
    second.setEncoding('utf8');
    isOver = true;
    expect((await second.toArray()).join('')).toMatch(/^x+the end$/);
    await expect.poll(() => fetchStatus('one'), SLOW).toBe(200);
  });
});
