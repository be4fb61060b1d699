import { type AdminMission, addNewMission, editMission, editedMission } from '@karat/contract/missions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { ApiRefusal, NetworkFailure, call, isUnauthenticated } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import { textOfRefusal } from '#i18n/refusals.ts';
import { useStaffText } from '#i18n/staff/staff-text.ts';
import { showToast } from '#ui/toast.ts';
import { invalidateMissions } from './admin-queries.ts';
import { useAdminText } from './words/admin-text.ts';

/** Both forms have the fields of an edit; a new mission is always active, so its form omits that field. */
export const missionForm = editedMission;
export type MissionDraft = z.input<typeof missionForm>;
export type MissionInput = z.output<typeof missionForm>;
export type MissionForm = UseFormReturn<MissionDraft, unknown, MissionInput>;

/** The initial value of an empty number field. */
const EMPTY = '' as never;

export function draftOf(mission: AdminMission | undefined): MissionDraft {
  if (!mission) return { title: '', type: '', description: '', missionImg: '', target: EMPTY, reward: EMPTY };
  const { title, type, description, missionImg, target, reward, isActive } = mission;
  return { title, type, description, missionImg, target, reward, isActive };
}

type SaveMissionOptions = {
  mission: AdminMission | undefined;
  onSaved: () => void;
  onIssues?: (refusal: ApiRefusal) => void;
};

/** Adds a mission, or edits the given one. */
export function useSaveMission({ mission, onSaved, onIssues }: SaveMissionOptions) {
  const t = useText();
  const words = useAdminText();
  const staff = useStaffText();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: MissionInput) => {
      if (mission) return call(editMission, { params: { id: String(mission.id) }, body: input });
      const { isActive: _, ...body } = input;
      return call(addNewMission, { body });
    },
    onSuccess: ({ data }) => {
      if ('state' in data) showToast('info', staff.changeWaits);
      else showToast('success', mission ? words.missions.updated : words.missions.added);
      onSaved();
      return invalidateMissions(queryClient);
    },
    onError: (error) => {
      if (isUnauthenticated(error)) return;
      const hasReason = error instanceof ApiRefusal && error.code !== 'internal' && error.message !== '';
      const isUnreachable = !mission && error instanceof NetworkFailure;
      const failed = mission ? words.missions.updateFailed : words.missions.addFailed;
      const fallback = isUnreachable ? words.missions.addUnreachable : failed;
      showToast('error', hasReason ? textOfRefusal(t, error) : fallback);
      if (hasReason) onIssues?.(error);
    },
  });
}

/** Shows server issues at their fields. */
export function showIssues(form: MissionForm, { issues }: ApiRefusal): void {
  const names = Object.keys(form.getValues()) as (keyof MissionDraft)[];
  for (const { path, message } of issues) {
    const name = names.find((each) => each === path);
    if (name) form.setError(name, { message });
  }
}
