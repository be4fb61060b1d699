import { useQuery } from '@tanstack/react-query';
import type { Wanted } from './fee-preview.tsx';
import { bookQuery, openOrdersQuery } from './queries.ts';

type Known = { readonly lowest: number | null | undefined; readonly wanted: Wanted | null | undefined };

/** What a seller's price meets on the market: the cheapest offer and the best buy order, as far as they are known. */
export function useWanted(itemId: string, isAsked = true): Known {
  const book = useQuery({ ...bookQuery(itemId), enabled: isAsked });
  const orders = useQuery({ ...openOrdersQuery, enabled: isAsked });
  const highest = book.data?.highestOrder;
  const isOwn = orders.data?.some((own) => String(own.itemId) === itemId && own.price === highest) ?? false;
  return {
    lowest: book.data?.lowestPrice,
    // Until it is known whose it is, nothing is promised.
    wanted:
      highest === undefined || highest === null ? highest : orders.isPending ? undefined : { price: highest, isOwn },
  };
}
