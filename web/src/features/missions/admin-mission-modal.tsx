import { zodResolver } from '@hookform/resolvers/zod';
import type { AdminMission } from '@karat/contract/missions';
import { type ReactNode, useId, useState } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { Modal } from '#ui/modal.tsx';
import { EmblemPicker } from './emblem-picker.tsx';
import {
  type MissionDraft,
  type MissionForm,
  type MissionInput,
  draftOf,
  missionForm,
  showIssues,
  useSaveMission,
} from './mission-form.ts';
import { MissionCard, RewardLine } from './mission-row.tsx';
import { TypeChooser } from './type-chooser.tsx';
import { typeWords } from './type-words.ts';
import { useAdminText } from './words/admin-text.ts';

type AdminMissionModalProps = { mission: AdminMission | undefined; isOpen: boolean; onClose: () => void };

/** Adds a mission, or edits the given one. */
export function AdminMissionModal({ mission, isOpen, onClose }: AdminMissionModalProps) {
  const words = useAdminText();
  const form = useForm<MissionDraft, unknown, MissionInput>({
    resolver: zodResolver(missionForm),
    defaultValues: draftOf(mission),
  });
  const { isDirty } = form.formState;
  const [isLeaving, setLeaving] = useState(false);
  const save = useSaveMission({ mission, onSaved: onClose, onIssues: (refusal) => showIssues(form, refusal) });
  const submit = form.handleSubmit((input) => {
    if (!save.isPending) save.mutate(input);
  });
  return (
    <Modal
      isOpen={isOpen}
      // A second attempt to leave hides the question, so that only its button discards the input.
      onClose={() => (isDirty ? setLeaving(!isLeaving) : onClose())}
      width="picker"
      title={mission ? words.missions.editTitle(mission.title) : words.missions.addTitle}
    >
      <form
        noValidate
        autoComplete="off"
        onSubmit={(event) => void submit(event)}
        className="-mb-[calc(1.5rem+env(safe-area-inset-bottom))] sm:-mb-7"
      >
        <Preview form={form} />
        <div className="mt-5 grid gap-x-7 gap-y-4 md:grid-cols-2">
          <TextFields form={form} isEdit={mission !== undefined} />
          <TaskFields form={form} mission={mission} />
        </div>
        <FormFooter>
          {isLeaving ? (
            <>
              <p role="alert" className="mr-auto font-semibold">
                {words.missions.discardTitle}
              </p>
              <Button onClick={() => setLeaving(false)}>{words.missions.keep}</Button>
              <Button variant="danger" onClick={onClose}>
                {words.missions.discard}
              </Button>
            </>
          ) : (
            <Button type="submit" variant="primary" isPending={save.isPending} className="max-sm:grow">
              {mission ? words.missions.save : words.missions.create}
            </Button>
          )}
        </FormFooter>
      </form>
    </Modal>
  );
}

/** Pinned at the bottom, however long the form is. */
function FormFooter({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-[calc(-1.5rem-env(safe-area-inset-bottom))] z-10 -mx-5 mt-6 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-bg-1 px-5 pt-3 pb-[calc(1rem+env(safe-area-inset-bottom))] sm:-bottom-7 sm:-mx-7 sm:px-7">
      {children}
    </div>
  );
}

/** The fields that players see. */
function TextFields({ form, isEdit }: { form: MissionForm; isEdit: boolean }) {
  const words = useAdminText();
  const activeId = useId();
  const { errors } = form.formState;
  const missionImg = useWatch({ control: form.control, name: 'missionImg' });
  const pick = (url: string) =>
    form.setValue('missionImg', url, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  return (
    <div className="space-y-4">
      <Field label={words.missions.name} error={errors.title?.message} {...form.register('title')} />
      <Field label={words.missions.description} error={errors.description?.message} {...form.register('description')} />
      <Field
        label={words.missions.image}
        type="url"
        inputMode="url"
        error={errors.missionImg?.message}
        {...form.register('missionImg')}
      />
      <EmblemPicker url={missionImg} onPick={pick} />
      {isEdit && (
        <div className="flex items-start gap-2.5">
          <Checkbox id={activeId} aria-describedby={`${activeId}-hint`} {...form.register('isActive')} />
          <div>
            <label htmlFor={activeId} className="block cursor-pointer leading-6 font-semibold">
              {words.missions.active}
            </label>
            <p id={`${activeId}-hint`} className="text-xs text-pretty text-fg-3">
              {words.missions.activeHint}
            </p>
          </div>
        </div>
      )}
    </div>
  );
}

/** The task and its reward. */
function TaskFields({ form, mission }: { form: MissionForm; mission: AdminMission | undefined }) {
  const words = useAdminText();
  const { errors } = form.formState;
  const { field, fieldState } = useController({ control: form.control, name: 'type' });
  // After a submit the first invalid field gets the focus; for a choice that is its first card.
  const focusable = (node: HTMLElement | null) =>
    field.ref(node && { focus: () => node.querySelector('input')?.focus() });
  return (
    <div className="space-y-4">
      <div ref={focusable}>
        <TypeChooser type={field.value} error={fieldState.error?.message} onChange={field.onChange} />
      </div>
      {mission && field.value !== mission.type && (
        <p className="text-xs text-pretty text-warn">{words.missions.changedType}</p>
      )}
      <div className="grid grid-cols-2 gap-4">
        {(['target', 'reward'] as const).map((name) => (
          <Field
            key={name}
            label={words.missions[name]}
            type="number"
            inputMode="decimal"
            min={0}
            step="any"
            error={errors[name]?.message}
            {...form.register(name, { valueAsNumber: true })}
          />
        ))}
      </div>
    </div>
  );
}

/** The parsed number; 0 while it is invalid. */
const numberOf = (name: 'target' | 'reward', typed: number): number => {
  const parsed = missionForm.shape[name].safeParse(typed);
  return parsed.success ? parsed.data : 0;
};

function Preview({ form }: { form: MissionForm }) {
  const words = useAdminText();
  const titleId = useId();
  const draft = useWatch({ control: form.control }) as MissionDraft;
  const [target, reward] = [numberOf('target', draft.target), numberOf('reward', draft.reward)];
  const image = missionForm.shape.missionImg.safeParse(draft.missionImg).success ? draft.missionImg.trim() : '';
  const shown = { image, target, amount: 0, progress: 0, isClaimed: false };
  const [title, description] = [draft.title.trim() || '…', draft.description.trim() || '…'];
  const typeText = typeWords(words, { type: draft.type.trim(), target });
  return (
    <div aria-hidden>
      <p className="mb-1.5 flex flex-wrap justify-between gap-x-4 text-xs text-fg-3">
        <span>{words.missions.preview}</span>
        {typeText !== undefined && <span className="text-fg-2">{typeText}</span>}
      </p>
      <MissionCard mission={{ ...shown, title, description }} titleId={titleId}>
        <RewardLine reward={reward} />
      </MissionCard>
    </div>
  );
}
