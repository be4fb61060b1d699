import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import { createGameRoom } from '@karat/contract/rooms';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ApiRefusal, call, newIdempotencyKey } from '#core/api.ts';
import { offerPush } from '#core/push-offer.ts';
import { showToast } from '#ui/toast.ts';
import { type RoomSettings, storeLastSettings } from './last-settings.ts';
import { showFailure } from './show-failure.ts';
import { useLobbyText } from './words/lobby-text.ts';

// A request with unknown outcome: a retry sends the same key, so it opens one room.
let unconfirmed: { readonly request: string; readonly key: string } | undefined;

function keyOf(request: string): string {
  if (unconfirmed?.request !== request) unconfirmed = { request, key: newIdempotencyKey() };
  return unconfirmed.key;
}

/** Creates a room and navigates to it. */
export function useCreateRoom(onDone: () => void) {
  const t = useLobbyText();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: RoomSettings) => call(createGameRoom, { body }, { idempotencyKey: keyOf(JSON.stringify(body)) }),
    onSuccess: ({ roomId }, settings) => {
      unconfirmed = undefined;
      storeLastSettings(settings);
      showToast('success', t.created);
      onDone();
      offerPush('match');
      void navigate(fillPath(pages.room, { roomId }));
    },
    onError: (error) => {
      if (error instanceof ApiRefusal && error.status < 500) unconfirmed = undefined;
      showFailure(error);
    },
  });
}
