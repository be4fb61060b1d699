import {
  approveWithdrawal,
  cancelTradeOfferByStaff,
  clearFlag,
  getAllTradeOffers,
  retryTradeOffer,
} from '@karat/contract/trades';
import { pageFrom } from '@karat/rules/pager';
import { TRADE_KINDS, TRADE_STATES, type TradeKind, type TradeState } from '@karat/rules/trades';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '#core/api.ts';
import { onConnect, useLiveEvent } from '#core/socket.ts';
import { useText } from '#i18n/i18n.ts';
import { errorText } from '#ui/error-text.ts';
import { showToast } from '#ui/toast.ts';

const DESK_KEY = ['admin', 'trades'] as const;
const OFFERS_PER_PAGE = 20;
/** As many as staff see to at a sitting; the rest is found by the filter. */
export const QUEUE_SHOWN = 10;

export type DeskWish = {
  readonly page: number;
  readonly state: TradeState | undefined;
  readonly kind: TradeKind | undefined;
};

/** What an address asks for; what it says wrongly is left unsaid. */
export function deskWishOf(params: URLSearchParams): DeskWish {
  return {
    page: pageFrom(params.get('page')),
    state: TRADE_STATES.find((state) => state === params.get('state')),
    kind: TRADE_KINDS.find((kind) => kind === params.get('kind')),
  };
}

// While the page is not shown nobody keeps these up to date: whoever comes back asks again.
const shared = { meta: { isPrivate: true }, staleTime: 0 } as const;

export const deskQuery = ({ page, state, kind }: DeskWish) =>
  queryOptions({
    ...shared,
    queryKey: [...DESK_KEY, { page, state, kind }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const query = {
        page: String(page),
        limit: String(OFFERS_PER_PAGE),
        ...(state && { state }),
        ...(kind && { kind }),
      };
      return call(getAllTradeOffers, { query }, { signal });
    },
  });

/** What waits for staff, whatever the list below shows. */
export const queueQuery = queryOptions({
  ...shared,
  queryKey: [...DESK_KEY, 'queue'],
  queryFn: ({ signal }) =>
    call(getAllTradeOffers, { query: { state: 'AWAITING_APPROVAL', limit: String(QUEUE_SHOWN) } }, { signal }),
});

/** Keeps the page true while it is shown. */
export function useDeskNews(): void {
  const queryClient = useQueryClient();
  useLiveEvent('TRADE_OFFERS_CHANGED', () => void queryClient.invalidateQueries({ queryKey: DESK_KEY }));
  useEffect(() => onConnect(() => void queryClient.invalidateQueries({ queryKey: DESK_KEY })), [queryClient]);
}

type Act =
  | { readonly does: 'approve' | 'retry'; readonly offerId: number }
  | { readonly does: 'cancel'; readonly offerId: number; readonly reason: string }
  | { readonly does: 'clear'; readonly userId: number; readonly reason: string };

function carryOut(act: Act): Promise<unknown> {
  if (act.does === 'clear') return call(clearFlag, { body: { userId: act.userId, reason: act.reason } });
  const params = { offerId: String(act.offerId) };
  if (act.does === 'cancel') return call(cancelTradeOfferByStaff, { params, body: { reason: act.reason } });
  return call(act.does === 'approve' ? approveWithdrawal : retryTradeOffer, { params });
}

/** An act of staff: done once, told, and looked at anew. */
export function useDeskAct() {
  const t = useText();
  const queryClient = useQueryClient();
  // Two presses may come before anything is drawn anew.
  const isBusy = useRef(false);
  const mutation = useMutation({
    mutationFn: ({ act }: { act: Act; done: string; afterwards?: () => void }) => carryOut(act),
    onSuccess: (_, { done, afterwards }) => {
      showToast('success', done);
      afterwards?.();
    },
    onError: (error) => {
      const reason = errorText(t, error);
      if (reason !== undefined) showToast('error', reason);
    },
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: DESK_KEY });
      isBusy.current = false;
    },
  });
  return {
    doing: mutation.isPending ? mutation.variables.act.does : undefined,
    /** `done` says it to staff, `afterwards` is what comes of it on the page. */
    perform(act: Act, done: string, afterwards?: () => void) {
      if (isBusy.current) return;
      isBusy.current = true;
      mutation.mutate({ act, done, ...(afterwards && { afterwards }) });
    },
  };
}
