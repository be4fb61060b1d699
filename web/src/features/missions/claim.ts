import { type Mission, claimMission } from '@karat/contract/missions';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiRefusal, call, isUnauthenticated, newIdempotencyKey } from '#core/api.ts';
import { currentText, currentWords } from '#i18n/i18n.ts';
import { textOfRefusal } from '#i18n/refusals.ts';
import { showToast } from '#ui/toast.ts';
import { missionsQuery, refreshMissions } from './queries.ts';
import { isClaimable } from './mission-progress.ts';
import { words } from './words/missions-text.ts';

type MissionId = Mission['id'];

// The key stays until the server accepts or refuses, so that a retry after a lost response is paid once.
const keys = new Map<MissionId, string>();
const claiming = new Set<MissionId>();

/** Whether a reward can be claimed now. A second click can arrive before the first is rendered as pending or done. */
function mayClaim(queryClient: QueryClient, id: MissionId): boolean {
  const known = queryClient.getQueryData(missionsQuery().queryKey)?.find((mission) => mission.id === id);
  return known !== undefined && isClaimable(known) && !claiming.has(id);
}

/** Claims a reward and shows the result. The balance arrives by event, as in other tabs. */
export async function claimReward(queryClient: QueryClient, id: MissionId): Promise<void> {
  if (!mayClaim(queryClient, id)) return;
  claiming.add(id);
  const idempotencyKey = keys.get(id) ?? newIdempotencyKey();
  keys.set(id, idempotencyKey);
  try {
    const { reward } = await call(claimMission, { params: { missionId: String(id) } }, { idempotencyKey });
    keys.delete(id);
    showToast('success', currentWords(words).claimedNow(currentText().common.diamonds(reward)));
    await refreshMissions(queryClient);
  } catch (error) {
    if (error instanceof ApiRefusal && error.status < 500) keys.delete(id);
    if (isUnauthenticated(error)) return;
    const t = currentText();
    const isRefusal = error instanceof ApiRefusal;
    showToast('error', isRefusal ? textOfRefusal(t, error) || t.views.error : t.toasts.networkError);
    if (isRefusal) await refreshMissions(queryClient);
  } finally {
    claiming.delete(id);
  }
}

/** Claims the reward of a mission from its row. */
export function useClaim({ id }: Pick<Mission, 'id'>): { isPending: boolean; claim: () => void } {
  const queryClient = useQueryClient();
  const { isPending, mutate } = useMutation({ mutationFn: () => claimReward(queryClient, id) });
  return { isPending, claim: () => mayClaim(queryClient, id) && mutate() };
}
