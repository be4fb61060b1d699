import { zodResolver } from '@hookform/resolvers/zod';
import { adjustBalance, balanceAdjustment } from '@karat/contract/adjustments';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { ApiRefusal, call, isUnauthenticated, newRequestKey } from '#app/api.ts';
import { useDeskText } from '#i18n/desk/desk-text.ts';
import type { DeskCatalogue } from '#i18n/desk/mixed.ts';
import { useText } from '#i18n/i18n.ts';
import { textOfRefusal } from '#i18n/refusals.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { formatNumber } from '#ui/format.ts';
import { Modal } from '#ui/modal.tsx';
import { showToast } from '#ui/toast.tsx';

type Adjustment = z.output<typeof balanceAdjustment>;
/** An adjustment as it was reviewed, with its own key: confirming it again after a lost answer pays once. */
type Reviewed = { adjustment: Adjustment; idempotencyKey: string };
/** Whose balance it is, where the page is about one player. */
type User = { readonly id: number; readonly username: string };

/** A field without a number in it yet. */
const EMPTY = '' as never;

/** Changes a balance by hand: filled in, reviewed, confirmed. With a user it is theirs, else anybody's by their number. */
export function AdjustPanel({ user }: { user?: User }) {
  const desk = useDeskText();
  const blank: Adjustment = { userId: user?.id ?? EMPTY, amount: EMPTY, reason: '' };
  const form = useForm<Adjustment>({ resolver: zodResolver(balanceAdjustment), defaultValues: blank });
  const { errors } = form.formState;
  const [reviewed, setReviewed] = useState<Reviewed>();
  const [isAsking, setAsking] = useState(false);
  const review = form.handleSubmit((adjustment) => {
    const isSame = reviewed !== undefined && JSON.stringify(reviewed.adjustment) === JSON.stringify(adjustment);
    if (!isSame) setReviewed({ adjustment, idempotencyKey: newRequestKey() });
    setAsking(true);
  });
  const close = () => setAsking(false);
  const finish = () => {
    close();
    setReviewed(undefined);
    form.reset(blank);
  };
  return (
    <section aria-labelledby="adjust-title" className="surface max-w-2xl p-4 md:p-6">
      <h2 id="adjust-title" className="font-display text-h2 font-bold">
        {desk.adjust.title}
      </h2>
      <p className="mt-1 mb-5 max-w-prose text-fg-2">{desk.adjust.hint}</p>
      <form
        noValidate
        autoComplete="off"
        onSubmit={(event) => void review(event)}
        className="grid gap-4 sm:grid-cols-2"
      >
        {user === undefined ? (
          <Field
            label={desk.adjust.userId}
            type="number"
            inputMode="numeric"
            min={1}
            error={errors.userId?.message}
            {...form.register('userId', { valueAsNumber: true })}
          />
        ) : (
          <FixedUser user={user} />
        )}
        <Field
          label={desk.adjust.amount}
          type="number"
          step={1}
          error={errors.amount?.message}
          hint={desk.adjust.amountHint}
          {...form.register('amount', { valueAsNumber: true })}
        />
        <Field
          label={desk.adjust.reason}
          error={errors.reason?.message}
          className="sm:col-span-2"
          {...form.register('reason')}
        />
        <div className="flex justify-end sm:col-span-2">
          <Button type="submit">{desk.adjust.review}</Button>
        </div>
      </form>
      {reviewed && <ConfirmModal reviewed={reviewed} user={user} isOpen={isAsking} onClose={close} onDone={finish} />}
    </section>
  );
}

function FixedUser({ user: { id, username } }: { user: User }) {
  const { adjustments } = useDeskText();
  return (
    <div>
      <p className="mb-1.5 text-card font-semibold text-fg-2">{adjustments.player}</p>
      <p className="flex h-11 items-center gap-2 rounded-md bg-bg-2 px-3.5">
        <bdi className="truncate font-semibold">{username}</bdi>
        <span className="text-fg-3 tabular-nums">#{id}</span>
      </p>
    </div>
  );
}

type Told = { amount: number; userId: number; user: User | undefined };

/** What is about to happen, in a sentence. */
function sentenceOf({ adjust, adjustments }: DeskCatalogue, { amount, userId, user }: Told): string {
  const size = formatNumber(Math.abs(amount));
  if (user === undefined) return (amount > 0 ? adjust.adds : adjust.takes)(size, userId);
  return (amount > 0 ? adjustments.addsTo : adjustments.takesFrom)(size, user.username);
}

type ConfirmModalProps = {
  reviewed: Reviewed;
  user: User | undefined;
  isOpen: boolean;
  onClose: () => void;
  onDone: () => void;
};

function ConfirmModal({ reviewed, user, isOpen, onClose, onDone }: ConfirmModalProps) {
  const t = useText();
  const desk = useDeskText();
  const queryClient = useQueryClient();
  const { userId, amount, reason } = reviewed.adjustment;
  const adjust = useMutation({
    mutationFn: ({ adjustment, idempotencyKey }: Reviewed) =>
      call(adjustBalance, { body: adjustment }, { idempotencyKey }),
    onSuccess: ({ data }) => {
      const balance = formatNumber(data.balance);
      if (data.state === 'waiting') showToast('info', desk.adjustments.waits);
      else if (user === undefined) showToast('success', desk.adjust.done(data.userId, balance));
      else showToast('success', desk.adjustments.doneFor(user.username, balance));
      void queryClient.invalidateQueries({ queryKey: ['admin'] });
      onDone();
    },
    onError: (error) => {
      if (isUnauthenticated(error)) return;
      const hasReason = error instanceof ApiRefusal && error.message !== '';
      showToast('error', hasReason ? textOfRefusal(t, error) : desk.adjust.failed);
    },
  });
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={desk.adjust.confirmTitle}
      text={sentenceOf(desk, { amount, userId, user })}
    >
      <p className="mb-5 rounded-md bg-bg-2 px-3 py-2.5 text-fg-2">{reason}</p>
      <div className="flex justify-end gap-3">
        <Button onClick={onClose}>{t.common.cancel}</Button>
        <Button
          variant={amount > 0 ? 'primary' : 'danger'}
          isPending={adjust.isPending}
          onClick={() => adjust.mutate(reviewed)}
        >
          {desk.adjust.confirm}
        </Button>
      </div>
    </Modal>
  );
}
