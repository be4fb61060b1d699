import { quickSellItem } from '@karat/contract/inventory';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiRefusal, call, isUnauthenticated, newIdempotencyKey } from '#core/api.ts';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { textOfRefusal } from '#i18n/refusals.ts';
import { showToast } from '#ui/toast.ts';
import { type Prize, markSold } from './opening.ts';

/** Sells a won item to the house. A retry after a lost response sends the same key, so the item is paid once. */
export function useQuickSell({ id, market_hash_name }: Prize): { isPending: boolean; sell: () => void } {
  const t = useText();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const isBusy = useRef(false);
  const { isPending, mutate } = useMutation({
    retry: 0,
    mutationFn: () => call(quickSellItem, { params: { itemId: String(id) } }, { idempotencyKey }),
    onSuccess: ({ price }) => {
      markSold(id);
      showToast('success', t.openings.soldFor(market_hash_name, formatNumber(Math.floor(price))));
    },
    onError: (error) => {
      if (isUnauthenticated(error)) return;
      // Another tab sold it first.
      if (error instanceof ApiRefusal && error.code === 'already_sold') markSold(id);
      showToast(
        'error',
        error instanceof ApiRefusal ? textOfRefusal(t, error) || t.views.error : t.toasts.networkError,
      );
    },
    onSettled: () => {
      isBusy.current = false;
    },
  });
  // A second click can arrive before React has rendered the pending state.
  const sell = () => {
    if (isBusy.current) return;
    isBusy.current = true;
    mutate();
  };
  return { isPending, sell };
}
