import { type Room, addSandboxOpponent, joinGameRoom, leaveGameRoom } from '@karat/contract/rooms';
import type { Team } from '@karat/rules/rooms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, newIdempotencyKey } from '#core/api.ts';
import { roomQuery } from './queries.ts';
import { tellFailure } from './tell-failure.ts';

/** What a player does with seats. After each the room is asked for anew, whether or not it was told already. */
export function useSeatActs({ id }: Pick<Room, 'id'>) {
  const queryClient = useQueryClient();
  const params = { roomId: String(id) };
  const shared = {
    onError: tellFailure,
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
      ...shared,
    }),
    leave: useMutation({
      mutationFn: () => call(leaveGameRoom, { params }, { idempotencyKey: newIdempotencyKey() }),
      ...shared,
    }),
    addSandbox: useMutation({ mutationFn: () => call(addSandboxOpponent, { params }), ...shared }),
  };
}

export type SeatActs = ReturnType<typeof useSeatActs>;
