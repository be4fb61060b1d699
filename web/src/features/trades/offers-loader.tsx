import type { TradeStatus } from '@karat/contract/trades';
import type { ReactNode } from 'react';
import { useSession } from '#core/session.ts';
import { OfferView } from './offer-view.tsx';
import { SteamRequired, TradeError } from './trade-errors.tsx';
import { type Offers, useOffers } from './use-offers.ts';

type OffersLoaderProps = {
  /** Shown until the player's trading status has loaded. */
  skeleton: ReactNode;
  onClose: () => void;
  children: (offers: Offers, status: TradeStatus) => ReactNode;
};

/** Shared by both modals: requires Steam, loads the offers, and shows a selected offer. */
export function OffersLoader({ skeleton, onClose, children }: OffersLoaderProps) {
  const hasSteam = useSession((session) => session.steamId !== '');
  const offers = useOffers(hasSteam);
  const { query, status } = offers;
  if (!hasSteam) return <SteamRequired />;
  if (status === undefined) {
    if (query.isPending) return skeleton;
    const { error, errorUpdatedAt, isFetching } = query;
    return (
      <TradeError
        error={error}
        failedAt={errorUpdatedAt}
        isTrying={isFetching}
        onRetry={() => void query.refetch()}
        onClose={onClose}
      />
    );
  }
  if (offers.shown) return <OfferView offer={offers.shown} onBack={offers.hide} />;
  return children(offers, status);
}
