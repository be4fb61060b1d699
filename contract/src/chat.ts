import { CHAT_LENGTH_MAX, cleanChat } from '@karat/rules/chat';
import * as z from 'zod/mini';
import { muting } from './chat-forms.ts';
import { endpoint } from './endpoint.ts';
import { idNumber, idParam } from './text.ts';

export const SLOW_MODE_SECONDS_MAX = 3_600;

const EMPTY = 'Message is empty.';
const TOO_LONG = `Message is at most ${CHAT_LENGTH_MAX} characters.`;

/** Cleaned before it is measured: what nobody sees counts for nothing. Far longer texts are not even looked at. */
export const messageText = z.pipe(
  z.pipe(z.string(EMPTY).check(z.maxLength(CHAT_LENGTH_MAX * 4, TOO_LONG)), z.transform(cleanChat)),
  z.string().check(z.minLength(1, EMPTY), z.maxLength(CHAT_LENGTH_MAX, TOO_LONG)),
);

/** The sender's own mark of a message: one that is sent twice with the same mark is said once. */
export const messageKey = z.string('Invalid key.').check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'Invalid key.'));

/** As much of a message as names it, however wrong the rest is. */
export const markedMessage = z.object({ key: messageKey });

/** Bare text, or an object with it. */
export const outgoingMessage = z.pipe(
  z.pipe(
    z.unknown(),
    z.transform((sent) => (typeof sent === 'string' ? { message: sent } : sent)),
  ),
  z.object({ message: messageText, key: z.optional(messageKey) }, EMPTY),
);

const sender = z.object({
  id: z.number(),
  username: z.string(),
  profileImg: z.string(),
  elo: z.number(),
  isAdmin: z.boolean(),
});

export const chatMessage = z.object({
  id: z.number(),
  sender,
  message: z.string(),
  timestamp: z.iso.datetime(),
  /** The sender's own mark, so that their tab knows its line again. */
  key: z.nullable(z.string()),
});
export type ChatMessage = z.output<typeof chatMessage>;

export const deleteChatMessage = endpoint({
  method: 'POST',
  path: '/admin/deleteChatMessage/:id',
  summary: 'Take a message out of the chat. Taking it out twice is no error.',
  params: z.object({ id: idParam }),
  refuses: ['not_found'],
  reply: z.object({ message: z.string() }),
});

export const muteUser = endpoint({
  method: 'POST',
  path: '/admin/muteUser',
  summary: 'Keep a player from writing in chats for so many minutes; 0 lets them write again.',
  body: muting,
  refuses: ['not_found'],
  reply: z.object({ message: z.string(), data: z.object({ mutedUntil: z.nullable(z.iso.datetime()) }) }),
});

export const setSlowMode = endpoint({
  method: 'POST',
  path: '/admin/setSlowMode',
  summary: 'Let each player write only once in so many seconds; 0 ends it.',
  body: z.object({
    seconds: z
      .number('Seconds must be a whole number.')
      .check(
        z.int('Seconds must be a whole number.'),
        z.minimum(0, 'Seconds must be a whole number.'),
        z.maximum(SLOW_MODE_SECONDS_MAX, 'Slow mode is an hour at most.'),
      ),
  }),
  reply: z.object({ message: z.string(), data: z.object({ seconds: z.number() }) }),
});

const hiddenPlayer = z.object({ id: z.number(), username: z.string() });
export type HiddenPlayer = z.output<typeof hiddenPlayer>;

export const getHiddenPlayers = endpoint({
  method: 'GET',
  path: '/user/getHiddenPlayers',
  summary: 'Players whose messages the caller does not want to see.',
  reply: z.object({ data: z.array(hiddenPlayer) }),
});

export const hidePlayer = endpoint({
  method: 'POST',
  path: '/user/hidePlayer',
  summary: "Hide a player's chat messages from oneself, or show them again.",
  body: z.object({ userId: idNumber, isHidden: z.boolean('Invalid view.') }),
  refuses: ['not_found'],
  reply: z.object({ message: z.string(), data: z.array(hiddenPlayer) }),
});
