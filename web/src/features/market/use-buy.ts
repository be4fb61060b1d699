import { type MarketBook, buyMarketItem, getItemListings } from '@karat/contract/market';
import { pages } from '@karat/contract/pages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import { formatNumber } from '#i18n/format.ts';
import { showToast } from '#ui/toast.ts';
import { MARKET_KEY } from './queries.ts';
import { withIdempotencyKey } from './request-keys.ts';
import { isRefused, showFailure } from './show-failure.ts';
import { useMarketText } from './words/market-text.ts';

/** A listing and the price the player saw. */
export type Purchase = { readonly listingId: number; readonly price: number };

/** As many of the cheapest listings as one response holds. */
const LISTINGS_CHECKED_MAX = 100;

/** The current price of a listing; undefined if it is no longer among the cheapest. */
async function currentPrice(book: MarketBook, listingId: number): Promise<number | undefined> {
  const params = { itemId: String(book.itemId) };
  const { data } = await call(getItemListings, { params, query: { limit: String(LISTINGS_CHECKED_MAX) } });
  return data.find(({ id }) => id === listingId)?.price;
}

type Outcome = 'bought' | 'gone' | { readonly newPrice: number };

async function buy(book: MarketBook, { listingId, price }: Purchase): Promise<Outcome> {
  const params = { listingId: String(listingId) };
  try {
    await withIdempotencyKey(`buy ${listingId} ${price}`, (idempotencyKey) =>
      call(buyMarketItem, { params, body: { price } }, { idempotencyKey }),
    );
    return 'bought';
  } catch (error) {
    if (isRefused(error, 'listing_gone')) return 'gone';
    if (!isRefused(error, 'price_changed')) throw error;
    const newPrice = await currentPrice(book, listingId);
    return newPrice === undefined ? 'gone' : { newPrice };
  }
}

type BuyCallbacks = { onBought: () => void; onGone: () => void; onNewPrice: (price: number) => void };

/** Buys a listing at the price the player saw, or reports why not. The balance arrives by event, as in other tabs. */
export function useBuy(book: MarketBook, { onBought, onGone, onNewPrice }: BuyCallbacks) {
  const t = useMarketText();
  const queryClient = useQueryClient();
  return useMutation({
    retry: 0,
    mutationFn: (purchase: Purchase) => buy(book, purchase),
    onSuccess: (outcome, { price }) => {
      if (outcome === 'gone') return onGone();
      if (typeof outcome === 'object') return onNewPrice(outcome.newPrice);
      showToast('success', t.buying.bought(book.market_hash_name, formatNumber(price)), {
        to: pages.inventory,
        label: t.buying.toInventory,
      });
      return onBought();
    },
    onError: showFailure,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: MARKET_KEY });
      void queryClient.invalidateQueries({ queryKey: ['inventory'] });
    },
  });
}
