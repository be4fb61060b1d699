import {
  ADJUSTMENT_STATES,
  type AdjustmentRequest,
  type AdjustmentState,
  decideAdjustment,
  getAdjustments,
  getAdjustmentTerms,
  withdrawAdjustment,
} from '@karat/contract/adjustments';
import { pageFrom } from '@karat/rules/pager';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, newIdempotencyKey } from '#core/api.ts';
import { onConnect, useLiveEvent } from '#core/socket.ts';
import { useText } from '#i18n/i18n.ts';
import { showError } from '#ui/show-error.ts';
import { showToast } from '#ui/toast.ts';

const ADJUSTMENTS_KEY = ['admin', 'adjustments'] as const;
const ADJUSTMENTS_PER_PAGE = 10;

export type AdjustmentsFilter = { readonly page: number; readonly state: AdjustmentState | undefined };

/** The filter in a URL; invalid values are ignored. */
export function adjustmentsFilterOf(params: URLSearchParams): AdjustmentsFilter {
  return {
    page: pageFrom(params.get('page')),
    state: ADJUSTMENT_STATES.find((state) => state === params.get('state')),
  };
}

export const adjustmentsQuery = ({ page, state }: AdjustmentsFilter) =>
  queryOptions({
    queryKey: [...ADJUSTMENTS_KEY, { page, state }],
    meta: { isPrivate: true },
    // Events update this only while the page is shown, so a returning page fetches it again.
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const query = { page: String(page), limit: String(ADJUSTMENTS_PER_PAGE), ...(state && { state }) };
      return call(getAdjustments, { query }, { signal });
    },
  });

/** The number of requests that are searched for one that is no longer on its page: waiting ones come first, then the newest. */
const SEARCHED_MAX = 100;

/** One request, updated while its modal is open; null if it is no longer among the newest. */
export const adjustmentQuery = (request: AdjustmentRequest) =>
  queryOptions<AdjustmentRequest | null>({
    queryKey: [...ADJUSTMENTS_KEY, 'one', request.id],
    meta: { isPrivate: true },
    // It was fetched a moment ago, and events report what happens next.
    initialData: request,
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const query = { page: '1', limit: String(SEARCHED_MAX) };
      const { data } = await call(getAdjustments, { query }, { signal });
      return data.find(({ id }) => id === request.id) ?? null;
    },
  });

/** The conditions of an adjustment, fetched each time because the balance changes. */
export const termsQuery = (userId: number) =>
  queryOptions({
    queryKey: [...ADJUSTMENTS_KEY, 'terms', userId],
    meta: { isPrivate: true },
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await call(getAdjustmentTerms, { params: { userId: String(userId) } }, { signal })).data,
  });

/** Fetches the page again when a request changes. */
export function useAdjustmentEvents(): void {
  const queryClient = useQueryClient();
  useLiveEvent('ADJUSTMENTS_CHANGED', () => void queryClient.invalidateQueries({ queryKey: ADJUSTMENTS_KEY }));
  useEffect(() => onConnect(() => void queryClient.invalidateQueries({ queryKey: ADJUSTMENTS_KEY })), [queryClient]);
}

export type DecisionAction = { readonly decision: 'approve' | 'refuse' | 'withdraw'; readonly id: number };

function sendDecision({ decision, id }: DecisionAction, reason: string, idempotencyKey: string): Promise<unknown> {
  const params = { adjustmentId: String(id) };
  if (decision === 'withdraw') return call(withdrawAdjustment, { params });
  return call(decideAdjustment, { params, body: { approve: decision === 'approve', reason } }, { idempotencyKey });
}

/** A decision: sent once, confirmed by a toast, then refreshed. A retry after a lost response sends the same key. */
export function useDecision(action: DecisionAction, { done, onDone }: { done: string; onDone: () => void }) {
  const t = useText();
  const queryClient = useQueryClient();
  const key = useRef({ reason: '', key: '' });
  const isBusy = useRef(false);
  const mutation = useMutation({
    mutationFn: (reason: string) => {
      if (key.current.key === '' || key.current.reason !== reason) key.current = { reason, key: newIdempotencyKey() };
      return sendDecision(action, reason, key.current.key);
    },
    onSuccess: () => {
      showToast('success', done);
      onDone();
    },
    onError: (error) => showError(t, error),
    onSettled: async () => {
      isBusy.current = false;
      await queryClient.invalidateQueries({ queryKey: ADJUSTMENTS_KEY });
    },
  });
  return {
    isPending: mutation.isPending,
    decide(reason: string) {
      if (isBusy.current) return;
      isBusy.current = true;
      mutation.mutate(reason);
    },
  };
}
