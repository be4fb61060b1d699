import type { BuyOrder, OwnListing } from '@karat/contract/market';
import { type FormEvent, useState } from 'react';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { ModalButtons } from '#ui/modal-buttons.tsx';
import { Modal } from '#ui/modal.tsx';
import { FeePreview } from './fee-preview.tsx';
import { LowPriceWarning, useLowPriceConfirmation } from './low-price.tsx';
import { parsePrice } from './parse-price.ts';
import { useCancelOrder } from './use-orders.ts';
import { useCancelListing, useChangePrice } from './use-listing-actions.ts';
import { useMarketPrices } from './use-market-prices.ts';
import { useMarketText } from './words/market-text.ts';

type ListingModalProps = { listing: OwnListing; isOpen: boolean; onClose: () => void };

/** Changes the price and shows the seller's share. */
export function PriceModal({ listing, isOpen, onClose }: ListingModalProps) {
  const { common } = useText();
  const t = useMarketText();
  const [text, setText] = useState(formatNumber(listing.price));
  const [error, setError] = useState<string>();
  const change = useChangePrice();
  const { lowest, highestOrder, quickSell } = useMarketPrices(String(listing.itemId), isOpen);
  const price = parsePrice(text);
  const { isConfirming, mustConfirm, requireConfirmation, onConfirmClick } = useLowPriceConfirmation(price, quickSell);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    if (price === undefined) setError(t.sell.invalidPrice);
    else if (mustConfirm) requireConfirmation();
    else change.mutate({ listingId: listing.id, price }, { onSuccess: onClose });
  };
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t.myMarket.changePrice} text={listing.market_hash_name}>
      <form noValidate onSubmit={submit}>
        <Field
          label={t.myMarket.newPrice}
          inputMode="numeric"
          autoComplete="off"
          maxLength={15}
          className="mb-4"
          value={text}
          error={error}
          onChange={({ target }) => {
            setText(target.value);
            setError(undefined);
          }}
        />
        <FeePreview
          price={price}
          lowest={lowest}
          highestOrder={highestOrder}
          quickSell={quickSell}
          isConfirming={isConfirming}
        />
        <LowPriceWarning isConfirming={isConfirming} price={price} quickSell={quickSell} />
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            type="submit"
            variant={isConfirming ? 'danger' : 'primary'}
            isPending={change.isPending}
            onClick={onConfirmClick}
          >
            {isConfirming ? t.myMarket.savePoor : t.myMarket.savePrice}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** Confirms before a listing is cancelled. */
export function CancelListingModal({ listing, isOpen, onClose }: ListingModalProps) {
  const t = useMarketText();
  const cancel = useCancelListing();
  const name = listing.market_hash_name;
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t.myMarket.cancelTitle} text={t.myMarket.cancelText(name)}>
      <ModalButtons
        onCancel={onClose}
        cancelLabel={t.myMarket.keep}
        variant="danger"
        isPending={cancel.isPending}
        onConfirm={() => cancel.mutate(listing.id, { onSettled: onClose })}
      >
        {t.myMarket.cancelConfirm}
      </ModalButtons>
    </Modal>
  );
}

/** Confirms before a buy order is cancelled. */
export function CancelOrderModal({
  order,
  isOpen,
  onClose,
}: {
  order: BuyOrder;
  isOpen: boolean;
  onClose: () => void;
}) {
  const t = useMarketText();
  const cancel = useCancelOrder();
  const name = order.market_hash_name;
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={t.myMarket.cancelOrderTitle}
      text={t.myMarket.cancelOrderText(name)}
    >
      <ModalButtons
        onCancel={onClose}
        cancelLabel={t.myMarket.keep}
        variant="danger"
        isPending={cancel.isPending}
        onConfirm={() => cancel.mutate(order.id, { onSettled: onClose })}
      >
        {t.myMarket.cancelOrderConfirm}
      </ModalButtons>
    </Modal>
  );
}
