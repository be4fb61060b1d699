import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { cookiesOf } from '#http/session-cookie.ts';
import { formOf, queryOf } from '../forms.ts';
import { BOT_STEAM_ID, type Tokens } from './people.ts';

/** A confirmation is asked for with a key of its moment. */
const CLOCK_SKEW_MAX_S = 300;

export function isSame(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => createHmac('sha256', 'compare').update(text).digest());
  return timingSafeEqual(left!, right!);
}

/** How the bot is told from strangers: on the platform's pages by its cookies, where it confirms also by a key. */
export function createBotSession({ botToken, identitySecret }: Tokens) {
  const bot = `${BOT_STEAM_ID}||${botToken}`;

  /** Signed in as the bot, and the form is one of its own. */
  function isBot(request: FastifyRequest): boolean {
    const cookies = cookiesOf(request.headers);
    const isForm = request.method === 'GET' || formOf(request).get('sessionid') === cookies['sessionid'];
    return isForm && isSame(cookies['steamLoginSecure'] ?? '', bot);
  }

  function hasConfirmationKey(request: FastifyRequest): boolean {
    const query = queryOf(request);
    const time = Number(query.get('t'));
    if (!(Math.abs(Date.now() / 1_000 - time) <= CLOCK_SKEW_MAX_S)) return false;
    const moment = Buffer.alloc(8);
    moment.writeBigUInt64BE(BigInt(Math.trunc(time)));
    const key = createHmac('sha1', Buffer.from(identitySecret, 'base64'));
    const expected = key
      .update(moment)
      .update(query.get('tag') ?? '')
      .digest('base64');
    return isBot(request) && isSame(query.get('k') ?? '', expected);
  }

  return { isBot, hasConfirmationKey };
}
export type BotSession = ReturnType<typeof createBotSession>;
