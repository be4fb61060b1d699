import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { useConnection } from '#core/socket.ts';
import { useModals } from '#core/modals.ts';
import { usePresence } from '#core/presence.ts';
import { useReveals } from '#core/reveals.ts';
import { clearSession, useAccount } from '#core/session.ts';
import { useInventory } from '#features/inventory/inventory.ts';
import { useNotifications } from '#features/notifications/notifications.ts';
import { useLatestDrops } from '#features/openings/drops.ts';
import { useDismissed, useSiteStatus } from '#features/switches/status.ts';

// Browser APIs that jsdom lacks and Radix uses.
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
window.matchMedia ??= (query) =>
  ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
// jsdom has no Web Crypto; Node has.
type Runtime = { process: { getBuiltinModule: (name: 'node:crypto') => { webcrypto: Crypto } } };
const { webcrypto } = (globalThis as unknown as Runtime).process.getBuiltinModule('node:crypto');
Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
// Streams must be of the same implementation as the responses that carry them.
globalThis.ReadableStream ??= new Response('').body!.constructor as typeof ReadableStream;
window.scrollTo = () => undefined;
// jsdom has no animations: starting one does nothing.
Element.prototype.animate ??= () => ({ currentTime: 0, effect: null, cancel() {} }) as unknown as Animation;
HTMLImageElement.prototype.decode ??= () => Promise.resolve();
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.hasPointerCapture ??= () => false;

// Lazy components and debounced inputs take their time on a busy machine.
configure({ asyncUtilTimeout: 8_000 });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  clearSession();
  useAccount.setState({ isLoaded: false, hasSessionEnded: false, account: undefined });
  useModals.setState(useModals.getInitialState(), true);
  // Before the stores that receive the events a reveal has held back.
  useReveals.setState(useReveals.getInitialState(), true);
  useConnection.setState(useConnection.getInitialState(), true);
  usePresence.setState(usePresence.getInitialState(), true);
  useInventory.setState(useInventory.getInitialState(), true);
  useNotifications.setState(useNotifications.getInitialState(), true);
  useSiteStatus.setState({ off: [], announcements: [] });
  useDismissed.setState({ ids: [] });
  useLatestDrops.setState(useLatestDrops.getInitialState(), true);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
