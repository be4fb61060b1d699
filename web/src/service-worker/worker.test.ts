import { expect, test, vi } from 'vitest';
import type { Shell } from './shell.ts';
import { startWorker, type WorkerScope } from './worker.ts';

const ORIGIN = 'https://karat.example';
const FONT = '/assets/inter-latin-abc.woff2';
const shellOf = (version: string): Shell => ({ version, files: ['/offline.html', FONT] });

type Listener = (event: object) => void;
type OpenWindow = { url: string; visibilityState: string; focus: () => Promise<void> };

/** A browser with its storage, in which workers of several builds run one after the other. */
function createBrowser({ userAgent = 'Mozilla/5.0 Chrome/140.0 Safari/537.36' } = {}) {
  const stored = new Map<string, Map<string, Response>>();
  const pathOf = (request: string | { readonly url: string }): string =>
    new URL(typeof request === 'string' ? request : request.url, ORIGIN).pathname;
  const network = { isUp: true, build: 'first', requests: [] as string[] };
  const windows: OpenWindow[] = [];
  const shown: { title: string; options: NotificationOptions }[] = [];
  const opened: string[] = [];

  async function fetchFromNetwork(request: string | { readonly url: string }): Promise<Response> {
    network.requests.push(pathOf(request));
    if (!network.isUp) throw new TypeError('Failed to fetch');
    return new Response(`${network.build} ${pathOf(request)}`);
  }

  const caches = {
    open: async (name: string) => {
      const cache = stored.get(name) ?? new Map<string, Response>();
      stored.set(name, cache);
      return {
        addAll: async (files: readonly (string | Request)[]) => {
          for (const file of files) cache.set(pathOf(file), await fetchFromNetwork(file));
        },
      };
    },
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    match: async (file: string, { cacheName }: { cacheName: string }) => stored.get(cacheName)?.get(file)?.clone(),
  };

  /** Installs and activates the worker of a build, as a browser does with a new `sw.js`. */
  async function install(version: string) {
    const listeners = new Map<string, Listener>();
    const skipWaiting = vi.fn(() => Promise.resolve());
    const enable = vi.fn(() => Promise.resolve());
    const scope = {
      caches,
      location: { origin: ORIGIN },
      navigator: { userAgent },
      registration: {
        navigationPreload: { enable },
        showNotification: async (title: string, options: NotificationOptions) => void shown.push({ title, options }),
      },
      clients: { matchAll: async () => windows, openWindow: async (url: string) => void opened.push(url) },
      fetch: fetchFromNetwork,
      skipWaiting,
      addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    };
    startWorker(scope as unknown as WorkerScope, shellOf(version));

    /** Dispatches an event and waits for what the worker does. */
    async function dispatch(name: string, event: object = {}): Promise<void> {
      const work: Promise<unknown>[] = [];
      listeners.get(name)!({ ...event, waitUntil: (each: Promise<unknown>) => work.push(each) });
      await Promise.all(work);
    }
    await dispatch('install');
    await dispatch('activate');

    return {
      skipWaiting,
      enable,
      dispatch,
      /** The text that the worker answers with; undefined if it leaves the request to the browser. */
      async request(path: string, { mode = 'cors', method = 'GET', preload = undefined as Response | undefined } = {}) {
        const request = { url: new URL(path, ORIGIN).href, mode, method };
        let answer: Promise<Response> | undefined;
        const respondWith = (response: Promise<Response>) => void (answer = response);
        const preloadResponse = Promise.resolve(preload);
        listeners.get('fetch')!({ request, preloadResponse, respondWith });
        return (await answer)?.text();
      },
      push: (payload: unknown) => dispatch('push', { data: { json: () => payload } }),
      async click(path: string) {
        const close = vi.fn();
        await dispatch('notificationclick', { notification: { close, data: { path } } });
        expect(close).toHaveBeenCalledOnce();
      },
    };
  }

  return { network, stored, windows, shown, opened, install };
}

const navigate = { mode: 'navigate' };

test('stores the files of the offline page, and nothing else', async () => {
  const { stored, install } = createBrowser();
  const worker = await install('one');
  for (const path of ['/', '/cases', '/auth/me', '/profile']) await worker.request(path, navigate);
  expect([...stored].map(([name, files]) => [name, [...files.keys()]])).toEqual([
    ['karat-shell-one', ['/offline.html', FONT]],
  ]);
});

test.each([
  ['a call', '/auth/me?optional=1', {}],
  ['a call that changes something', '/case/openCase/Flint', {}],
  ['a POST', '/roulette/placeBet', { method: 'POST' }],
  ['the live channel', '/socket.io/?transport=polling', {}],
  ['a script of the app', '/assets/main-abc.js', {}],
  ['a picture', '/img/skin/x-256.webp', {}],
  ['the manifest', '/manifest.webmanifest', {}],
  ['another site', 'https://cdn.example/offline.html', {}],
  ['a form', '/somewhere', { mode: 'navigate', method: 'POST' }],
])('leaves %s to the browser', async (_, path, options) => {
  const { network, install } = createBrowser();
  const worker = await install('one');
  network.requests.length = 0;
  expect(await worker.request(path, options)).toBeUndefined();
  expect(network.requests).toEqual([]);
});

test('loads every page from the network, and shows the offline page only without a connection', async () => {
  const { network, install } = createBrowser();
  const worker = await install('one');
  expect(await worker.request('/cases', navigate)).toBe('first /cases');
  network.isUp = false;
  expect(await worker.request('/cases', navigate)).toBe('first /offline.html');
  expect(await worker.request(FONT)).toBe(`first ${FONT}`);
  network.isUp = true;
  network.build = 'second';
  expect(await worker.request('/cases', navigate)).toBe('second /cases');
});

test('uses the page that the browser has requested already, and never requests it twice', async () => {
  const { network, install } = createBrowser();
  const worker = await install('one');
  expect(worker.enable).toHaveBeenCalledOnce();
  network.requests.length = 0;
  expect(await worker.request('/auth/steamreturn', { ...navigate, preload: new Response('preloaded') })).toBe(
    'preloaded',
  );
  expect(network.requests).toEqual([]);
});

test('the worker of a new build takes over at once and replaces what the old one stored', async () => {
  const { network, stored, install } = createBrowser();
  stored.set('of another script', new Map());
  await install('one');
  network.build = 'second';
  const worker = await install('two');
  expect(worker.skipWaiting).toHaveBeenCalledOnce();
  expect([...stored.keys()]).toEqual(['of another script', 'karat-shell-two']);
  network.isUp = false;
  expect(await worker.request('/', navigate)).toBe('second /offline.html');
});

const payload = { title: 'Support answered', body: 'Where is my skin?', path: '/support/7', tag: 'notification-7' };

test('shows a message while the site is closed or hidden', async () => {
  const { shown, windows, install } = createBrowser();
  windows.push({ url: `${ORIGIN}/`, visibilityState: 'hidden', focus: async () => undefined });
  await (await install('one')).push(payload);
  expect(shown).toMatchObject([
    {
      title: 'Support answered',
      options: { body: 'Where is my skin?', tag: 'notification-7', data: { path: '/support/7' } },
    },
  ]);
});

test('shows nothing while the site is visible, except a test', async () => {
  const { shown, windows, install } = createBrowser();
  windows.push({ url: `${ORIGIN}/`, visibilityState: 'visible', focus: async () => undefined });
  const worker = await install('one');
  await worker.push(payload);
  expect(shown).toEqual([]);
  await worker.push({ ...payload, isTest: true });
  expect(shown).toHaveLength(1);
});

test('shows a push without a readable message', async () => {
  const { shown, install } = createBrowser();
  const worker = await install('one');
  const json = (): never => {
    throw new SyntaxError('no JSON');
  };
  for (const data of [null, { json }]) await worker.dispatch('push', { data });
  expect(shown.map(({ title }) => title)).toEqual(['Karat', 'Karat']);
});

test('shows every message in Safari, which would otherwise end the subscription', async () => {
  const { shown, windows, install } = createBrowser({ userAgent: 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1' });
  windows.push({ url: `${ORIGIN}/`, visibilityState: 'visible', focus: async () => undefined });
  await (await install('one')).push(payload);
  expect(shown).toHaveLength(1);
});

test('a click opens the page of the message, or focuses it where it is open', async () => {
  const { opened, windows, install } = createBrowser();
  const worker = await install('one');
  await worker.click('/support/7');
  expect(opened).toEqual([`${ORIGIN}/support/7`]);
  const focus = vi.fn(() => Promise.resolve());
  windows.push({ url: `${ORIGIN}/support/7`, visibilityState: 'hidden', focus });
  await worker.click('/support/7');
  expect(focus).toHaveBeenCalledOnce();
  await worker.click('https://elsewhere.example/');
  expect(opened).toHaveLength(1);
});
