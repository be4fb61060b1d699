import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Env } from '#env.ts';

/**
 * Node accepts one connection of a listening socket per turn of the event loop. When thousands of clients reconnect, turns are
 * long, the kernel's queue overflows, and connections are lost. This many sockets on one port accept as many per turn.
 */
const LISTENERS = 32;
/** Connections that wait to be accepted, for each listening socket; the kernel may allow fewer. */
const BACKLOG = 4_096;

type Address = Pick<Env, 'port' | 'host'>;

async function openServer(server: Server, options: Parameters<Server['listen']>[0]): Promise<Server> {
  server.listen(options);
  await once(server, 'listening');
  return server;
}

/** Linux distributes connections over all sockets that listen on a port. Where that does not work, one socket listens. */
async function canSharePort(): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const probe = await openServer(createServer(), { port: 0, host: '127.0.0.1', reusePort: true }).catch(
    () => undefined,
  );
  probe?.close();
  return probe !== undefined;
}

/**
 * Sockets that share a port would let a second site on this machine share it too, without an error. An abstract Unix socket
 * prevents that: only one process can have it, and Linux removes it with the process.
 */
function lockAddress({ port, host }: Address): Promise<Server> {
  return openServer(createServer(), { path: `\0karat ${host}:${port}` });
}

/** Another listening socket on the server's port. */
async function addListener(server: HttpServer): Promise<Server> {
  const { port, address } = server.address() as AddressInfo;
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));
  return openServer(listener, { port, host: address, backlog: BACKLOG, reusePort: true });
}

/** Listens for calls and live connections. Everything closes with the app. */
export function createListeners(app: FastifyInstance) {
  const opened: Server[] = [];
  const closing: Promise<void>[] = [];
  app.addHook('preClose', async () => {
    for (const each of opened) closing.push(new Promise((resolve) => void each.close(() => resolve())));
  });
  app.addHook('onClose', async () => void (await Promise.all(closing)));

  /** Resolves to the port. */
  return async function listen({ port, host }: Address): Promise<number> {
    const isShared = await canSharePort();
    // Port 0 becomes a free port.
    if (isShared && port !== 0) opened.push((await lockAddress({ port, host })).unref());
    // Fastify passes all options on, but declares only some of them.
    const options = { port, host, backlog: BACKLOG, reusePort: isShared };
    await app.listen(options);
    const moreCount = isShared ? LISTENERS - 1 : 0;
    opened.push(...(await Promise.all(Array.from({ length: moreCount }, () => addListener(app.server)))));
    return (app.server.address() as AddressInfo).port;
  };
}
