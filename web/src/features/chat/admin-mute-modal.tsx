import { zodResolver } from '@hookform/resolvers/zod';
import { type ChatMessage, muteUser } from '@karat/contract/chat';
import { muteForm } from '@karat/contract/chat-forms';
import { useMutation } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { call } from '#core/api.ts';
import { Field } from '#ui/field.tsx';
import { ModalButtons } from '#ui/modal-buttons.tsx';
import { Modal } from '#ui/modal.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { showToast } from '#ui/toast.ts';
import { showFailure } from './actions.ts';
import { useAdminText } from './words/admin-text.ts';

const DAY_MINUTES = 60 * 24;

type Mute = { userId: number; minutes: number; reason: string };
type MuteModalProps = { player: ChatMessage['sender']; isOpen: boolean; onClose: () => void };

/** Mutes or unmutes a player, with a reason. */
export function MuteModal({ player, isOpen, onClose }: MuteModalProps) {
  const words = useAdminText();
  const form = useForm<Mute>({
    resolver: zodResolver(muteForm),
    defaultValues: { userId: player.id, minutes: 10, reason: '' },
  });
  const minutes = useWatch({ control: form.control, name: 'minutes' });
  const { errors } = form.formState;
  const mute = useMutation({
    mutationFn: (body: Mute) => call(muteUser, { body }),
    onSuccess: ({ data }) => {
      const sentence = data.mutedUntil === null ? words.chat.muteEnded : words.chat.nowMuted;
      showToast('success', sentence(player.username));
      form.reset();
      onClose();
    },
    onError: showFailure,
  });
  const submit = form.handleSubmit((body) => mute.mutate(body));
  const cards = [
    { value: '10', label: words.chat.muteMinutes(10) },
    { value: '60', label: words.chat.muteHours(1) },
    { value: String(DAY_MINUTES), label: words.chat.muteDays(1) },
    { value: String(7 * DAY_MINUTES), label: words.chat.muteDays(7) },
    { value: '0', label: words.chat.muteEnd },
  ];
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={words.chat.muteTitle(player.username)} text={words.chat.muteHint}>
      <form noValidate autoComplete="off" onSubmit={(event) => void submit(event)} className="space-y-5">
        <RadioCards
          label={words.chat.muteFor}
          name="minutes"
          cards={cards}
          value={String(minutes)}
          onChoose={(value) => form.setValue('minutes', Number(value))}
        />
        <Field label={words.chat.muteReason} error={errors.reason?.message} {...form.register('reason')} />
        <ModalButtons onCancel={onClose} variant={minutes === 0 ? 'primary' : 'danger'} isPending={mute.isPending}>
          {minutes === 0 ? words.chat.muteEnd : words.chat.muteConfirm}
        </ModalButtons>
      </form>
    </Modal>
  );
}
