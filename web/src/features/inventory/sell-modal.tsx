import type { OwnedItem } from '@karat/contract/inventory';
import { splitMarketName } from '@karat/rules/items';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { ItemName } from '#ui/item-name.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { ModalButtons } from '#ui/modal-buttons.tsx';
import { Modal } from '#ui/modal.tsx';
import { rarityColors } from '#ui/rarity.ts';
import { priceOf } from './selection.ts';
import { useInventoryText } from './words/inventory-text.ts';

type SellModalProps = {
  items: readonly OwnedItem[];
  isOpen: boolean;
  isSelling: boolean;
  onClose: () => void;
  onConfirm: () => void;
};

/** Confirms a sale once, however many items it has. */
export function SellModal({ items, isOpen, isSelling, onClose, onConfirm }: SellModalProps) {
  const t = useText();
  const words = useInventoryText();
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t.stock.sellTitle(items.length)} text={t.stock.sellHint}>
      {/* A scrollable list must be reachable by keyboard. */}
      <ul
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={words.bulkLabel}
        className="mb-5 max-h-72 divide-y divide-line overflow-y-auto rounded-md bg-bg-2"
      >
        {items.map(({ id, price, parentItemDetails: { market_hash_name: marketName, image, skinRarity } }) => (
          <li key={id} style={rarityColors(skinRarity)} className="flex items-center gap-3 px-3 py-1.5">
            <ItemPicture src={image} sizes="48px" className="w-12 shrink-0" />
            <span className="min-w-0 grow text-card">
              <ItemName {...splitMarketName(marketName)} layout="inline" />
            </span>
            <Diamonds amount={price} className="text-card" />
          </li>
        ))}
      </ul>
      <ModalButtons onCancel={onClose} isPending={isSelling} onConfirm={onConfirm}>
        {t.stock.sellConfirm(formatNumber(priceOf(items)))}
      </ModalButtons>
    </Modal>
  );
}
