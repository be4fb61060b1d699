import { zodResolver } from '@hookform/resolvers/zod';
import { balanceAdjustment } from '@karat/contract/adjustments';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { newIdempotencyKey } from '#core/api.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { PlayerName } from '#ui/player-name.tsx';
import { type Adjustment, ConfirmModal, type Reviewed, type User } from './confirm-modal.tsx';
import { useAdminText } from './words/admin-text.ts';

/** The initial value of an empty number field. */
const EMPTY = '' as never;

/** Changes a balance by hand: filled in, reviewed, confirmed. Without a user, the form asks for the user id. */
export function AdjustPanel({ user }: { user?: User }) {
  const words = useAdminText();
  const blank: Adjustment = { userId: user?.id ?? EMPTY, amount: EMPTY, reason: '' };
  const form = useForm<Adjustment>({ resolver: zodResolver(balanceAdjustment), defaultValues: blank });
  const { errors } = form.formState;
  const [reviewed, setReviewed] = useState<Reviewed>();
  const [isModalOpen, setModalOpen] = useState(false);
  const review = form.handleSubmit((adjustment) => {
    const isSame = reviewed !== undefined && JSON.stringify(reviewed.adjustment) === JSON.stringify(adjustment);
    if (!isSame) setReviewed({ adjustment, idempotencyKey: newIdempotencyKey() });
    setModalOpen(true);
  });
  const close = () => setModalOpen(false);
  const finish = () => {
    close();
    setReviewed(undefined);
    form.reset(blank);
  };
  return (
    <section aria-labelledby="adjust-title" className="surface max-w-2xl p-4 md:p-6">
      <h2 id="adjust-title" className="font-display text-h2 font-bold">
        {words.adjust.title}
      </h2>
      <p className="mt-1 mb-5 max-w-prose text-fg-2">{words.adjust.hint}</p>
      <form
        noValidate
        autoComplete="off"
        onSubmit={(event) => void review(event)}
        className="grid gap-4 sm:grid-cols-2"
      >
        {user === undefined ? (
          <Field
            label={words.adjust.userId}
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
          label={words.adjust.amount}
          type="number"
          step={1}
          error={errors.amount?.message}
          hint={words.adjust.amountHint}
          {...form.register('amount', { valueAsNumber: true })}
        />
        <Field
          label={words.adjust.reason}
          error={errors.reason?.message}
          className="sm:col-span-2"
          {...form.register('reason')}
        />
        <div className="flex justify-end sm:col-span-2">
          <Button type="submit">{words.adjust.review}</Button>
        </div>
      </form>
      {reviewed && (
        <ConfirmModal reviewed={reviewed} user={user} isOpen={isModalOpen} onClose={close} onDone={finish} />
      )}
    </section>
  );
}

function FixedUser({ user: { id, username, isSandbox } }: { user: User }) {
  const { adjustments } = useAdminText();
  return (
    <div className="min-w-0">
      <p className="mb-1.5 text-card font-semibold text-fg-2">{adjustments.player}</p>
      <p className="flex h-11 items-center gap-2 rounded-md bg-bg-2 px-3.5">
        <PlayerName username={username} isSandbox={isSandbox} isPlain className="font-semibold" />
        <span className="text-fg-3 tabular-nums">#{id}</span>
      </p>
    </div>
  );
}
