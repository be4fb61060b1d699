import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** The result of a load run. Times in milliseconds, sorted. */
export type Load = { readonly perSecond: number; readonly done: number; readonly latenciesMs: Float64Array };

export type HttpTarget = {
  /** Connections are spread over several processes in turn. */
  readonly ports: readonly number[];
  readonly path: string;
  readonly tokens: readonly string[];
  /** Sent with POST; without it the request is a GET. */
  readonly body?: string;
};

const END_OF_HEAD = Buffer.from('\r\n\r\n');

function requestOf({ path, body }: HttpTarget, token: string): Buffer {
  const random = randomBytes(16).toString('hex');
  const content =
    body === undefined ? '\r\n' : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  return Buffer.from(
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\nAuthorization: Bearer ${token}\r\n` +
      `Idempotency-Key: ${random}\r\nX-Client-Entropy: ${random}\r\n${content}`,
    'latin1',
  );
}

/** True when an answer is complete. Throws on anything but 200: refused requests would measure nothing. */
function isComplete(answer: Buffer): boolean {
  const headEnd = answer.indexOf(END_OF_HEAD);
  if (headEnd < 0) return false;
  const head = answer.toString('latin1', 0, headEnd);
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(answer.toString());
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
  return answer.length >= headEnd + END_OF_HEAD.length + length;
}

/** One request after another on one connection, without a client library, which would cost more than what is measured. */
function sendRequests(target: HttpTarget, untilMs: number, connection: number, latenciesMs: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({
      port: target.ports[connection % target.ports.length]!,
      host: '127.0.0.1',
      noDelay: true,
    });
    let sent = 0;
    let sentAtMs = 0;
    let answer: Buffer = Buffer.alloc(0);

    function ask(): void {
      // Another player for every request, so that no two connections use one wallet.
      const step = Math.max(1, Math.floor(target.tokens.length / 128));
      const token = target.tokens[(connection * step + (sent++ % step)) % target.tokens.length]!;
      sentAtMs = performance.now();
      socket.write(requestOf(target, token));
    }

    socket.on('connect', ask).on('error', reject);
    socket.on('data', (chunk) => {
      answer = answer.length === 0 ? chunk : Buffer.concat([answer, chunk]);
      try {
        if (!isComplete(answer)) return;
      } catch (error) {
        socket.destroy();
        reject(error);
        return;
      }
      answer = Buffer.alloc(0);
      const nowMs = performance.now();
      latenciesMs.push(nowMs - sentAtMs);
      if (nowMs < untilMs) ask();
      else socket.end(resolve);
    });
  });
}

/** Runs connections that each send the next request as soon as one is answered. */
export async function loadHttp(target: HttpTarget, connections: number, seconds: number): Promise<Load> {
  const startMs = performance.now();
  const latenciesMs: number[] = [];
  const untilMs = startMs + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, (_, connection) => sendRequests(target, untilMs, connection, latenciesMs)),
  );
  return loadOf(latenciesMs, performance.now() - startMs);
}

export function loadOf(latenciesMs: readonly number[], tookMs: number): Load {
  const sorted = Float64Array.from(latenciesMs).toSorted();
  return { perSecond: (sorted.length / tookMs) * 1000, done: sorted.length, latenciesMs: sorted };
}

export function quantileMs({ latenciesMs }: Load, at: number): number {
  return latenciesMs[Math.min(latenciesMs.length - 1, Math.floor(latenciesMs.length * at))] ?? Number.NaN;
}
