import { vi } from 'vitest';

type Permission = 'default' | 'granted' | 'denied';
type Options = {
  permission?: Permission;
  /** What the player answers when the browser asks. */
  answer?: Permission;
  isSubscribed?: boolean;
  subscribeError?: Error;
};

export const PUBLIC_KEY = `B${'A'.repeat(86)}`;
export const ENDPOINT = 'https://push.example/send/browser';

/** Replaces what a browser needs for push notifications. */
export function stubPush({
  permission = 'default',
  answer = 'granted',
  isSubscribed = false,
  subscribeError,
}: Options = {}) {
  const keys = { p256dh: `B${'b'.repeat(86)}`, auth: 'c'.repeat(22) };
  const unsubscribe = vi.fn(async () => {
    current = null;
    return true;
  });
  const subscription = {
    endpoint: ENDPOINT,
    options: { applicationServerKey: null },
    toJSON: () => ({ endpoint: ENDPOINT, keys }),
    unsubscribe,
  };
  let current: typeof subscription | null = isSubscribed ? subscription : null;
  const subscribe = vi.fn(async () => {
    if (subscribeError !== undefined) throw subscribeError;
    return (current = subscription);
  });
  const registration = { pushManager: { getSubscription: async () => current, subscribe } };
  const register = vi.fn(async () => registration);
  vi.stubGlobal('PushManager', () => undefined);
  const notification = {
    permission,
    requestPermission: vi.fn(async () => (notification.permission = answer)),
  };
  vi.stubGlobal('Notification', notification);
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { register, ready: Promise.resolve(registration), getRegistration: async () => registration },
  });
  return { keys, subscribe, unsubscribe, register, requestPermission: notification.requestPermission };
}

/** Makes the browser one without service workers again. */
export function unstubPush(): void {
  Reflect.deleteProperty(navigator, 'serviceWorker');
}
