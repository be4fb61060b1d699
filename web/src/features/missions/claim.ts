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
  await claimRewards(queryClient, [id]);
}

/** Claims rewards one after the other and shows their sum. A refusal skips its reward; any other error ends the claim. */
async function claimRewards(queryClient: QueryClient, ids: readonly MissionId[]): Promise<void> {
  const due = ids.filter((id) => mayClaim(queryClient, id));
  for (const id of due) claiming.add(id);
  let sum = 0;
  let failure: unknown;
  try {
    for (const id of due) {
      try {
        sum += await requestReward(id);
      } catch (error) {
        failure = error;
        if (!isRefused(error) || isUnauthenticated(error)) break;
      }
    }
    if (sum > 0) showToast('success', currentWords(words).claimedNow(currentText().common.diamonds(sum)));
    if (failure !== undefined) showFailure(failure);
    if (sum > 0 || (failure instanceof ApiRefusal && !isUnauthenticated(failure))) await refreshMissions(queryClient);
  } finally {
    for (const id of due) claiming.delete(id);
  }
}

const isRefused = (error: unknown): boolean => error instanceof ApiRefusal && error.status < 500;

async function requestReward(id: MissionId): Promise<number> {
  const idempotencyKey = keys.get(id) ?? newIdempotencyKey();
  keys.set(id, idempotencyKey);
  try {
    const { reward } = await call(claimMission, { params: { missionId: String(id) } }, { idempotencyKey });
    keys.delete(id);
    return reward;
  } catch (error) {
    if (isRefused(error)) keys.delete(id);
    throw error;
  }
}

function showFailure(error: unknown): void {
  if (isUnauthenticated(error)) return;
  const t = currentText();
  showToast('error', error instanceof ApiRefusal ? textOfRefusal(t, error) || t.views.error : t.toasts.networkError);
}

/** Claims the reward of a mission from its row. */
export function useClaim({ id }: Pick<Mission, 'id'>): { isPending: boolean; claim: () => void } {
  const queryClient = useQueryClient();
  const { isPending, mutate } = useMutation({ mutationFn: () => claimReward(queryClient, id) });
  return { isPending, claim: () => mayClaim(queryClient, id) && mutate() };
}

/** Claims all waiting rewards. */
export function useClaimAll(missions: readonly Mission[]): { isPending: boolean; claim: () => void } {
  const queryClient = useQueryClient();
  const ids = missions.filter(isClaimable).map(({ id }) => id);
  const { isPending, mutate } = useMutation({ mutationFn: () => claimRewards(queryClient, ids) });
  return { isPending, claim: () => ids.some((id) => mayClaim(queryClient, id)) && mutate() };
}
