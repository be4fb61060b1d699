import { messageWithKey } from '@karat/contract/chat';
import type { FromClientName } from '@karat/contract/live';
import { Refusal } from '@karat/contract/refusal';
import type { LiveSocket } from './live-socket.ts';

/** Lets a refusal name the message it is about, so that the tab knows which of its lines failed. */
export function nameRefused(socket: LiveSocket, name: FromClientName): void {
  const say = socket.hearings.get(name)!;
  socket.hearings.set(name, async (sent) => {
    try {
      await say(sent);
    } catch (error) {
      const { data: marked } = messageWithKey.safeParse(sent);
      // A session that has ended is answered as everywhere, because it takes the socket with it.
      if (!(error instanceof Refusal) || error.code === 'unauthenticated') throw error;
      const { message, code, retryAfterSeconds } = error;
      socket.send('ERROR', { message, code, ...marked, ...(retryAfterSeconds && { retryAfterSeconds }) });
    }
  });
}
