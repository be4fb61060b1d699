import type { PushPayload } from '@karat/contract/push';
import type { Shell } from './shell.ts';

type Extendable = { waitUntil(work: Promise<unknown>): void };
type Window = { readonly url: string; readonly visibilityState: string; focus(): Promise<unknown> };

type WorkerEvents = {
  install: Extendable;
  activate: Extendable;
  fetch: {
    readonly request: Request;
    readonly preloadResponse?: Promise<Response | undefined>;
    respondWith(response: Promise<Response>): void;
  };
  push: Extendable & { readonly data: { json(): unknown } | null };
  notificationclick: Extendable & { readonly notification: Pick<Notification, 'data' | 'close'> };
};

/** The part of `ServiceWorkerGlobalScope` that the worker uses. */
export type WorkerScope = {
  readonly caches: CacheStorage;
  readonly location: { readonly origin: string };
  readonly navigator: { readonly userAgent: string };
  readonly registration: Pick<ServiceWorkerRegistration, 'showNotification'> & {
    readonly navigationPreload?: Pick<NavigationPreloadManager, 'enable'>;
  };
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Window[]>;
    openWindow(url: string): Promise<unknown>;
  };
  fetch(request: Request): Promise<Response>;
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(name: Name, listener: (event: WorkerEvents[Name]) => void): void;
};

const OFFLINE_PAGE = '/offline.html';
const CACHE_PREFIX = 'karat-shell-';
/** Safari ends a subscription whose messages are not shown, even while the site is open. */
const SHOWS_ALWAYS = /^(?!.*(?:Chrome|Chromium|Android)).*Safari/;

/**
 * Shows the offline page when a page cannot be loaded. Everything else goes to the network as if there were no worker: calls, sockets
 * and the app itself are never cached, so a new release is used with the next page that is loaded.
 */
function serveOfflinePage(scope: WorkerScope, { version, files }: Shell): void {
  const { caches } = scope;
  const cacheName = CACHE_PREFIX + version;

  async function install(): Promise<void> {
    const cache = await caches.open(cacheName);
    // The HTTP cache may have the offline page of an earlier build. Other files have a hash in their name.
    const offlinePage = new Request(new URL(OFFLINE_PAGE, scope.location.origin), { cache: 'reload' });
    await cache.addAll(files.map((file) => (file === OFFLINE_PAGE ? offlinePage : file)));
    await scope.skipWaiting();
  }

  async function activate(): Promise<void> {
    const names = await caches.keys();
    const isOld = (name: string) => name.startsWith(CACHE_PREFIX) && name !== cacheName;
    await Promise.all(names.filter(isOld).map((name) => caches.delete(name)));
    // The browser requests the page while the worker starts.
    await scope.registration.navigationPreload?.enable();
  }

  const stored = (file: string) => caches.match(file, { cacheName, ignoreVary: true });

  /** Requests the page once: a repeated sign-in return, for example, would be refused. */
  async function loadPage({ request, preloadResponse }: WorkerEvents['fetch']): Promise<Response> {
    try {
      return (await preloadResponse) ?? (await scope.fetch(request));
    } catch (error) {
      const page = await stored(OFFLINE_PAGE);
      if (page === undefined) throw error;
      return page;
    }
  }

  scope.addEventListener('install', (event) => event.waitUntil(install()));
  scope.addEventListener('activate', (event) => event.waitUntil(activate()));
  scope.addEventListener('fetch', (event) => {
    const { request } = event;
    if (request.method !== 'GET') return;
    if (request.mode === 'navigate') return event.respondWith(loadPage(event));
    const { origin, pathname } = new URL(request.url);
    if (origin !== scope.location.origin || pathname === OFFLINE_PAGE || !files.includes(pathname)) return;
    event.respondWith(stored(pathname).then((file) => file ?? scope.fetch(request)));
  });
}

/** Browsers require that every push is shown, even one that cannot be read. */
const UNREADABLE: PushPayload = { title: 'Karat', body: '', path: '/', tag: 'karat' };

function payloadOf(data: WorkerEvents['push']['data']): PushPayload {
  try {
    return data === null ? UNREADABLE : (data.json() as PushPayload);
  } catch {
    return UNREADABLE;
  }
}

/** Shows messages of the site, and opens their page. While the site is visible, the page itself shows what has happened. */
function showMessages(scope: WorkerScope): void {
  const findWindows = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true });

  async function show({ title, body, path, tag, isTest }: PushPayload): Promise<void> {
    const isVisible = (await findWindows()).some(({ visibilityState }) => visibilityState === 'visible');
    if (isVisible && isTest !== true && !SHOWS_ALWAYS.test(scope.navigator.userAgent)) return;
    const pictures = { icon: '/icons/icon-192.png', badge: '/icons/badge-96.png' };
    await scope.registration.showNotification(title, { body, tag, data: { path }, ...pictures });
  }

  async function open(path: string): Promise<void> {
    const url = new URL(path, scope.location.origin);
    if (url.origin !== scope.location.origin) return;
    const window = (await findWindows()).find((each) => each.url === url.href);
    await (window === undefined ? scope.clients.openWindow(url.href) : window.focus());
  }

  scope.addEventListener('push', (event) => event.waitUntil(show(payloadOf(event.data))));
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { path } = event.notification.data as { path: string };
    event.waitUntil(open(path));
  });
}

export function startWorker(scope: WorkerScope, shell: Shell): void {
  serveOfflinePage(scope, shell);
  showMessages(scope);
}
