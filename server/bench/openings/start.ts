import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BenchStore } from './store.ts';
import type { Order } from './subject.ts';

/** Starts a server in a child process that obeys commands. */
export type Subject = { readonly child: ChildProcess; ask(order: Order): Promise<number>; stop(): Promise<void> };

export async function startSubject(
  store: BenchStore,
  side: 'site' | 'engine',
  redisUrl?: string,
): Promise<{ subject: Subject; port: number }> {
  const file = fileURLToPath(new URL('./subject.ts', import.meta.url));
  const args = [side, store.connection.host, ...(redisUrl === undefined ? [] : [redisUrl])];
  const child = fork(file, args, { execArgv: [...process.execArgv, '--expose-gc'] });
  const nextMessage = async (): Promise<number> => {
    const [message] = (await once(child, 'message')) as [{ value: number }];
    return message.value;
  };
  const port = await nextMessage();
  const subject: Subject = {
    child,
    ask(order) {
      const answer = nextMessage();
      child.send(order);
      return answer;
    },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
  return { subject, port };
}
