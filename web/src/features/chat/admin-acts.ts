import { deleteChatMessage, setSlowMode } from '@karat/contract/chat';
import { call } from '#app/api.ts';
import { tellFailure } from './acts.ts';
import { forgetLine, useChat } from './chat-state.ts';

/** Takes a message out of everybody's chat. */
export async function deleteLine(id: number): Promise<void> {
  try {
    await call(deleteChatMessage, { params: { id: String(id) } });
    forgetLine(id);
  } catch (error) {
    tellFailure(error);
  }
}

export async function changeSlowMode(seconds: number): Promise<void> {
  try {
    const { data } = await call(setSlowMode, { body: { seconds } });
    useChat.setState({ slowModeSeconds: data.seconds });
  } catch (error) {
    tellFailure(error);
  }
}
