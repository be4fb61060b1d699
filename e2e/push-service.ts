import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from '@playwright/test';

/**
 * A push service on this machine. Headless browsers have none, so a page gets this one instead: it subscribes here, and the site sends
 * its encrypted messages here.
 */
export async function startPushService() {
  const received: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    received.push(request.headers);
    request.resume().once('end', () => response.writeHead(201).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const browserKey = createECDH('prime256v1');
  browserKey.generateKeys();
  const subscription = {
    endpoint: `http://127.0.0.1:${port}/send/${randomBytes(8).toString('hex')}`,
    keys: { p256dh: browserKey.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  };

  return {
    received,
    /** The pages of this context subscribe here, and their player allows notifications when asked. */
    async useIn(context: BrowserContext): Promise<void> {
      await context.addInitScript((own) => {
        const SUBSCRIBED = 'e2e-subscribed';
        const stored = {
          endpoint: own.endpoint,
          options: { applicationServerKey: null },
          toJSON: () => own,
          unsubscribe: async () => (localStorage.removeItem(SUBSCRIBED), true),
        } as unknown as PushSubscription;
        const isSubscribed = () => localStorage.getItem(SUBSCRIBED) !== null;
        PushManager.prototype.getSubscription = async () => (isSubscribed() ? stored : null);
        PushManager.prototype.subscribe = async () => (localStorage.setItem(SUBSCRIBED, '1'), stored);
        const ALLOWED = 'e2e-allowed';
        Object.defineProperty(Notification, 'permission', {
          get: () => (localStorage.getItem(ALLOWED) === null ? 'default' : 'granted'),
        });
        Notification.requestPermission = async () => (localStorage.setItem(ALLOWED, '1'), 'granted');
      }, subscription);
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
