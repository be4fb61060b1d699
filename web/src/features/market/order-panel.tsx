import type { BuyOrder, MarketBook } from '@karat/contract/market';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { openAuth, setModalState } from '#core/modals.ts';
import { useSession } from '#core/session.ts';
import { SwitchNotice, useIsOff } from '#features/switches/switches.tsx';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { Field } from '#ui/field.tsx';
import { Panel } from './panel.tsx';
import { openOrdersQuery } from './queries.ts';
import { parsePrice } from './parse-price.ts';
import { useCancelOrder, usePlaceOrder } from './use-orders.ts';
import { useMarketText } from './words/market-text.ts';

/** A form for a buy order, or the player's open order. */
export function OrderPanel({ book }: { book: MarketBook }) {
  const t = useMarketText();
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const orders = useQuery({ ...openOrdersQuery, enabled: isLoggedIn });
  const isOff = useIsOff('market');
  const ownOrder = isLoggedIn ? orders.data?.find(({ itemId }) => itemId === book.itemId) : undefined;
  return (
    <Panel title={ownOrder ? t.order.own : t.order.title}>
      {ownOrder ? <OwnOrder order={ownOrder} /> : isOff ? <SwitchNotice name="market" /> : <OrderForm book={book} />}
    </Panel>
  );
}

function OwnOrder({ order }: { order: BuyOrder }) {
  const t = useMarketText();
  const cancel = useCancelOrder();
  return (
    <>
      <p className="text-pretty">{t.order.ownText(formatNumber(order.price))}</p>
      <p className="mt-2 text-xs text-pretty text-fg-3">{t.order.unbound}</p>
      <Button className="mt-4 w-full" isPending={cancel.isPending} onClick={() => cancel.mutate(order.id)}>
        {t.order.cancel}
      </Button>
    </>
  );
}

function OrderForm({ book }: { book: MarketBook }) {
  const { sell, ...t } = useMarketText();
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const balance = useSession((session) => session.balance);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const place = usePlaceOrder(book, () => setText(''));
  const price = parsePrice(text);
  const missing = isLoggedIn && price !== undefined && price > balance ? price - balance : 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (place.isPending) return;
    if (!isLoggedIn) openAuth('login');
    else if (price === undefined) setError(sell.invalidPrice);
    else if (missing > 0) setError(t.balanceShort(formatNumber(missing)));
    else place.mutate(price);
  };
  return (
    <form noValidate onSubmit={submit}>
      <p className="text-pretty text-fg-2">{t.order.text}</p>
      <p className="mt-2 text-xs text-pretty text-fg-3">{t.order.unbound}</p>
      <Field
        className="mt-4"
        label={t.order.price}
        inputMode="numeric"
        autoComplete="off"
        maxLength={15}
        value={text}
        error={error}
        hint={hintOf(t, book, price)}
        onChange={({ target }) => {
          setText(target.value);
          setError(undefined);
        }}
      />
      {book.highestOrder !== null && (
        <p className="mt-2 flex items-center justify-between gap-3 text-xs text-fg-3">
          {t.order.highest}
          <Diamonds amount={book.highestOrder} className="text-card text-fg" />
        </p>
      )}
      <OrderButtons
        // Beside an offer, buying it is the main action.
        isMain={book.lowestPrice === null}
        isShort={error !== undefined && missing > 0}
        isPending={place.isPending}
      />
    </form>
  );
}

type Words = Pick<ReturnType<typeof useMarketText>, 'order'>;

function hintOf({ order }: Words, { lowestPrice }: MarketBook, price: number | undefined): string | undefined {
  if (lowestPrice === null || price === undefined || price < lowestPrice) return undefined;
  return order.meets(formatNumber(lowestPrice));
}

type OrderButtonsProps = { isMain: boolean; isShort: boolean; isPending: boolean };

function OrderButtons({ isMain, isShort, isPending }: OrderButtonsProps) {
  const { auth } = useText();
  const t = useMarketText();
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  return (
    <div className="mt-4 grid gap-2">
      {!isLoggedIn && <p className="text-xs text-fg-3">{t.order.signIn}</p>}
      {isShort && <Button onClick={() => setModalState('isBalanceOpen', true)}>{t.addBalance}</Button>}
      <Button type="submit" variant={isLoggedIn && isMain ? 'primary' : 'secondary'} isPending={isPending}>
        {isLoggedIn ? t.order.place : auth.login}
      </Button>
    </div>
  );
}
