import type { SteamInventoryItem } from '@karat/contract/inventory';
import { splitMarketName } from '@karat/rules/items';
import clsx from 'clsx';
import { ChevronDown, Lock } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { ItemName } from '#ui/item-name.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { rarityColors } from '#ui/rarity.ts';
import { showToast } from '#ui/toast.ts';
import { FeePreview } from './fee-preview.tsx';
import { LowPriceWarning, useLowPriceConfirmation } from './low-price.tsx';
import { parsePrice } from './parse-price.ts';
import { useListItem } from './use-list-item.ts';
import { useMarketPrices } from './use-market-prices.ts';
import { useMarketText } from './words/market-text.ts';

/** The index of the rarity in Steam's tags of an item. */
const RARITY_TAG = 4;

/** An item and, when expanded, the form that lists it. */
export function SellRow({
  item,
  isOpen,
  onToggle,
}: {
  item: SteamInventoryItem;
  isOpen: boolean;
  onToggle: () => void;
}) {
  const id = useId();
  return (
    <Row item={item}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
        className="flex min-h-16 w-full items-center gap-3 rounded-md px-3 text-left transition-colors duration-140 hover:bg-bg-3/50"
      >
        <Skin item={item} />
        <ChevronDown
          size={18}
          aria-hidden
          className={clsx('shrink-0 text-fg-3 transition-transform duration-140', isOpen && 'rotate-180')}
        />
      </button>
      <div id={id}>{isOpen && <SellForm item={item} />}</div>
    </Row>
  );
}

/** An item that cannot be listed, and why. */
export function UnavailableRow({ item }: { item: SteamInventoryItem }) {
  const { sell } = useMarketText();
  const why = item.state === 'OWNED' ? [] : [sell.boundBy[item.state]];
  return (
    <Row item={item}>
      <div className="flex min-h-16 items-center gap-3 px-3 py-1.5 opacity-75">
        <Skin item={item} notes={[sell.notTradable, ...why]} />
        <Lock size={16} aria-hidden className="shrink-0 text-fg-3" />
      </div>
    </Row>
  );
}

function Row({ item, children }: { item: SteamInventoryItem; children: ReactNode }) {
  return (
    <li
      style={rarityColors(item.tags[RARITY_TAG]?.name ?? '')}
      className="rarity-edge relative isolate overflow-hidden rounded-md bg-bg-2"
    >
      {children}
    </li>
  );
}

function Skin({ item, notes }: { item: SteamInventoryItem; notes?: readonly string[] }) {
  return (
    <>
      <ItemPicture src={item.icon_url} sizes="64px" className="w-16 shrink-0" />
      <span className="min-w-0 grow">
        <span className="block text-card text-pretty">
          <ItemName {...splitMarketName(item.market_name)} />
        </span>
        {notes?.map((note) => (
          <span key={note} className="block text-xs text-fg-2">
            {note}
          </span>
        ))}
      </span>
    </>
  );
}

function SellForm({ item }: { item: SteamInventoryItem }) {
  const t = useMarketText();
  const [text, setText] = useState('');
  const { lowest, highestOrder } = useMarketPrices(item.classid);
  const list = useListItem(() => setText(''));
  const price = parsePrice(text);
  const quickSell = item.quick_sell_price;
  const { isConfirming, mustConfirm, requireConfirmation, onConfirmClick } = useLowPriceConfirmation(price, quickSell);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (list.isPending) return;
    if (price === undefined) showToast('error', t.sell.invalidPrice);
    else if (mustConfirm) requireConfirmation();
    else list.mutate({ item, price });
  };
  return (
    <form noValidate onSubmit={submit} className="px-3 pt-1 pb-4">
      <Field
        label={t.sell.price}
        inputMode="numeric"
        autoComplete="off"
        maxLength={15}
        className="mb-3"
        // The player expanded the row to enter a price.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <FeePreview
        price={price}
        lowest={lowest}
        highestOrder={highestOrder}
        quickSell={quickSell}
        isConfirming={isConfirming}
      />
      <LowPriceWarning isConfirming={isConfirming} price={price} quickSell={quickSell} />
      <Button
        type="submit"
        variant={isConfirming ? 'danger' : 'primary'}
        className="mt-2 w-full"
        isPending={list.isPending}
        onClick={onConfirmClick}
      >
        {list.isPending ? t.sell.submitting : isConfirming ? t.sell.submitPoor : t.sell.submit}
      </Button>
    </form>
  );
}
