import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { cookiesOf } from '#http/session-cookie.ts';
import { formOf, queryOf } from '../forms.ts';
import { BOT_STEAM_ID, type Tokens } from './tokens.ts';

/** Confirmation keys contain a time and expire. */
const CLOCK_SKEW_MAX_S = 300;

export function isSame(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => createHmac('sha256', 'compare').update(text).digest());
  return timingSafeEqual(left!, right!);
}

/** Authenticates the bot: by its cookies, and for confirmations also by a key. */
export function createBotSession({ botToken, identitySecret }: Tokens) {
  const bot = `${BOT_STEAM_ID}||${botToken}`;

  /** Whether the request has the bot's cookies and, for a form, the matching session id. */
  function isBot(request: FastifyRequest): boolean {
    const cookies = cookiesOf(request.headers);
    const isForm = request.method === 'GET' || formOf(request).get('sessionid') === cookies['sessionid'];
    return isForm && isSame(cookies['steamLoginSecure'] ?? '', bot);
  }

  function hasConfirmationKey(request: FastifyRequest): boolean {
    const query = queryOf(request);
    const time = Number(query.get('t'));
    if (!(Math.abs(Date.now() / 1_000 - time) <= CLOCK_SKEW_MAX_S)) return false;
    const timeBytes = Buffer.alloc(8);
    timeBytes.writeBigUInt64BE(BigInt(Math.trunc(time)));
    const key = createHmac('sha1', Buffer.from(identitySecret, 'base64'));
    const expected = key
      .update(timeBytes)
      .update(query.get('tag') ?? '')
      .digest('base64');
    return isBot(request) && isSame(query.get('k') ?? '', expected);
  }

  return { isBot, hasConfirmationKey };
}
export type BotSession = ReturnType<typeof createBotSession>;
