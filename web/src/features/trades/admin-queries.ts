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
import { type RowCount, rowCountFrom } from '#ui/admin-pager.tsx';
import { onConnect, useLiveEvent } from '#core/socket.ts';
import { useText } from '#i18n/i18n.ts';
import { showError } from '#ui/show-error.ts';
import { showToast } from '#ui/toast.ts';

const ADMIN_TRADES_KEY = ['admin', 'trades'] as const;
/** As many as staff handle at a time; the filter finds the rest. */
export const QUEUE_SHOWN = 10;

export type OffersFilter = {
  readonly page: number;
  readonly rows: RowCount;
  readonly state: TradeState | undefined;
  readonly kind: TradeKind | undefined;
};

/** The filter in a URL; invalid values are ignored. */
export function offersFilterOf(params: URLSearchParams): OffersFilter {
  return {
    page: pageFrom(params.get('page')),
    rows: rowCountFrom(params),
    state: TRADE_STATES.find((state) => state === params.get('state')),
    kind: TRADE_KINDS.find((kind) => kind === params.get('kind')),
  };
}

// Events update these only while the page is shown, so a returning page fetches them again.
const shared = { meta: { isPrivate: true }, staleTime: 0 } as const;

export const allOffersQuery = ({ page, rows, state, kind }: OffersFilter) =>
  queryOptions({
    ...shared,
    queryKey: [...ADMIN_TRADES_KEY, { page, rows, state, kind }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const query = {
        page: String(page),
        limit: String(rows),
        ...(state && { state }),
        ...(kind && { kind }),
      };
      return call(getAllTradeOffers, { query }, { signal });
    },
  });

/** Withdrawals that wait for staff, independent of the filter below. */
export const queueQuery = queryOptions({
  ...shared,
  queryKey: [...ADMIN_TRADES_KEY, 'queue'],
  queryFn: ({ signal }) =>
    call(getAllTradeOffers, { query: { state: 'AWAITING_APPROVAL', limit: String(QUEUE_SHOWN) } }, { signal }),
});

/** Fetches the page again when an offer changes. */
export function useStaffTradeEvents(): void {
  const queryClient = useQueryClient();
  useLiveEvent('TRADE_OFFERS_CHANGED', () => void queryClient.invalidateQueries({ queryKey: ADMIN_TRADES_KEY }));
  useEffect(() => onConnect(() => void queryClient.invalidateQueries({ queryKey: ADMIN_TRADES_KEY })), [queryClient]);
}

type StaffAction =
  | { readonly does: 'approve' | 'retry'; readonly offerId: number }
  | { readonly does: 'cancel'; readonly offerId: number; readonly reason: string }
  | { readonly does: 'clear'; readonly userId: number; readonly reason: string };

function sendAction(action: StaffAction): Promise<unknown> {
  if (action.does === 'clear') return call(clearFlag, { body: { userId: action.userId, reason: action.reason } });
  const params = { offerId: String(action.offerId) };
  if (action.does === 'cancel') return call(cancelTradeOfferByStaff, { params, body: { reason: action.reason } });
  return call(action.does === 'approve' ? approveWithdrawal : retryTradeOffer, { params });
}

/** An action of staff: runs once, shows a toast, and refreshes the page. */
export function useStaffAction() {
  const t = useText();
  const queryClient = useQueryClient();
  // Two clicks may arrive before React renders again.
  const isBusy = useRef(false);
  const mutation = useMutation({
    mutationFn: ({ action }: { action: StaffAction; done: string; afterwards?: () => void }) => sendAction(action),
    onSuccess: (_, { done, afterwards }) => {
      showToast('success', done);
      afterwards?.();
    },
    onError: (error) => showError(t, error),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: ADMIN_TRADES_KEY });
      isBusy.current = false;
    },
  });
  return {
    doing: mutation.isPending ? mutation.variables.action.does : undefined,
    /** `done` is the toast, `afterwards` runs on success. */
    perform(action: StaffAction, done: string, afterwards?: () => void) {
      if (isBusy.current) return;
      isBusy.current = true;
      mutation.mutate({ action, done, ...(afterwards && { afterwards }) });
    },
  };
}
