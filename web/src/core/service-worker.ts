const SCRIPT = '/sw.js';

/** Whether this browser can have a service worker: it needs https, or localhost. */
export const hasServiceWorkers = (): boolean => 'serviceWorker' in navigator;

/** Registers the service worker. A repeat has no effect but to look for a new version. */
export function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(SCRIPT);
}
