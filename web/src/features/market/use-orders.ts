import { type BuyOrder, type MarketBook, cancelBuyOrder, createBuyOrder, getMyBuyOrders } from '@karat/contract/market';
import { pages } from '@karat/contract/pages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import { formatNumber } from '#i18n/format.ts';
import { showToast } from '#ui/toast.ts';
import { MARKET_KEY, MY_MARKET_KEY } from './queries.ts';
import { withIdempotencyKey } from './request-keys.ts';
import { showFailure } from './show-failure.ts';
import { useMarketText } from './words/market-text.ts';

function useRefresh() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: MY_MARKET_KEY });
    void queryClient.invalidateQueries({ queryKey: MARKET_KEY });
  };
}

async function place(itemId: number, price: number): Promise<BuyOrder | undefined> {
  const { data } = await withIdempotencyKey(`order ${itemId} ${price}`, (idempotencyKey) =>
    call(createBuyOrder, { body: { itemId, price } }, { idempotencyKey }),
  );
  // A matching listing fills the order immediately, so it may be among the closed orders. If this lookup fails, the order was still placed.
  const closed = await call(getMyBuyOrders, { query: { view: 'closed', limit: '10' } }).catch(() => undefined);
  return closed?.data.find(({ id, state }) => id === data.orderId && state === 'FILLED');
}

/** Places a buy order; the toast tells whether it was filled immediately. */
export function usePlaceOrder(book: MarketBook, onDone: () => void) {
  const t = useMarketText();
  const refresh = useRefresh();
  return useMutation({
    retry: 0,
    mutationFn: (price: number) => place(book.itemId, price),
    onSuccess: (filled) => {
      onDone();
      if (filled === undefined) showToast('success', t.order.placed);
      else {
        const message = t.order.filled(book.market_hash_name, formatNumber(filled.paid ?? filled.price));
        showToast('success', message, { to: pages.inventory, label: t.buying.toInventory });
      }
    },
    onError: showFailure,
    onSettled: refresh,
  });
}

export function useCancelOrder() {
  const t = useMarketText();
  const refresh = useRefresh();
  return useMutation({
    retry: 0,
    mutationFn: (orderId: number) => call(cancelBuyOrder, { params: { orderId: String(orderId) } }),
    onSuccess: () => showToast('success', t.order.cancelled),
    onError: showFailure,
    onSettled: refresh,
  });
}
