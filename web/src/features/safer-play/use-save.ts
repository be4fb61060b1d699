import type { SaferPlay } from '@karat/contract/safer-play';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiRefusal } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import { errorText } from '#ui/error-text.ts';
import { showToast } from '#ui/toast.ts';
import { saferPlayQuery } from './queries.ts';

type Act<Wish> = {
  send: (wish: Wish) => Promise<{ data: SaferPlay }>;
  /** What is said once it is done; told how things stand now. */
  said: (wish: Wish, now: SaferPlay) => string;
  onDone?: () => void;
  /** Says at the field what is wrong with it; without it a toast does. */
  onInvalid?: (reason: string) => void;
};

/** A change of one's own rules: the page shows what the server answers, and a toast says what became of it. */
export function useSave<Wish>({ send, said, onDone, onInvalid }: Act<Wish>) {
  const all = useText();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ data }, wish) => {
      // An answer to an older question must not overwrite this one.
      void queryClient.cancelQueries(saferPlayQuery);
      queryClient.setQueryData(saferPlayQuery.queryKey, data);
      onDone?.();
      showToast('success', said(wish, data));
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
