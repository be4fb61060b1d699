import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the feed answers: normally, never (`hang`), or with a connection that breaks off (`cut`). */
export type FeedAnswer =
  | { readonly status?: number; readonly body: string | Buffer; readonly headers?: Readonly<Record<string, string>> }
  | 'hang'
  | 'cut';

/** A local price feed with answers set by the test. */
export async function startPriceFeed() {
  let answer: FeedAnswer = { body: '[]' };
  const requests: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    requests.push(request.headers);
    if (answer === 'hang') return;
    if (answer === 'cut') {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('[');
      setImmediate(() => response.destroy());
      return;
    }
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
    response.end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/prices.json?key=hidden`,
    requests,
    answer: (next: FeedAnswer) => void (answer = next),
    /** Answers in the format of a price tracker: hundredths by name. */
    setPrices: (prices: Readonly<Record<string, number>>) => void (answer = { body: JSON.stringify({ prices }) }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type TestFeed = Awaited<ReturnType<typeof startPriceFeed>>;
