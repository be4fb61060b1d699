import { deleteChatMessage, setSlowMode } from '@karat/contract/chat';
import { deleteRoomMessage } from '@karat/contract/rooms';
import { call } from '#core/api.ts';
import { showFailure } from './actions.ts';
import { useChat } from './chat-state.ts';
import type { Conversation } from './conversation.ts';

const deletions = { global: deleteChatMessage, room: deleteRoomMessage };

/** Deletes a message for everyone. */
export async function deleteMessage({ kind, removeMessage }: Conversation, id: number): Promise<void> {
  try {
    await call(deletions[kind], { params: { id: String(id) } });
    removeMessage(id);
  } catch (error) {
    showFailure(error);
  }
}

export async function changeSlowMode(seconds: number): Promise<void> {
  try {
    const { data } = await call(setSlowMode, { body: { seconds } });
    useChat.setState({ slowModeSeconds: data.seconds });
  } catch (error) {
    showFailure(error);
  }
}
