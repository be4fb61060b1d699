import { zodResolver } from '@hookform/resolvers/zod';
import type { StaffListing } from '@karat/contract/market';
import { reasonBody } from '@karat/contract/text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Modal } from '#ui/modal.tsx';
import { errorText } from '#ui/error-text.ts';
import { showToast } from '#ui/toast.ts';
import { LISTINGS_KEY, removeFromMarket } from './admin-queries.ts';
import { useAdminText } from './words/admin-text.ts';

/** Removes a listing, with a reason that its owner reads. */
export function RemoveModal({ listing, onClose }: { listing: StaffListing; onClose: () => void }) {
  const t = useText();
  const { listings } = useAdminText();
  const queryClient = useQueryClient();
  const { id: listingId, market_hash_name: name, seller } = listing;
  const form = useForm<{ reason: string }>({
    resolver: zodResolver(reasonBody),
    defaultValues: { reason: '' },
  });
  const removing = useMutation({
    mutationFn: removeFromMarket,
    onSuccess: () => {
      showToast('success', listings.removed(name));
      onClose();
    },
    onError: (error) => {
      const reason = errorText(t, error);
      if (reason !== undefined) showToast('error', reason);
    },
    // If it was sold or cancelled meanwhile, the refreshed list shows that.
    onSettled: () => queryClient.invalidateQueries({ queryKey: LISTINGS_KEY }),
  });
  const submit = form.handleSubmit(({ reason }) => {
    if (!removing.isPending) removing.mutate({ listingId, reason });
  });
  return (
    <Modal isOpen onClose={onClose} title={listings.removeTitle} text={listings.removeText(name, seller.username)}>
      <form noValidate autoComplete="off" onSubmit={(event) => void submit(event)} className="space-y-5">
        <Field label={listings.reason} error={form.formState.errors.reason?.message} {...form.register('reason')} />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button type="submit" variant="danger" isPending={removing.isPending}>
            {listings.confirm}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
