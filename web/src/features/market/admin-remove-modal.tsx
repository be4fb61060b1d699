import type { StaffListing } from '@karat/contract/market';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useText } from '#i18n/i18n.ts';
import { ReasonModal } from '#ui/reason-modal.tsx';
import { showError } from '#ui/show-error.ts';
import { showToast } from '#ui/toast.ts';
import { LISTINGS_KEY, removeFromMarket } from './admin-queries.ts';
import { useAdminText } from './words/admin-text.ts';

/** Removes a listing, with a reason that its owner reads. */
export function RemoveModal({ listing, onClose }: { listing: StaffListing; onClose: () => void }) {
  const t = useText();
  const { listings } = useAdminText();
  const queryClient = useQueryClient();
  const { id: listingId, market_hash_name: name, seller } = listing;
  const removing = useMutation({
    mutationFn: removeFromMarket,
    onSuccess: () => {
      showToast('success', listings.removed(name));
      onClose();
    },
    onError: (error) => showError(t, error),
    // If it was sold or cancelled meanwhile, the refreshed list shows that.
    onSettled: () => queryClient.invalidateQueries({ queryKey: LISTINGS_KEY }),
  });
  return (
    <ReasonModal
      title={listings.removeTitle}
      text={listings.removeText(name, seller.username)}
      reasonLabel={listings.reason}
      confirm={listings.confirm}
      variant="danger"
      isPending={removing.isPending}
      onConfirm={(reason) => removing.mutate({ listingId, reason })}
      onClose={onClose}
    />
  );
}
