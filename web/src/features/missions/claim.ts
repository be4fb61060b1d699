import { type Mission, claimMission } from '@karat/contract/missions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiRefusal, call, isUnauthenticated, newIdempotencyKey } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import { textOfRefusal } from '#i18n/refusals.ts';
import { showToast } from '#ui/toast.ts';
import { missionsQuery, refreshMissions } from './queries.ts';
import { isClaimable } from './mission-progress.ts';
import { useMissionsText } from './words/missions-text.ts';

/** Claims a reward. The balance arrives by event, as in other tabs. */
export function useClaim({ id }: Pick<Mission, 'id'>): { isPending: boolean; claim: () => void } {
  const t = useText();
  const words = useMissionsText();
  const queryClient = useQueryClient();
  const isBusy = useRef(false);
  // The key stays until the server accepts or refuses, so that a retry after a lost response is paid once.
  const key = useRef<string | undefined>(undefined);
  const { isPending, mutate } = useMutation({
    mutationFn: (idempotencyKey: string) =>
      call(claimMission, { params: { missionId: String(id) } }, { idempotencyKey }),
    onSuccess: ({ reward }) => {
      key.current = undefined;
      showToast('success', words.claimedNow(t.common.diamonds(reward)));
      return refreshMissions(queryClient);
    },
    onError: (error) => {
      if (error instanceof ApiRefusal && error.status < 500) key.current = undefined;
      if (isUnauthenticated(error)) return undefined;
      const isRefusal = error instanceof ApiRefusal;
      showToast('error', isRefusal ? textOfRefusal(t, error) || t.views.error : t.toasts.networkError);
      return isRefusal ? refreshMissions(queryClient) : undefined;
    },
    onSettled: () => {
      isBusy.current = false;
    },
  });
  // A second click can arrive before React has rendered the first as pending or done.
  const claim = () => {
    const known = queryClient.getQueryData(missionsQuery().queryKey)?.find((mission) => mission.id === id);
    if (isBusy.current || !known || !isClaimable(known)) return;
    isBusy.current = true;
    key.current ??= newIdempotencyKey();
    mutate(key.current);
  };
  return { isPending, claim };
}
