import type { TradeOffer, TradeStatus } from '@karat/contract/trades';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { laterVersion, offersQuery, useTradeEvents } from './queries.ts';

/** The player's offers while a modal is open: one page, and the selected offer in its latest version. */
export function useOffers(isWanted: boolean) {
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<TradeOffer>();
  const query = useQuery({ ...offersQuery(page), enabled: isWanted });
  useTradeEvents((updated) =>
    setShown((before) => (before?.id === updated.id ? laterVersion(updated, before) : before)),
  );
  const listed = query.data?.data.find(({ id }) => id === shown?.id);
  return {
    query,
    setPage,
    status: query.data?.standing,
    shown: shown && listed ? laterVersion(listed, shown) : shown,
    show: setShown,
    hide: () => setShown(undefined),
  };
}

export type Offers = ReturnType<typeof useOffers>;

/** Steam always provides a help link for the trade URL; without one, trading is off. */
export const isTradingOff = ({ tradeUrlHelp }: TradeStatus): boolean => tradeUrlHelp === null;
