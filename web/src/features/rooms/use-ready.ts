import { type Room, setReadyState } from '@karat/contract/rooms';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call, newIdempotencyKey } from '#core/api.ts';
import { logError } from '#core/log.ts';
import { roomQuery } from './queries.ts';

const READY_TIMEOUT_MS = 10_000;

function notReady(room: Room, steamId: string): Room {
  return {
    ...room,
    players: room.players.map((seat) => (seat.steamId === steamId ? { ...seat, ready: false } : seat)),
  };
}

/**
 * The player's ready state: shown immediately, then sent; of quick clicks only the last is sent. If sending fails, the
 * player is not ready, and the failure is only logged.
 */
export function useReady({ id: roomId, players }: Room, steamId: string) {
  const queryClient = useQueryClient();
  const [requested, setRequested] = useState<boolean>();
  const chosenState = useRef<boolean>(undefined);
  const isSending = useRef(false);

  const send = async () => {
    const { queryKey } = roomQuery(String(roomId));
    isSending.current = true;
    try {
      let sentState: boolean | undefined;
      while (chosenState.current !== undefined && chosenState.current !== sentState) {
        sentState = chosenState.current;
        const body = { ready: sentState, ...(sentState && { entropy: newIdempotencyKey() }) };
        const sending = { params: { roomId: String(roomId) }, body };
        await call(setReadyState, sending, { signal: AbortSignal.timeout(READY_TIMEOUT_MS) });
      }
      await queryClient.invalidateQueries({ queryKey });
    } catch (error) {
      logError('Failed to set the ready state', error);
      queryClient.setQueryData(queryKey, (room) => room && notReady(room, steamId));
      void queryClient.invalidateQueries({ queryKey });
    } finally {
      isSending.current = false;
      chosenState.current = undefined;
      setRequested(undefined);
    }
  };
  const isReady = requested ?? players.some((seat) => seat.steamId === steamId && seat.ready);
  const toggle = () => {
    chosenState.current = !isReady;
    setRequested(!isReady);
    if (!isSending.current) void send();
  };
  return { isReady, toggle };
}
