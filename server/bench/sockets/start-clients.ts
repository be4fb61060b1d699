import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ClientOrder } from './clients.ts';

/** A process with many clients. */
export type ClientProcess = { ask<Answer>(order: ClientOrder): Promise<Answer>; stop(): void };

/** Which of all clients the process is; `first` decides their addresses and sessions. */
type Share = { readonly port: number; readonly count: number; readonly first: number };

/** Clients run in processes of their own, so that their work is not measured. */
export async function startClients({ port, count, first }: Share): Promise<ClientProcess> {
  const file = fileURLToPath(new URL('./clients.ts', import.meta.url));
  const child: ChildProcess = fork(file, [port, count, first].map(String));
  await once(child, 'message');
  return {
    async ask<Answer>(order: ClientOrder): Promise<Answer> {
      const answer = once(child, 'message') as Promise<[{ value: Answer }]>;
      child.send(order);
      return (await answer)[0].value;
    },
    stop: () => void child.kill(),
  };
}
