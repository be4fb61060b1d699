import type { SaferPlay } from '@karat/contract/safer-play';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiRefusal } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import { errorText } from '#ui/error-text.ts';
import { showToast } from '#ui/toast.ts';
import { saferPlayQuery } from './queries.ts';

type SaveOptions<Input> = {
  send: (input: Input) => Promise<{ data: SaferPlay }>;
  /** The toast after success, given the new state. */
  successText: (input: Input, now: SaferPlay) => string;
  onDone?: () => void;
  /** Shows the reason at the field; without it, a toast does. */
  onInvalid?: (reason: string) => void;
};

/** Saves a change of the player's limits: shows the state that the server returns, and a toast. */
export function useSave<Input>({ send, successText, onDone, onInvalid }: SaveOptions<Input>) {
  const all = useText();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ data }, input) => {
      // An older response must not overwrite this one.
      void queryClient.cancelQueries(saferPlayQuery);
      queryClient.setQueryData(saferPlayQuery.queryKey, data);
      onDone?.();
      showToast('success', successText(input, data));
    },
    onError: (error) => {
      const reason = errorText(all, error);
      if (reason !== undefined && onInvalid && error instanceof ApiRefusal && error.code === 'invalid')
        onInvalid(reason);
      else if (reason !== undefined) showToast('error', reason);
      void queryClient.invalidateQueries(saferPlayQuery);
    },
  });
}
