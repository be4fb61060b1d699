import { Refusal } from '@karat/contract/refusal';
import type { Deps } from '#deps.ts';
import type { Rate } from '#http/rate-limit.ts';
import { anyone, onEvent, signedIn } from '#live/client-events.ts';
import type { LiveServer } from '#live/live.ts';
import { addMessageIdToRefusals } from '#live/refused-message.ts';
import { assertChatOn, createChatReader, sendMessage } from './chat.ts';

/** The list is long, and a tab needs it once per connection. */
const HISTORY_RATE: Rate = { burst: 5, perSecond: 1 / 2 };

export function chatSocket(live: LiveServer, deps: Pick<Deps, 'db' | 'live' | 'limits' | 'switches'>): void {
  const readChat = createChatReader(deps);

  onEvent(live, 'GET_CHAT_MESSAGES', anyone, async (_, caller, socket) => {
    if (deps.limits.take(`chat-history:${socket.id}`, HISTORY_RATE) > 0) {
      throw new Refusal('too_many', 'Too many requests. Please slow down.');
    }
    const { messages, slowModeSeconds, mutes } = await readChat();
    const mutedUntil = (caller && mutes.get(caller.id)) ?? null;
    socket.emit('CHAT_MESSAGES', { data: messages, slowModeSeconds, mutedUntil });
  });

  onEvent(live, 'SEND_MESSAGE', signedIn, async (outgoing, player, socket) => {
    await assertChatOn(deps, player);
    const { message, isRepeated, isDeleted } = await sendMessage(deps, player, outgoing);
    if (!isRepeated) return;
    socket.emit('NEW_MESSAGE', message);
    if (isDeleted) socket.emit('MESSAGE_DELETED', { id: message.id });
  });
  addMessageIdToRefusals(live, 'SEND_MESSAGE');
}
