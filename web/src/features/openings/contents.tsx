import type { CaseItem } from '@karat/contract/cases';
import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import clsx from 'clsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { useRenderedCount } from '#ui/use-rendered-count.ts';
import { ItemCard } from '#ui/item-card.tsx';
import { usePercent } from '#ui/use-percent.ts';
import { useOpeningsText } from './words/openings-text.ts';

/** The items of a case in the server's order: rarest first. */
export function Contents({ items }: { items: readonly CaseItem[] }) {
  const t = useOpeningsText();
  const drawn = useRenderedCount(items.length, { initial: 0, batchSize: 6 });
  return (
    <section aria-labelledby="contents" className="mt-6 md:mt-7">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="contents" className="font-display text-h2 font-bold">
          {t.includes}
        </h2>
        <p className="text-card text-fg-2">{t.rarestFirst}</p>
      </div>
      <ul
        className={clsx(
          'grid content-start grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-5 2xl:grid-cols-7',
          drawn < items.length && 'min-h-dvh',
        )}
      >
        {items.slice(0, drawn).map((item) => (
          <li key={item.parentItem} className="far-off">
            <Content item={item} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Content({ item }: { item: CaseItem }) {
  return (
    <ItemCard
      name={`${item.itemName} | ${item.skinName}`}
      exterior={item.skinExterior}
      rarity={item.skinRarity}
      image={item.image}
      to={fillPath(pages.marketItem, { itemId: item.parentItem })}
      corner={<DropRate percent={item.drop_rate} />}
    >
      <Diamonds amount={item.price} className="text-card" />
    </ItemCard>
  );
}

function DropRate({ percent }: { percent: number }) {
  const t = useOpeningsText();
  const shown = usePercent()(percent);
  return (
    <span className="rounded-sm bg-bg-0/80 px-2 py-0.5 text-xs font-semibold text-fg-2 tabular-nums">
      <span aria-hidden>{shown}</span>
      <span className="sr-only">{t.dropRate(shown)}</span>
    </span>
  );
}
