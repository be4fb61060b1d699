import { CHAT_LENGTH_MAX, cleanChat } from '@karat/rules/chat';
import * as z from 'zod/mini';
import { muteForm } from './chat-forms.ts';
import { endpoint } from './endpoint.ts';
import { playerName } from './player-name.ts';
import { idNumber, idParam } from './text.ts';

export const SLOW_MODE_SECONDS_MAX = 3_600;

const EMPTY = 'Message is empty.';
const TOO_LONG = `Message must be at most ${CHAT_LENGTH_MAX} characters.`;

/** The text of a chat message. It is cleaned before its length is checked, so that invisible characters do not count. Far longer texts are refused uncleaned. */
export const messageText = z.pipe(
  z.pipe(z.string(EMPTY).check(z.maxLength(CHAT_LENGTH_MAX * 4, TOO_LONG)), z.transform(cleanChat)),
  z.string().check(z.minLength(1, EMPTY), z.maxLength(CHAT_LENGTH_MAX, TOO_LONG)),
);

/** The client's key of a message: a message that is sent twice with the same key appears once. */
export const messageKey = z.string('Invalid key.').check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'Invalid key.'));

/** Only the key of a message, for messages that are otherwise invalid. */
export const messageWithKey = z.object({ key: messageKey });

/** A text, or an object with it. */
export const outgoingMessage = z.pipe(
  z.pipe(
    z.unknown(),
    z.transform((input) => (typeof input === 'string' ? { message: input } : input)),
  ),
  z.object({ message: messageText, key: z.optional(messageKey) }, EMPTY),
);

const sender = z.object({
  id: z.number(),
  ...playerName,
  profileImg: z.string(),
  elo: z.number(),
  isAdmin: z.boolean(),
  /** Whether the site's staff speak, in any role. */
  isStaff: z.boolean(),
});

export const chatMessage = z.object({
  id: z.number(),
  sender,
  message: z.string(),
  timestamp: z.iso.datetime(),
  /** The sender's key, by which their tab recognises its own message. */
  key: z.nullable(z.string()),
});
export type ChatMessage = z.output<typeof chatMessage>;

export const deleteChatMessage = endpoint({
  method: 'POST',
  path: '/admin/deleteChatMessage/:id',
  summary: 'Delete a message from the chat. Deleting it again has no effect.',
  params: z.object({ id: idParam }),
  refuses: ['not_found'],
  reply: z.object({ message: z.string() }),
});

export const muteUser = endpoint({
  method: 'POST',
  path: '/admin/muteUser',
  summary: 'Mute a player in all chats for a number of minutes; 0 ends the mute.',
  body: muteForm,
  refuses: ['not_found'],
  reply: z.object({ message: z.string(), data: z.object({ mutedUntil: z.nullable(z.iso.datetime()) }) }),
});

export const setSlowMode = endpoint({
  method: 'POST',
  path: '/admin/setSlowMode',
  summary: 'Set slow mode: the seconds each player waits between two messages; 0 turns it off.',
  body: z.object({
    seconds: z
      .number('Seconds must be a whole number.')
      .check(
        z.int('Seconds must be a whole number.'),
        z.minimum(0, 'Seconds must be a whole number.'),
        z.maximum(SLOW_MODE_SECONDS_MAX, 'Slow mode can be one hour at most.'),
      ),
  }),
  reply: z.object({ message: z.string(), data: z.object({ seconds: z.number() }) }),
});

const hiddenPlayer = z.object({ id: z.number(), ...playerName });
export type HiddenPlayer = z.output<typeof hiddenPlayer>;

export const getHiddenPlayers = endpoint({
  method: 'GET',
  path: '/user/getHiddenPlayers',
  summary: 'The players whose messages the caller hides.',
  reply: z.object({ data: z.array(hiddenPlayer) }),
});

export const hidePlayer = endpoint({
  method: 'POST',
  path: '/user/hidePlayer',
  summary: "Hide a player's chat messages from the caller, or show them again.",
  body: z.object({ userId: idNumber, isHidden: z.boolean('Invalid view.') }),
  refuses: ['not_found'],
  reply: z.object({ message: z.string(), data: z.array(hiddenPlayer) }),
});
