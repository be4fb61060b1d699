// oxlint-disable jsx-a11y/no-redundant-roles jsx-a11y/prefer-tag-over-role jsx-a11y/no-interactive-element-to-noninteractive-role
import type { VersionOdds } from '@karat/contract/fairness';
import { TICKETS_TOTAL } from '@karat/rules/fairness';
import { splitMarketName } from '@karat/rules/items';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { formatNumber } from '#i18n/format.ts';
import { ItemName } from '#ui/item-name.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { rarityColors } from '#ui/rarity.ts';
import { usePercent } from '#ui/use-percent.ts';
import { formatFigure } from './figures.ts';
import { SpreadTrack } from './spread-track.tsx';
import { useProofText } from './words/proof-text.ts';

type ItemOdds = VersionOdds['items'][number];

/** Odds by item. On a phone each row is a card; the roles are explicit because changed display values drop them. */
export function OddsTable({ odds }: { odds: VersionOdds }) {
  const t = useProofText();
  const rarestFirst = odds.items.toSorted((a, b) => a.tickets - b.tickets);
  const numbers = [t.odds.published, t.odds.observed, t.odds.expectedCount, t.odds.observedCount];
  return (
    <table role="table" aria-label={t.odds.tableLabel(odds.version)} className="w-full max-sm:block">
      <thead role="rowgroup" className="max-sm:sr-only">
        <tr role="row" className="text-xs whitespace-nowrap text-fg-3">
          <HeadCell>{t.odds.item}</HeadCell>
          {numbers.map((label) => (
            <HeadCell key={label} isNumber>
              {label}
            </HeadCell>
          ))}
          <HeadCell>{t.odds.spread}</HeadCell>
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-sm:block">
        {rarestFirst.map((item) => (
          <OddsRow key={item.itemId} item={item} openings={odds.openings} />
        ))}
      </tbody>
    </table>
  );
}

function HeadCell({ isNumber = false, children }: { isNumber?: boolean; children: string }) {
  return (
    <th
      role="columnheader"
      scope="col"
      className={clsx('h-9 pr-4 font-semibold last:pr-0', isNumber ? 'text-right' : 'text-left')}
    >
      {children}
    </th>
  );
}

function OddsRow({ item, openings }: { item: ItemOdds; openings: number }) {
  const t = useProofText();
  const formatPercent = usePercent();
  const { tickets, observed, expected } = item;
  return (
    <tr
      role="row"
      style={rarityColors(item.skinRarity)}
      className="border-t border-line max-sm:grid max-sm:grid-cols-4 max-sm:gap-x-3 max-sm:gap-y-1.5 max-sm:py-3"
    >
      <td role="cell" className="py-1.5 pr-4 max-sm:col-span-4 max-sm:p-0">
        <span className="flex items-center gap-3" title={item.skinRarity}>
          <ItemPicture src={item.image} sizes="48px" className="w-12 shrink-0" />
          <span className="text-pretty">
            <ItemName {...splitMarketName(item.market_hash_name)} layout="inline" />
          </span>
        </span>
      </td>
      <NumberCell label={t.odds.published}>{formatPercent((tickets / TICKETS_TOTAL) * 100)}</NumberCell>
      <NumberCell label={t.odds.observed}>
        {openings === 0 ? '–' : formatPercent((observed / openings) * 100)}
      </NumberCell>
      <NumberCell label={t.odds.expectedCount}>{formatFigure(expected)}</NumberCell>
      <NumberCell label={t.odds.observedCount}>{formatNumber(observed)}</NumberCell>
      <td role="cell" className="w-32 max-sm:col-span-4 max-sm:w-auto">
        <SpreadTrack item={item} openings={openings} />
      </td>
    </tr>
  );
}

function NumberCell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td role="cell" className="pr-4 text-right whitespace-nowrap tabular-nums max-sm:p-0 max-sm:text-left">
      <span aria-hidden className="block text-2xs text-fg-3 sm:hidden">
        {label}
      </span>
      {children}
    </td>
  );
}
