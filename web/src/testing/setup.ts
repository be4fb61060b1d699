import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { useLive } from '#app/live.ts';
import { useFlags } from '#core/modals.ts';
import { forget, useAccount } from '#core/session.ts';

// What jsdom lacks and the primitives reach for.
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
window.matchMedia ??= (query) =>
  ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
// Web cryptography, which every browser has, is in Node and not in jsdom.
type Runtime = { process: { getBuiltinModule: (name: 'node:crypto') => { webcrypto: Crypto } } };
const { webcrypto } = (globalThis as unknown as Runtime).process.getBuiltinModule('node:crypto');
Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
// Streams come from the same place as the replies that carry them.
globalThis.ReadableStream ??= new Response('').body!.constructor as typeof ReadableStream;
window.scrollTo = () => undefined;
// Nothing moves and nothing is drawn here: an animation is only asked for.
Element.prototype.animate ??= () => ({ currentTime: 0, effect: null, cancel() {} }) as unknown as Animation;
HTMLImageElement.prototype.decode ??= () => Promise.resolve();
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.hasPointerCapture ??= () => false;

// Parts of a page are files of their own, and what is typed has to rest: on a busy machine both take their time.
configure({ asyncUtilTimeout: 8_000 });

const flags = useFlags.getInitialState();
const live = useLive.getInitialState();

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  forget();
  useAccount.setState({ isKnown: false, hasEnded: false, account: undefined });
  useFlags.setState(flags, true);
  useLive.setState(live, true);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
