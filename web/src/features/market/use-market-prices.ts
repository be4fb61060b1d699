import { useQuery } from '@tanstack/react-query';
import type { HighestOrder } from './fee-preview.tsx';
import { bookQuery, openOrdersQuery } from './queries.ts';

type MarketPrices = {
  readonly lowest: number | null | undefined;
  readonly highestOrder: HighestOrder | null | undefined;
  readonly quickSell: number | undefined;
};

/** The prices that a seller compares with: the lowest offer, the highest buy order and Quick Sell, as far as loaded. */
export function useMarketPrices(itemId: string, isEnabled = true): MarketPrices {
  const book = useQuery({ ...bookQuery(itemId), enabled: isEnabled });
  const orders = useQuery({ ...openOrdersQuery, enabled: isEnabled });
  const highest = book.data?.highestOrder;
  const isOwn = orders.data?.some((order) => String(order.itemId) === itemId && order.price === highest) ?? false;
  return {
    lowest: book.data?.lowestPrice,
    quickSell: book.data?.quick_sell_price,
    // Until its owner is known, the order promises nothing.
    highestOrder:
      highest === undefined || highest === null ? highest : orders.isPending ? undefined : { price: highest, isOwn },
  };
}
