import { fillPath } from '@karat/contract/endpoint';
import type { Language } from '@karat/contract/language';
import { pages } from '@karat/contract/pages';
import type { PushCategory, PushPayload } from '@karat/contract/push';
import { READY_UP_MS } from '@karat/rules/rooms';
import { localize, type NotificationContent, type NotificationKey, textOf } from './texts/templates.ts';

const HOUR_MS = 60 * 60_000;
/** How long a message waits for a device that is off. After that, the player finds the notification on the site. */
const TTL_MS = 24 * HOUR_MS;
/** A reason that staff typed may be longer than a device shows. */
const BODY_LENGTH_MAX = 300;

const BALANCE_HISTORY = `${pages.profile}#balance-history`;

type Push = { readonly category: PushCategory; readonly path: string };

/** Notifications that are also sent to devices, with the page that they open. */
const PUSHES: Readonly<Partial<Record<NotificationKey, Push>>> = {
  'deposit.accepted': { category: 'trade', path: BALANCE_HISTORY },
  'deposit.closed': { category: 'trade', path: BALANCE_HISTORY },
  'deposit.credited': { category: 'trade', path: BALANCE_HISTORY },
  'deposit.creditedAfterHold': { category: 'trade', path: BALANCE_HISTORY },
  'deposit.reversed': { category: 'trade', path: BALANCE_HISTORY },
  'market.orderFilled': { category: 'sale', path: pages.inventory },
  'market.sold': { category: 'sale', path: `${pages.listings}?view=closed` },
  'room.full': { category: 'match', path: pages.room },
  'room.serverReady': { category: 'match', path: pages.room },
  'ticket.answered': { category: 'ticket', path: pages.support },
  'ticket.closed': { category: 'ticket', path: pages.support },
  'trade.sent': { category: 'trade', path: pages.inventory },
  'trade.unlocked': { category: 'trade', path: pages.inventory },
  'withdrawal.closed': { category: 'trade', path: pages.inventory },
  'withdrawal.delayed': { category: 'trade', path: pages.inventory },
  'withdrawal.delivered': { category: 'trade', path: pages.inventory },
  'withdrawal.reversed': { category: 'trade', path: pages.support },
};

const cut = (text: string): string =>
  text.length <= BODY_LENGTH_MAX ? text : `${text.slice(0, BODY_LENGTH_MAX - 1).trimEnd()}…`;

/** The push for a notification; undefined if its key is not sent to devices. */
export function pushOf({ path, ...content }: NotificationContent & { readonly path?: string }, tag: string) {
  const { key, parameters } = content;
  const push = PUSHES[key];
  if (push === undefined) return undefined;
  const { category } = push;
  const room = 'roomId' in parameters ? { roomId: parameters.roomId } : {};
  const payloads = localize((language: Language): PushPayload => {
    const { title, message } = textOf(key, parameters, language)!;
    return { title, body: cut(message), path: path ?? fillPath(push.path, room), tag };
  });
  return { category, payloads, ttlMs: category === 'match' ? READY_UP_MS : TTL_MS };
}
