import { type Room, addSandboxOpponent, joinGameRoom, leaveGameRoom } from '@karat/contract/rooms';
import type { Team } from '@karat/rules/rooms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, newIdempotencyKey } from '#core/api.ts';
import { offerPush } from '#core/push-offer.ts';
import { roomQuery } from './queries.ts';
import { showFailure } from './show-failure.ts';

/** Joins and leaves seats. Fetches the room after each action, even if an event has already updated it. */
export function useSeatActions({ id }: Pick<Room, 'id'>) {
  const queryClient = useQueryClient();
  const params = { roomId: String(id) };
  const shared = {
    onError: showFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: roomQuery(params.roomId).queryKey }),
  };
  return {
    join: useMutation({
      mutationFn: (team: Team | undefined) =>
        call(
          joinGameRoom,
          { params, body: team === undefined ? {} : { team } },
          { idempotencyKey: newIdempotencyKey() },
        ),
      onSuccess: () => offerPush('match'),
      ...shared,
    }),
    leave: useMutation({
      mutationFn: () => call(leaveGameRoom, { params }, { idempotencyKey: newIdempotencyKey() }),
      ...shared,
    }),
    addSandbox: useMutation({ mutationFn: () => call(addSandboxOpponent, { params }), ...shared }),
  };
}

export type SeatActions = ReturnType<typeof useSeatActions>;
