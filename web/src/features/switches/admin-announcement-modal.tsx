import { addAnnouncement, type Announcement, announcementForm, editAnnouncement } from '@karat/contract/switches';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type * as z from 'zod/mini';
import { call } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import { errorText } from '#ui/error-text.ts';
import { Field } from '#ui/field.tsx';
import { FormAlert } from '#ui/form-alert.tsx';
import { ModalButtons } from '#ui/modal-buttons.tsx';
import { Modal } from '#ui/modal.tsx';
import { showToast } from '#ui/toast.ts';
import { isoOf, localTimeOf, problemsOf } from './admin-draft.ts';
import { refetchSwitches } from './admin-queries.ts';
import { useAdminText } from './words/admin-text.ts';

type ModalProps = { announcement: Announcement | undefined; onClose: () => void };

/** The form of an announcement: a new one, or one that is changed. */
export function AnnouncementModal({ announcement, onClose }: ModalProps) {
  const { announcements: words } = useAdminText();
  return (
    <Modal isOpen onClose={onClose} title={announcement ? words.editTitle : words.add} text={words.formText}>
      <Form announcement={announcement} onClose={onClose} />
    </Modal>
  );
}

function useSave(announcement: Announcement | undefined, onClose: () => void) {
  const { announcements: words } = useAdminText();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof announcementForm>) =>
      announcement === undefined
        ? call(addAnnouncement, { body })
        : call(editAnnouncement, { params: { id: String(announcement.id) }, body }),
    onSuccess() {
      showToast('success', words.saved);
      void refetchSwitches(queryClient);
      onClose();
    },
  });
}

function Form({ announcement, onClose }: ModalProps) {
  const t = useText();
  const { announcements: words, reason, reasonHint } = useAdminText();
  const [draft, setDraft] = useState({
    tr: announcement?.text.tr ?? '',
    en: announcement?.text.en ?? '',
    startsAt: localTimeOf(announcement?.startsAt ?? null),
    endsAt: localTimeOf(announcement?.endsAt ?? null),
    reason: '',
  });
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const save = useSave(announcement, onClose);
  const failure = save.isError ? errorText(t, save.error) : undefined;
  const field = (name: keyof typeof draft) => ({
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => setDraft({ ...draft, [name]: target.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [startsAt, endsAt] = [isoOf(draft.startsAt), isoOf(draft.endsAt)];
    const text = { tr: draft.tr, en: draft.en };
    const body = { text, reason: draft.reason, ...(startsAt && { startsAt }), ...(endsAt && { endsAt }) };
    const found = problemsOf(announcementForm, body);
    setProblems(found);
    if (Object.keys(found).length === 0 && !save.isPending) save.mutate(body);
  };
  return (
    <form noValidate autoComplete="off" onSubmit={submit} className="space-y-4">
      {failure !== undefined && <FormAlert>{failure}</FormAlert>}
      <Field label={words.textTr} error={problems['text.tr']} {...field('tr')} />
      <Field label={words.textEn} error={problems['text.en']} {...field('en')} />
      <Field label={words.startsAt} type="datetime-local" error={problems['startsAt']} {...field('startsAt')} />
      <Field label={words.endsAt} type="datetime-local" error={problems['endsAt']} {...field('endsAt')} />
      <Field label={reason} hint={reasonHint} error={problems['reason']} {...field('reason')} />
      <ModalButtons onCancel={onClose} isPending={save.isPending}>
        {words.save}
      </ModalButtons>
    </form>
  );
}
