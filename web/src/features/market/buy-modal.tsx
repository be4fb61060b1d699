import type { MarketBook } from '@karat/contract/market';
import { splitMarketName } from '@karat/rules/items';
import clsx from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { setModalState } from '#core/modals.ts';
import { useSession } from '#core/session.ts';
import { SwitchNotice, useIsOff } from '#features/switches/switches.tsx';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { ItemName } from '#ui/item-name.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { Modal } from '#ui/modal.tsx';
import { rarityColors } from '#ui/rarity.ts';
import { type Purchase, useBuy } from './use-buy.ts';
import { useMarketText } from './words/market-text.ts';

type BuyModalProps = { book: MarketBook; purchase: Purchase; isGone: boolean; isOpen: boolean; onClose: () => void };

/**
 * Confirms before a purchase. The price stays the one the player clicked, even if the listing changes meanwhile; only
 * a response that it changed shows a new price, and asks again.
 */
export function BuyModal({ book, purchase, isGone, isOpen, onClose }: BuyModalProps) {
  const t = useMarketText();
  const [price, setPrice] = useState(purchase.price);
  const [wasGone, setGone] = useState(false);
  const buy = useBuy(book, { onBought: onClose, onGone: () => setGone(true), onNewPrice: setPrice });
  const isOff = useIsOff('market');
  const isSettling = buy.isPending || buy.data === 'bought';
  const isUnavailable = wasGone || (isGone && !isSettling);
  return (
    <Modal isQuestion isOpen={isOpen} onClose={onClose} title={t.buying.title} text={t.buying.text}>
      <div
        style={rarityColors(book.skinRarity)}
        className="rarity-edge relative isolate mb-4 flex items-center gap-3 overflow-hidden rounded-md bg-bg-2 px-3 py-2"
      >
        <span aria-hidden className="rarity-glow" />
        <ItemPicture src={book.image} sizes="96px" className="w-22 shrink-0" />
        <p className="min-w-0 text-pretty">
          <ItemName {...splitMarketName(book.market_hash_name)} />
        </p>
      </div>
      <div role="alert">
        {isUnavailable ? (
          <Notice>{t.buying.gone}</Notice>
        ) : (
          price !== purchase.price && (
            <Notice>{t.buying.changed(formatNumber(purchase.price), formatNumber(price))}</Notice>
          )
        )}
      </div>
      {isUnavailable ? (
        <div className="flex justify-end">
          <Button variant="primary" onClick={onClose}>
            {t.buying.toOffers}
          </Button>
        </div>
      ) : isOff && !isSettling ? (
        <SwitchNotice name="market" />
      ) : (
        <Confirmation
          price={price}
          isPending={isSettling}
          onClose={onClose}
          onConfirm={() => buy.mutate({ listingId: purchase.listingId, price })}
        />
      )}
    </Modal>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="mb-4 flex gap-2 rounded-sm bg-warn/12 px-3 py-2.5 text-warn">
      <TriangleAlert size={18} aria-hidden className="mt-px shrink-0" />
      {children}
    </p>
  );
}

type ConfirmationProps = { price: number; isPending: boolean; onClose: () => void; onConfirm: () => void };

function Confirmation({ price, isPending, onClose, onConfirm }: ConfirmationProps) {
  const { common } = useText();
  const t = useMarketText();
  const balance = useBalanceAtClick(isPending);
  const isShort = balance < price;
  const addBalance = () => {
    onClose();
    setModalState('isBalanceOpen', true);
  };
  return (
    <>
      <dl className="space-y-2">
        <Line label={t.buying.price}>
          <Diamonds amount={price} className="text-base" />
        </Line>
        <Line label={t.buying.balance}>
          <Diamonds amount={balance} className="text-fg-2" />
        </Line>
        {!isShort && (
          <Line label={t.buying.after} className="border-t border-line pt-2">
            <Diamonds amount={balance - price} />
          </Line>
        )}
      </dl>
      {isShort && (
        <p className="mt-2 border-t border-line pt-2 font-semibold text-warn">
          {t.balanceShort(formatNumber(price - balance))}
        </p>
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{common.cancel}</Button>
        {isShort ? (
          <Button variant="primary" onClick={addBalance}>
            {t.addBalance}
          </Button>
        ) : (
          <Button variant="primary" isPending={isPending} onClick={onConfirm}>
            {t.buying.confirm(formatNumber(price))}
          </Button>
        )}
      </div>
    </>
  );
}

/** The balance at the click: its event may arrive before the response. */
function useBalanceAtClick(isPending: boolean): number {
  const balance = useSession((session) => session.balance);
  const [seenBalance, setSeenBalance] = useState(balance);
  if (!isPending && seenBalance !== balance) setSeenBalance(balance);
  return isPending ? seenBalance : balance;
}

function Line({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={clsx('flex items-center justify-between gap-3', className)}>
      <dt className="text-fg-2">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
