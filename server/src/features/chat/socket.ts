import { Refusal } from '@karat/contract/refusal';
import type { Deps } from '#deps.ts';
import type { Rate } from '#http/rate-limit.ts';
import { anyone, onEvent, signedIn } from '#live/client-events.ts';
import type { LiveSocket } from '#live/live-socket.ts';
import { addMessageIdToRefusals } from '#live/refused-message.ts';
import { createChatReader, sendMessage } from './chat.ts';

/** The list is long, and a tab needs it once per connection. */
const HISTORY_RATE: Rate = { burst: 5, perSecond: 1 / 2 };

/** Called once per process; the result is called for each socket. */
export function createChatSocket(deps: Pick<Deps, 'db' | 'live' | 'limits'>): (socket: LiveSocket) => void {
  const readChat = createChatReader(deps);

  return (socket) => {
    onEvent(socket, 'GET_CHAT_MESSAGES', anyone, async (_, caller) => {
      if (deps.limits.take(`chat-history:${socket.id}`, HISTORY_RATE) > 0) {
        throw new Refusal('too_many', 'Too many requests. Please slow down.');
      }
      const { messages, slowModeSeconds, mutes } = await readChat();
      const mutedUntil = (caller && mutes.get(caller.id)) ?? null;
      socket.emit('CHAT_MESSAGES', { data: messages, slowModeSeconds, mutedUntil });
    });

    onEvent(socket, 'SEND_MESSAGE', signedIn, async (outgoing, player) => {
      const { message, isRepeated, isDeleted } = await sendMessage(deps, player, outgoing);
      if (!isRepeated) return;
      socket.emit('NEW_MESSAGE', message);
      if (isDeleted) socket.emit('MESSAGE_DELETED', { id: message.id });
    });
    addMessageIdToRefusals(socket, 'SEND_MESSAGE');
  };
}
