import {
  type TradeOffer,
  cancelTradeOffer,
  createDeposit,
  getTradeOffers,
  getUserSteamInventory,
  setTradeUrl,
  withdrawItem,
} from '@karat/contract/trades';
import { type QueryClient, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiRefusal, call } from '#core/api.ts';
import { offerPush } from '#core/push-offer.ts';
import { onConnect, useLiveEvent } from '#core/socket.ts';

const OFFERS_PER_PAGE = 8;

export const OFFERS_KEY = ['trades', 'offers'] as const;
const SKINS_KEY = ['trades', 'skins'] as const;

// Events update these only while a modal is open, so the next modal fetches them again.
const shared = { meta: { isPrivate: true }, staleTime: 0, refetchOnWindowFocus: false } as const;

export const offersQuery = (page: number) =>
  queryOptions({
    ...shared,
    queryKey: [...OFFERS_KEY, { page }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(getTradeOffers, { query: { page: String(page), limit: String(OFFERS_PER_PAGE) } }, { signal }),
  });

export type OffersPage = Awaited<ReturnType<NonNullable<ReturnType<typeof offersQuery>['queryFn']>>>;

/** The server caches Steam's answer for minutes. No automatic retry: the player retries by hand. */
export const skinsQuery = queryOptions({
  ...shared,
  queryKey: SKINS_KEY,
  retry: false,
  queryFn: ({ signal }) => call(getUserSteamInventory, { query: {} }, { signal }),
});

/** Makes the server ask Steam again, if enough time has passed. */
export function refetchSkins(queryClient: QueryClient): Promise<unknown> {
  return queryClient.fetchQuery({
    ...skinsQuery,
    queryFn: ({ signal }) => call(getUserSteamInventory, { query: { refresh: '1' } }, { signal }),
  });
}

/** The later of two versions of an offer, whose list of events only grows. */
export function laterVersion(one: TradeOffer, other: TradeOffer): TradeOffer {
  if (one.events.length !== other.events.length) return one.events.length > other.events.length ? one : other;
  return one.updatedAt >= other.updatedAt ? one : other;
}

/** The page with an updated offer; undefined if the offer is not on it. */
export function withOffer(page: OffersPage, updated: TradeOffer): OffersPage | undefined {
  if (!page.data.some(({ id }) => id === updated.id)) return undefined;
  return { ...page, data: page.data.map((offer) => (offer.id === updated.id ? laterVersion(updated, offer) : offer)) };
}

/** Updates offers and trading status by events. */
export function useTradeEvents(onOffer: (offer: TradeOffer) => void): void {
  const queryClient = useQueryClient();
  useLiveEvent('TRADE_OFFER_UPDATED', ({ offer }) => {
    onOffer(offer);
    // A response in flight may be older than the event. The hold may have changed with it, so everything is fetched again.
    void queryClient.cancelQueries({ queryKey: OFFERS_KEY }).then(() => {
      queryClient.setQueriesData<OffersPage>(
        { queryKey: OFFERS_KEY },
        (page) => page && (withOffer(page, offer) ?? page),
      );
      return queryClient.invalidateQueries({ queryKey: OFFERS_KEY });
    });
  });
  useEffect(() => onConnect(() => void queryClient.invalidateQueries({ queryKey: OFFERS_KEY })), [queryClient]);
}

/** Shared by deposit and withdrawal: the list gets a new offer, and the skins are reserved. */
function useTradeRequest<Input>(
  send: (input: Input) => Promise<{ data: TradeOffer }>,
  onSent: (offer: TradeOffer) => void,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ data }) => {
      onSent(data);
      offerPush('trade');
    },
    onSettled: () =>
      Promise.all(
        [OFFERS_KEY, SKINS_KEY, ['inventory']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  });
}

export type DepositRequest = {
  readonly assetIds: readonly string[];
  readonly amount: number;
  readonly idempotencyKey: string;
};

export function useDeposit(onSent: (offer: TradeOffer) => void) {
  return useTradeRequest(
    ({ assetIds, amount, idempotencyKey }: DepositRequest) =>
      call(createDeposit, { body: { assetIds: [...assetIds], amount } }, { idempotencyKey }),
    onSent,
  );
}

export function useWithdrawal(onSent: (offer: TradeOffer) => void) {
  return useTradeRequest(
    ({ itemId, idempotencyKey }: { itemId: number; idempotencyKey: string }) =>
      call(withdrawItem, { params: { itemId: String(itemId) } }, { idempotencyKey }),
    onSent,
  );
}

export function useCancelOffer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (offerId: number) => call(cancelTradeOffer, { params: { offerId: String(offerId) } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: OFFERS_KEY }),
  });
}

export function useSaveTradeUrl(onSaved: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (tradeUrl: string) => call(setTradeUrl, { body: { tradeUrl } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: OFFERS_KEY });
      onSaved();
    },
  });
}

/** The code of a refusal; undefined if no response came. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof ApiRefusal ? error.code : undefined;
}
