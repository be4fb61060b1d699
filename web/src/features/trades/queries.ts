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
import { onConnect, useLiveEvent } from '#core/socket.ts';

const OFFERS_PER_PAGE = 8;

export const OFFERS_KEY = ['trades', 'offers'] as const;
const SKINS_KEY = ['trades', 'skins'] as const;

// While no modal is open nobody keeps these up to date: whoever comes back asks again.
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

/** The platform is asked by the server, which remembers for minutes; a platform in trouble is asked again by hand. */
export const skinsQuery = queryOptions({
  ...shared,
  queryKey: SKINS_KEY,
  retry: false,
  queryFn: ({ signal }) => call(getUserSteamInventory, { query: {} }, { signal }),
});

/** Has the server ask the platform anew, where enough time has passed. */
export function readSkinsAgain(queryClient: QueryClient): Promise<unknown> {
  return queryClient.fetchQuery({
    ...skinsQuery,
    queryFn: ({ signal }) => call(getUserSteamInventory, { query: { refresh: '1' } }, { signal }),
  });
}

/** Of two tellings of one offer the later: it only ever grows. */
export function laterOf(one: TradeOffer, other: TradeOffer): TradeOffer {
  if (one.events.length !== other.events.length) return one.events.length > other.events.length ? one : other;
  return one.updatedAt >= other.updatedAt ? one : other;
}

/** The page with what was told of an offer; undefined where it does not stand on it. */
export function withOffer(page: OffersPage, told: TradeOffer): OffersPage | undefined {
  if (!page.data.some(({ id }) => id === told.id)) return undefined;
  return { ...page, data: page.data.map((offer) => (offer.id === told.id ? laterOf(told, offer) : offer)) };
}

/** Keeps offers and standing true while they may be looked at. */
export function useTradeNews(onOffer: (offer: TradeOffer) => void): void {
  const queryClient = useQueryClient();
  useLiveEvent('TRADE_OFFER_UPDATED', ({ offer }) => {
    onOffer(offer);
    // An answer on its way may be older than what was told. What is held back may have changed with it, so it is asked for anew.
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

/** What either way of sending does afterwards: the list has one more, and the skins are spoken for. */
function useSending<Wish>(send: (wish: Wish) => Promise<{ data: TradeOffer }>, onSent: (offer: TradeOffer) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ data }) => onSent(data),
    onSettled: () =>
      Promise.all(
        [OFFERS_KEY, SKINS_KEY, ['inventory']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  });
}

export type DepositWish = {
  readonly assetIds: readonly string[];
  readonly amount: number;
  readonly idempotencyKey: string;
};

export function useDeposit(onSent: (offer: TradeOffer) => void) {
  return useSending(
    ({ assetIds, amount, idempotencyKey }: DepositWish) =>
      call(createDeposit, { body: { assetIds: [...assetIds], amount } }, { idempotencyKey }),
    onSent,
  );
}

export function useWithdrawal(onSent: (offer: TradeOffer) => void) {
  return useSending(
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

/** The code of a no on purpose; undefined where no answer came. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof ApiRefusal ? error.code : undefined;
}
