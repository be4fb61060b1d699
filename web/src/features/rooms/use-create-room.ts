import { addressOf } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { newRoom } from '@karat/contract/room-forms';
import { createGameRoom } from '@karat/contract/rooms';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type * as z from 'zod/mini';
import { ApiRefusal, call, newRequestKey } from '#core/api.ts';
import { showToast } from '#ui/toast.ts';
import { tellFailure } from './tell-failure.ts';
import { useLobbyText } from './words/lobby-text.ts';

export type RoomWish = z.output<typeof newRoom>;

// A request with unknown outcome: a retry sends the same key, so it opens one room.
let unheard: { readonly wish: string; readonly key: string } | undefined;

function keyOf(wish: string): string {
  if (unheard?.wish !== wish) unheard = { wish, key: newRequestKey() };
  return unheard.key;
}

/** Creates a room and navigates to it. */
export function useCreateRoom(onDone: () => void) {
  const t = useLobbyText();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: RoomWish) => call(createGameRoom, { body }, { idempotencyKey: keyOf(JSON.stringify(body)) }),
    onSuccess: ({ roomId }) => {
      unheard = undefined;
      showToast('success', t.created);
      onDone();
      void navigate(addressOf(pages.room, { roomId }));
    },
    onError: (error) => {
      if (error instanceof ApiRefusal && error.status < 500) unheard = undefined;
      tellFailure(error);
    },
  });
}
