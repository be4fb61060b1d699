import {
  getPushKey,
  type PushCategory,
  removePushSubscription,
  savePushSubscription,
  syncPushSubscription,
} from '@karat/contract/push';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import { hasServiceWorkers, registerServiceWorker } from '#core/service-worker.ts';
import type { Language } from '#i18n/i18n.ts';

/** `install`: on iPhone and iPad only sites on the Home Screen get notifications. */
export type PushSupport = 'supported' | 'install' | 'unsupported';

export function pushSupport(): PushSupport {
  if (hasServiceWorkers() && 'PushManager' in window && 'Notification' in window) return 'supported';
  const { userAgent, maxTouchPoints } = navigator;
  const isMobileApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return isMobileApple && !window.matchMedia('(display-mode: standalone)').matches ? 'install' : 'unsupported';
}

/** The player, or the browser's settings, refused notifications. */
export class PermissionDenied extends Error {}

const KEY = /[=+/]/g;
const REPLACED: Readonly<Record<string, string>> = { '=': '', '+': '-', '/': '_' };

const toBase64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(KEY, (sign) => REPLACED[sign]!);

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

export async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** A subscription for an earlier key of the site gets no messages. */
function isFor({ options: { applicationServerKey: key } }: PushSubscription, publicKey: string): boolean {
  return key === null || toBase64url(key) === publicKey;
}

async function subscribe(publicKey: string): Promise<PushSubscription> {
  await registerServiceWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const existing = await pushManager.getSubscription();
  if (existing !== null && isFor(existing, publicKey)) return existing;
  await existing?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: fromBase64url(publicKey) });
}

export type PushState = {
  /** Null: the site sends no notifications. */
  readonly publicKey: string | null;
  /** Of this browser; null while it is not subscribed. */
  readonly endpoint: string | null;
  readonly categories: readonly PushCategory[];
};

async function readState(language: Language): Promise<PushState> {
  const { publicKey } = await call(getPushKey);
  const nothing = { publicKey, endpoint: null, categories: [] };
  if (publicKey === null || Notification.permission !== 'granted') return nothing;
  const subscription = await findSubscription();
  if (subscription === null || !isFor(subscription, publicKey)) return nothing;
  const { endpoint } = subscription;
  const { data } = await call(syncPushSubscription, { body: { endpoint, language } });
  return data.categories === null ? nothing : { publicKey, endpoint, categories: data.categories };
}

const PUSH_KEY = ['push'] as const;

/** Whether this browser gets notifications, and which. Only for browsers that support them. */
export const pushQuery = (language: Language) =>
  queryOptions({ queryKey: PUSH_KEY, meta: { isPrivate: true }, queryFn: () => readState(language) });

type Choice = {
  readonly publicKey: string;
  readonly categories: readonly PushCategory[];
  readonly language: Language;
};

async function unsubscribe(publicKey: string): Promise<PushState> {
  const subscription = await findSubscription();
  if (subscription !== null) {
    await call(removePushSubscription, { body: { endpoint: subscription.endpoint } });
    await subscription.unsubscribe();
  }
  return { publicKey, endpoint: null, categories: [] };
}

/** Saves the categories of this browser. Asks the browser for permission first, while it still counts as the player's click. */
export async function saveCategories({ publicKey, categories, language }: Choice): Promise<PushState> {
  if (categories.length === 0) return unsubscribe(publicKey);
  if ((await Notification.requestPermission()) !== 'granted') throw new PermissionDenied('no permission');
  const { endpoint, keys = {} } = (await subscribe(publicKey)).toJSON();
  const own = { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' };
  const body = { endpoint: endpoint ?? '', keys: own, language, categories: [...categories] };
  const { data } = await call(savePushSubscription, { body });
  return { publicKey, endpoint: body.endpoint, categories: data.categories };
}

/** Tells the server that this browser is here: in which language, and for which player. */
export async function syncSubscription(language: Language): Promise<void> {
  if (pushSupport() !== 'supported' || Notification.permission !== 'granted') return;
  const subscription = await findSubscription();
  if (subscription === null) return;
  await call(syncPushSubscription, { body: { endpoint: subscription.endpoint, language } });
}
