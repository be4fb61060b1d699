import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#testing/free-port.ts';
import { createListeners } from './listeners.ts';

function openApp() {
  const app = fastify({ forceCloseConnections: 'idle', serverFactory: (handle) => createHttpServer(handle) });
  app.get('/', async () => 'here');
  const listen = createListeners(app);
  onTestFinished(() => app.close());
  return { app, listen };
}

const host = '127.0.0.1';

async function openConnection(port: number): Promise<Socket> {
  const socket = connect(port, host);
  await once(socket, 'connect');
  return socket;
}

async function ask(socket: Socket): Promise<string> {
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return answer.toString();
}

test('serves every connection, whichever of its sockets accepts it', async () => {
  const { listen } = openApp();
  const port = await listen({ port: 0, host });
  const sockets = await Promise.all(Array.from({ length: 100 }, () => openConnection(port)));
  const answers = await Promise.all(sockets.map(ask));
  expect(answers.filter((answer) => answer.endsWith('here'))).toHaveLength(100);
});

test.runIf(process.platform === 'linux')('accepts many connections in one turn of the event loop', async () => {
  const { app, listen } = openApp();
  const port = await listen({ port: 0, host });
  let [accepted, turns] = [0, 0];
  app.server.on('connection', () => (accepted += 1));
  const sockets = Array.from({ length: 500 }, () => connect(port, host));
  const opened = Promise.all(sockets.map((socket) => once(socket, 'connect')));
  while (accepted < sockets.length) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
  }
  await opened;
  expect(turns).toBeLessThan(250);
  sockets.forEach((socket) => socket.destroy());
});

test('closes idle connections of all its sockets, and frees the port', async () => {
  const { app, listen } = openApp();
  const port = await listen({ port: 0, host });
  const sockets = await Promise.all(Array.from({ length: 50 }, () => openConnection(port)));
  await Promise.all(sockets.map(ask));
  const closed = sockets.map((socket) => once(socket, 'close'));
  await app.close();
  await Promise.all(closed);
  const next = createServer().listen(port, host);
  await once(next, 'listening');
  expect((next.address() as AddressInfo).port).toBe(port);
  next.close();
});

test('refuses a port that another program uses, and prevents others from using its own', async () => {
  const other = createServer().listen(0, host);
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  await expect(openApp().listen({ port: (other.address() as AddressInfo).port, host })).rejects.toThrow('EADDRINUSE');
  const port = await openApp().listen({ port: 0, host });
  const late = createServer().listen(port, host);
  const [error] = (await once(late, 'error').catch((cause: unknown) => [cause])) as [Error];
  expect(error.message).toContain('EADDRINUSE');
});

test('gives a port to one of two sites that start at the same moment', async () => {
  const port = Number(await freePort());
  const starts = [openApp(), openApp()].map(({ listen }) => listen({ port, host }));
  const outcomes = await Promise.allSettled(starts);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});
