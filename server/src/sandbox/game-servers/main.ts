import { openGameServer } from './game-server.ts';
import type { ReadyMessage, StartMessage } from './messages.ts';

async function open({ servers, ...rest }: StartMessage): Promise<void> {
  const opened = await Promise.all(servers.map((server) => openGameServer({ ...server, ...rest })));
  const ready: ReadyMessage = { ports: opened.map(({ port }) => port) };
  process.send?.(ready);
}

// The IPC channel closes when the site exits, even by SIGKILL.
process.once('disconnect', () => process.exit(0));
// Ctrl-C reaches both processes; matches go on until the site has shut down.
process.on('SIGINT', () => undefined);
process.once('message', (start) => void open(start as StartMessage));
