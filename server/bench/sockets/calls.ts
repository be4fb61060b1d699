import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

type PacedCall = { readonly path: string; readonly body?: string };
type CallTarget = {
  /** Calls are spread over several processes in turn. */
  readonly ports: readonly number[];
  readonly tokens: readonly string[];
  /** Made in turn. */
  readonly calls: readonly PacedCall[];
};

const CALLERS = 8;
/** Together at most 160 calls a second, as many as some thousand players make. */
const PAUSE_MS = 50;

/** Resolves to the latency. */
function makeCall({ ports, tokens, calls }: CallTarget, count: number, agent: Agent): Promise<number> {
  const { path, body } = calls[count % calls.length]!;
  const random = randomBytes(16).toString('hex');
  const headers = {
    authorization: `Bearer ${tokens[(count * 7) % tokens.length]!}`,
    'idempotency-key': random,
    'x-client-entropy': random,
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': String(body.length) }),
  };
  const method = body === undefined ? 'GET' : 'POST';
  const startMs = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request({ port: ports[count % ports.length]!, host: '127.0.0.1', path, method, headers, agent });
    sent.on('response', (reply) => {
      reply.resume();
      reply.on('end', () => {
        if (reply.statusCode === 200) resolve(performance.now() - startMs);
        else reject(new Error(`${path} was answered with ${reply.statusCode}`));
      });
    });
    sent.on('error', reject).end(body);
  });
}

/** Calls at a steady pace, until stopped. */
export function startCalls(target: CallTarget) {
  const agent = new Agent({ keepAlive: true });
  let latencies: number[] = [];
  let made = 0;
  let isOver = false;

  async function keepCalling(): Promise<void> {
    while (!isOver) {
      latencies.push(await makeCall(target, made++, agent));
      await sleep(PAUSE_MS);
    }
  }

  const callers = Array.from({ length: CALLERS }, keepCalling);
  return {
    takeLatencies(): number[] {
      const taken = latencies;
      latencies = [];
      return taken;
    },
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(callers);
      agent.destroy();
    },
  };
}
