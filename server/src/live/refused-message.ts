import { messageWithKey } from '@karat/contract/chat';
import type { FromClientName } from '@karat/contract/live';
import { Refusal } from '@karat/contract/refusal';
import type { ClientEvents } from './client-events.ts';

/** Adds the client's message id to a refusal, so that the tab knows which of its messages failed. */
export function addMessageIdToRefusals(
  { clientEvents }: { readonly clientEvents: ClientEvents },
  name: FromClientName,
): void {
  const handle = clientEvents.get(name)!;
  clientEvents.set(name, async (socket, payload) => {
    try {
      await handle(socket, payload);
    } catch (error) {
      const { data: marked } = messageWithKey.safeParse(payload);
      // An ended session is handled by the socket itself, which then disconnects.
      if (!(error instanceof Refusal) || error.code === 'unauthenticated') throw error;
      const { message, code, retryAfterSeconds } = error;
      socket.emit('ERROR', { message, code, ...marked, ...(retryAfterSeconds && { retryAfterSeconds }) });
    }
  });
}
