import { excludeMyself } from '@karat/contract/safer-play';
import { type FormEvent, useState } from 'react';
import { call } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import { Field } from '#ui/field.tsx';
import { ModalButtons } from '#ui/modal-buttons.tsx';
import { Modal } from '#ui/modal.tsx';
import { formatDateTime } from './date-times.ts';
import { StopRules } from './rules-list.tsx';
import { useFocusInvalid } from './use-focus-invalid.ts';
import { useSave } from './use-save.ts';
import { useSaferPlayText } from './words/safer-play-text.ts';

type ExclusionModalProps = { months: number; isOpen: boolean; onClose: () => void };

/** Two steps: the consequences, then a word to type, because an exclusion cannot be ended early. */
export function ExclusionModal({ months, isOpen, onClose }: ExclusionModalProps) {
  const { exclusion: t } = useSaferPlayText();
  const [isSure, setSure] = useState(false);
  const close = () => {
    setSure(false);
    onClose();
  };
  return (
    <Modal isOpen={isOpen} onClose={close} title={t.confirmTitle(t.length(months))} text={t.confirmText}>
      {isSure ? (
        <WordForm months={months} onBack={() => setSure(false)} onDone={close} />
      ) : (
        <>
          <StopRules />
          <ModalButtons className="mt-5" onCancel={close} variant="danger" onConfirm={() => setSure(true)}>
            {t.goOn}
          </ModalButtons>
        </>
      )}
    </Modal>
  );
}

type WordFormProps = { months: number; onBack: () => void; onDone: () => void };

function WordForm({ months, onBack, onDone }: WordFormProps) {
  const { locale } = useText();
  const { exclusion: t } = useSaferPlayText();
  const [text, setText] = useState('');
  const [invalid, setInvalid] = useState<{ reason: string }>();
  const form = useFocusInvalid(invalid);
  const exclude = useSave({
    send: () => call(excludeMyself, { body: { months } }),
    successText: (_, { excludedUntil }) =>
      t.started(excludedUntil === null ? '' : formatDateTime(excludedUntil, locale)),
    onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (exclude.isPending) return;
    if (text.trim().toLowerCase() === t.word.toLowerCase()) exclude.mutate(undefined);
    else setInvalid({ reason: t.wrongWord(t.word) });
  };
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Field
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the player opened the second step, and the field is its only content
        autoFocus
        label={t.typeWord(t.word)}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={20}
        value={text}
        error={invalid?.reason}
        onChange={({ target }) => {
          setText(target.value);
          setInvalid(undefined);
        }}
      />
      <ModalButtons
        className="mt-5"
        onCancel={onBack}
        cancelLabel={t.back}
        variant="danger"
        isPending={exclude.isPending}
      >
        {t.confirmDo(t.length(months))}
      </ModalButtons>
    </form>
  );
}
