import { splitMarketName } from '@karat/rules/items';
import clsx from 'clsx';
import { Equal, X } from 'lucide-react';
import { Diamonds } from '#ui/diamonds.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { ItemName } from '#ui/item-name.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { rarityColors } from '#ui/rarity.ts';
import { type ChosenItem, ticketsOf, withRate, withRemainder, withoutItem } from './draft.ts';
import { useAdminText } from './words/admin-text.ts';

type ChosenListProps = { chosen: readonly ChosenItem[]; onChange: (chosen: readonly ChosenItem[]) => void };

/** The items of the case with their drop rates. */
export function ChosenList({ chosen, onChange }: ChosenListProps) {
  const words = useAdminText();
  return (
    <section aria-label={words.cases.chosen} className="min-w-0">
      <h3 className="flex h-11 items-center justify-between font-display font-bold md:h-10">
        <span>
          {words.cases.chosen} <span className="text-fg-3">({chosen.length})</span>
        </span>
        <span aria-hidden className="text-xs font-medium text-fg-3">
          {words.cases.dropRate}
        </span>
      </h3>
      {chosen.length === 0 ? (
        <p className="mt-3 rounded-md border border-dashed border-line py-14 text-center text-fg-3">
          {words.cases.chosenEmpty}
        </p>
      ) : (
        <ul className="mt-3 space-y-1">
          {chosen.map((each) => (
            <ChosenRow
              key={each.item.id}
              chosen={each}
              onRate={(rate) => onChange(withRate(chosen, each.item.id, rate))}
              onRest={() => onChange(withRemainder(chosen, each.item.id))}
              onRemove={() => onChange(withoutItem(chosen, each.item.id))}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

type ChosenRowProps = { chosen: ChosenItem; onRate: (rate: string) => void; onRest: () => void; onRemove: () => void };

function ChosenRow({ chosen: { item, rate }, onRate, onRest, onRemove }: ChosenRowProps) {
  const words = useAdminText();
  const { name, exterior } = splitMarketName(item.market_hash_name);
  const isBad = ticketsOf(rate) === undefined;
  return (
    <li
      style={rarityColors(item.skinRarity)}
      className="flex min-h-13 items-center gap-1 rounded-sm bg-bg-2/60 py-1 pr-1 pl-2 max-sm:flex-wrap"
    >
      <ItemPicture src={item.image} sizes="48px" className="w-12 shrink-0" />
      <span className="min-w-0 grow px-1.5 max-sm:basis-[calc(100%-4rem)]">
        <span className="block truncate text-card">
          <ItemName name={name} layout="inline" />
        </span>
        <span className="flex flex-wrap gap-x-2 text-xs text-fg-3">
          {exterior}
          <Diamonds amount={item.quick_sell_price} className="text-xs text-fg-2" />
        </span>
      </span>
      <input
        type="number"
        inputMode="decimal"
        min={0}
        max={100}
        step={0.01}
        aria-label={words.cases.dropRateOf(item.market_hash_name)}
        aria-invalid={isBad}
        value={rate}
        onChange={(event) => onRate(event.target.value)}
        // Scrolling with the mouse wheel must not change a rate.
        onWheel={(event) => event.currentTarget.blur()}
        className={clsx(
          'h-10 w-20 shrink-0 rounded-sm border max-sm:ml-auto bg-bg-1 px-2 text-right text-base tabular-nums focus-visible:outline-offset-0 md:h-9 md:text-sm',
          '[appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none [&::-webkit-outer-spin-button]:appearance-none',
          isBad ? 'border-danger' : 'border-line-input',
        )}
      />
      <IconButton
        variant="bare"
        className="size-9"
        label={words.cases.fill(item.market_hash_name)}
        title={words.cases.fill(name)}
        onClick={onRest}
      >
        <Equal size={16} aria-hidden />
      </IconButton>
      <IconButton
        variant="bare"
        className="size-9"
        label={words.cases.remove(item.market_hash_name)}
        onClick={onRemove}
      >
        <X size={16} aria-hidden />
      </IconButton>
    </li>
  );
}
