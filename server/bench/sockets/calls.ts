import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

type CallTarget = { readonly port: number; readonly tokens: readonly string[]; readonly caseName: string };

const CALLERS = 8;
/** Together at most 160 calls a second, as many as some thousand players make. */
const PAUSE_MS = 50;

/** Half of the calls read, half open a case. */
function call({ port, tokens, caseName }: CallTarget, count: number, agent: Agent): Promise<number> {
  const random = randomBytes(16).toString('hex');
  const path = count % 2 === 0 ? '/auth/me' : `/case/openCase/${encodeURIComponent(caseName)}`;
  const headers = {
    authorization: `Bearer ${tokens[(count * 7) % tokens.length]!}`,
    'idempotency-key': random,
    'x-client-entropy': random,
  };
  const startMs = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, headers, agent }, (reply) => {
      reply.resume();
      reply.on('end', () => {
        if (reply.statusCode === 200) resolve(performance.now() - startMs);
        else reject(new Error(`${path} was answered with ${reply.statusCode}`));
      });
    });
    sent.on('error', reject).end();
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
      latencies.push(await call(target, made++, agent));
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
