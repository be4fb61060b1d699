import { quickSellItems } from '@karat/contract/inventory';
import { splitMarketName } from '@karat/rules/items';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { call, newIdempotencyKey } from '#core/api.ts';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { ItemName } from '#ui/item-name.tsx';
import { ModalButtons } from '#ui/modal-buttons.tsx';
import { Modal } from '#ui/modal.tsx';
import { rarityColors } from '#ui/rarity.ts';
import { showError } from '#ui/show-error.ts';
import { showToast } from '#ui/toast.ts';
import { type Prize, markSold } from './opening.ts';

type SellAllModalProps = {
  prizes: readonly Prize[];
  isOpen: boolean;
  focusAfterClose: RefObject<HTMLElement | null>;
  onClose: () => void;
};

/** Lists the items and the sum, and sells them in one request. */
export function SellAllModal({ prizes, isOpen, focusAfterClose, onClose }: SellAllModalProps) {
  const t = useText();
  const { isPending, mutate } = useSellAll(prizes, onClose);
  const price = prizes.reduce((sum, prize) => sum + prize.price, 0);
  return (
    <Modal
      isQuestion
      isOpen={isOpen}
      onClose={onClose}
      title={t.stock.sellTitle(prizes.length)}
      text={t.stock.sellHint}
      fallbackFocus={focusAfterClose}
    >
      <ul className="mb-5 divide-y divide-line rounded-md bg-bg-2">
        {prizes.map((prize) => (
          <li
            key={prize.id}
            style={rarityColors(prize.skinRarity)}
            className="flex items-center gap-3 px-3 py-2 text-card"
          >
            <span className="min-w-0 grow">
              <ItemName {...splitMarketName(prize.market_hash_name)} layout="inline" />
            </span>
            <Diamonds amount={prize.price} />
          </li>
        ))}
      </ul>
      <ModalButtons onCancel={onClose} isPending={isPending} onConfirm={() => mutate()}>
        {t.stock.sellConfirm(formatNumber(price))}
      </ModalButtons>
    </Modal>
  );
}

/** The same items keep their key, so that a retry after a lost response sells nothing twice. */
function useSellAll(prizes: readonly Prize[], onSold: () => void) {
  const t = useText();
  const itemIds = prizes.map(({ id }) => id);
  const [sale, setSale] = useState({ soldKey: '', idempotencyKey: '' });
  const itemsKey = itemIds.join();
  if (sale.soldKey !== itemsKey) setSale({ soldKey: itemsKey, idempotencyKey: newIdempotencyKey() });
  return useMutation({
    retry: 0,
    mutationFn: () => call(quickSellItems, { body: { itemIds } }, { idempotencyKey: sale.idempotencyKey }),
    onSuccess: ({ soldIds, price }) => {
      onSold();
      for (const id of soldIds) markSold(id);
      showToast('success', t.stock.soldManyFor(soldIds.length, formatNumber(Math.floor(price))));
      if (soldIds.length < itemIds.length) showToast('info', t.stock.leftOut(itemIds.length - soldIds.length));
    },
    onError: (error) => showError(t, error),
  });
}
