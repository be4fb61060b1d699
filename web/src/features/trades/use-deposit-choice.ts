import type { DepositableSkin, TradeOffer } from '@karat/contract/trades';
import { DEPOSIT_SKINS_MAX } from '@karat/rules/deposits';
import { useRef, useState } from 'react';
import { newIdempotencyKey } from '#core/api.ts';
import { useDeposit } from './queries.ts';
import { chosenOf, toggled, totalOf, withAll } from './selection.ts';

/** The skins chosen for a deposit, their total, and the request that sends them. */
export function useDepositChoice(skins: readonly DepositableSkin[], onSent: (offer: TradeOffer) => void) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const keys = useRef(new Map<string, string>());
  const deposit = useDeposit((offer) => {
    setIds(new Set());
    onSent(offer);
  });
  const chosen = chosenOf(skins, ids);
  const amount = totalOf(chosen);
  const change = (next: ReadonlySet<string>) => {
    setIds(next);
    deposit.reset();
  };
  return {
    chosen,
    amount,
    isFull: chosen.length >= DEPOSIT_SKINS_MAX,
    isSending: deposit.isPending,
    error: deposit.error,
    isChosen: (id: string) => ids.has(id),
    toggle: (id: string) => change(toggled(ids, id)),
    chooseAll: (shown: readonly DepositableSkin[]) => change(withAll(ids, shown)),
    chooseNone: () => change(new Set()),
    clearError: () => deposit.reset(),
    send() {
      if (deposit.isPending || chosen.length === 0) return;
      const assetIds = chosen.map(({ assetid }) => assetid);
      // The same request keeps its key: a retry after a lost response sends nothing twice.
      const choiceKey = [...assetIds, amount].join();
      const idempotencyKey = keys.current.get(choiceKey) ?? newIdempotencyKey();
      keys.current.set(choiceKey, idempotencyKey);
      deposit.mutate({ assetIds, amount, idempotencyKey }, { onSuccess: () => keys.current.delete(choiceKey) });
    },
  };
}

export type DepositChoice = ReturnType<typeof useDepositChoice>;
