import { useQuery } from '@tanstack/react-query';
import type { Wanted } from './fee-preview.tsx';
import { bookQuery, openOrdersQuery } from './queries.ts';

type Known = {
  readonly lowest: number | null | undefined;
  readonly wanted: Wanted | null | undefined;
  readonly quickSell: number | undefined;
};

/** What a seller's price is judged by: the cheapest offer, the best buy order and what the house pays, as far as they are known. */
export function useWanted(itemId: string, isAsked = true): Known {
  const book = useQuery({ ...bookQuery(itemId), enabled: isAsked });
  const orders = useQuery({ ...openOrdersQuery, enabled: isAsked });
  const highest = book.data?.highestOrder;
  const isOwn = orders.data?.some((own) => String(own.itemId) === itemId && own.price === highest) ?? false;
  return {
    lowest: book.data?.lowestPrice,
    quickSell: book.data?.quick_sell_price,
    // Until it is known whose it is, nothing is promised.
    wanted:
      highest === undefined || highest === null ? highest : orders.isPending ? undefined : { price: highest, isOwn },
  };
}
