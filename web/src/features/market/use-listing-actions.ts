import { cancelListing, changeListingPrice } from '@karat/contract/market';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import { showToast } from '#ui/toast.ts';
import { GRID_KEY, MY_MARKET_KEY } from './queries.ts';
import { showFailure } from './show-failure.ts';
import { useMarketText } from './words/market-text.ts';

function useListingAction<Input>(send: (input: Input) => Promise<unknown>, done: string) {
  const queryClient = useQueryClient();
  return useMutation({
    retry: 0,
    mutationFn: send,
    onSuccess: () => showToast('success', done),
    onError: showFailure,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: MY_MARKET_KEY });
      // The player's own action shows in the grid at once; other players' changes wait for a click.
      void queryClient.invalidateQueries({ queryKey: GRID_KEY });
      void queryClient.invalidateQueries({ queryKey: ['inventory'] });
    },
  });
}

/** Cancels the player's own listing. */
export function useCancelListing() {
  const { myMarket } = useMarketText();
  return useListingAction(
    (listingId: number) => call(cancelListing, { params: { listingId: String(listingId) } }),
    myMarket.cancelled,
  );
}

export function useChangePrice() {
  const { myMarket } = useMarketText();
  return useListingAction(
    ({ listingId, price }: { listingId: number; price: number }) =>
      call(changeListingPrice, { params: { listingId: String(listingId) }, body: { price } }),
    myMarket.priceSaved,
  );
}
