import { openGameServer } from './game-server.ts';
import type { ReadyMessage, StartMessage } from './messages.ts';

async function open({ servers, ...rest }: StartMessage): Promise<void> {
  const opened = await Promise.all(servers.map((server) => openGameServer({ ...server, ...rest })));
  const ready: ReadyMessage = { ports: opened.map(({ port }) => port) };
  process.send?.(ready);
}

// The channel to the site closes with the site, even if that was killed.
process.once('disconnect', () => process.exit(0));
// Ctrl-C goes to both; matches are played until the site has let go of them.
process.on('SIGINT', () => undefined);
process.once('message', (start) => void open(start as StartMessage));
