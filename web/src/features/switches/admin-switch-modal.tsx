import { newSwitchState, setSwitch, type StaffSwitch } from '@karat/contract/switches';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import { errorText } from '#ui/error-text.ts';
import { Field } from '#ui/field.tsx';
import { FormAlert } from '#ui/form-alert.tsx';
import { ModalButtons } from '#ui/modal-buttons.tsx';
import { Modal } from '#ui/modal.tsx';
import { showToast } from '#ui/toast.ts';
import { isoOf, localTimeOf, problemsOf, textsOf } from './admin-draft.ts';
import { refetchSwitches } from './admin-queries.ts';
import { useAdminText } from './words/admin-text.ts';

/** What is about to be changed, and how. */
export type Intent = { readonly state: StaffSwitch; readonly isOn: boolean };

type ModalProps = { intent: Intent; onClose: () => void };

/** Confirms a change, which requires a reason. Switching off also asks for a message and an end. */
export function AdminSwitchModal({ intent, onClose }: ModalProps) {
  const words = useAdminText();
  const { state, isOn } = intent;
  const name = words.names[state.name];
  const offText = state.name === 'site' ? words.siteOffText : words.offText;
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={isOn ? words.onTitle(name) : words.offTitle(name)}
      text={isOn ? words.onText : offText}
    >
      <SwitchForm intent={intent} onClose={onClose} />
    </Modal>
  );
}

function useChange({ state, isOn }: Intent, onClose: () => void) {
  const words = useAdminText();
  const queryClient = useQueryClient();
  const name = words.names[state.name];
  return useMutation({
    mutationFn: (body: Omit<Parameters<typeof call<typeof setSwitch>>[1] & object, 'params'>['body']) =>
      call(setSwitch, { params: { name: state.name }, body }),
    onSuccess() {
      showToast('success', isOn ? words.switchedOn(name) : words.switchedOff(name));
      void refetchSwitches(queryClient);
      onClose();
    },
  });
}

function SwitchForm({ intent, onClose }: ModalProps) {
  const t = useText();
  const words = useAdminText();
  const { state, isOn } = intent;
  const [draft, setDraft] = useState({
    reason: '',
    tr: state.message?.tr ?? '',
    en: state.message?.en ?? '',
    endsAt: localTimeOf(state.endsAt),
  });
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const change = useChange(intent, onClose);
  const failure = change.isError ? errorText(t, change.error) : undefined;
  const field = (name: keyof typeof draft) => ({
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => setDraft({ ...draft, [name]: target.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [message, endsAt] = isOn ? [] : [textsOf(draft), isoOf(draft.endsAt)];
    const body = { isOn, reason: draft.reason, ...(message && { message }), ...(endsAt && { endsAt }) };
    const found = problemsOf(newSwitchState, body);
    setProblems(found);
    if (Object.keys(found).length === 0 && !change.isPending) change.mutate(body);
  };
  return (
    <form noValidate autoComplete="off" onSubmit={submit} className="space-y-4">
      {failure !== undefined && <FormAlert>{failure}</FormAlert>}
      <Field label={words.reason} hint={words.reasonHint} error={problems['reason']} {...field('reason')} />
      {!isOn && (
        <>
          <Field label={words.messageTr} error={problems['message.tr']} {...field('tr')} />
          <Field label={words.messageEn} error={problems['message.en']} {...field('en')} />
          <Field
            label={words.endsAt}
            hint={words.endsAtHint}
            type="datetime-local"
            error={problems['endsAt']}
            {...field('endsAt')}
          />
        </>
      )}
      <ModalButtons onCancel={onClose} variant={isOn ? 'primary' : 'danger'} isPending={change.isPending}>
        {isOn ? words.switchOn : words.switchOff}
      </ModalButtons>
    </form>
  );
}
