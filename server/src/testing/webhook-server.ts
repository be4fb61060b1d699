import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { signatureOf } from '#adapters/webhook/webhook.ts';

export type ReceivedWebhook = {
  readonly deliveryId: string;
  readonly signature: string | undefined;
  readonly body: string;
  readonly receivedAtMs: number;
};

/** A status, or no answer at all. */
type Answer = number | 'hang';
type Answering = (received: ReceivedWebhook) => Answer | Promise<Answer>;

/** A receiver of webhooks on this machine. Like a real one it stores a delivery once, by its id. */
export async function startWebhookServer() {
  /** Every request that arrived completely, also those that were refused or a repeat. */
  const attempts: ReceivedWebhook[] = [];
  const stored = new Map<string, ReceivedWebhook>();
  let answer: Answering = () => 204;

  async function receive(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    // A sender that was killed in the middle of a request is no failure of the test.
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const { 'karat-delivery': id, 'karat-signature': signature } = request.headers;
    const received = { deliveryId: String(id), signature: signature?.toString(), body, receivedAtMs: Date.now() };
    attempts.push(received);
    const status = await answer(received);
    if (status === 'hang') return;
    if (status < 300 && !stored.has(received.deliveryId)) stored.set(received.deliveryId, received);
    reply.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
  }

  const server = createServer((request, reply) => void receive(request, reply));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks?token=hidden`,
    attempts,
    stored: () => [...stored.values()],
    answer(next: Answering): void {
      answer = next;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type TestWebhookServer = Awaited<ReturnType<typeof startWebhookServer>>;

/** Whether the signature of a request fits its body and time, as a receiver checks it. */
export function isSigned({ signature = '', body, receivedAtMs }: ReceivedWebhook, secret: string): boolean {
  const seconds = Number(/^t=(\d+),/.exec(signature)?.[1]);
  return signature === signatureOf(secret, body, seconds) && Math.abs(receivedAtMs / 1000 - seconds) < 60;
}
