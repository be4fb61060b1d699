import type { CountedBand } from '@karat/contract/cases';
import clsx from 'clsx';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '#i18n/format.ts';
import { useUrlParams } from '#ui/url-params.ts';
import type { CaseFilter } from './cases.ts';
import { type CasesCatalogue } from './words/mixed.ts';
import { useCasesText } from './words/cases-text.ts';

type Range = { readonly minPrice: number | undefined; readonly maxPrice: number | undefined };

const ANY_PRICE: Range = { minPrice: undefined, maxPrice: undefined };

const isSameRange = (one: Range, other: Range): boolean =>
  one.minPrice === other.minPrice && one.maxPrice === other.maxPrice;

/** The range of a band in a URL, where a missing limit means none. */
const rangeOf = ({ minPrice, maxPrice }: CountedBand): Range => ({
  minPrice: minPrice === 0 ? undefined : minPrice,
  maxPrice: maxPrice ?? undefined,
});

function labelOf(t: CasesCatalogue, { minPrice, maxPrice }: Range): string {
  if (maxPrice === undefined) return minPrice === undefined ? t.anyPrice : t.priceFrom(formatNumber(minPrice));
  if (minPrice === undefined) return t.priceUpTo(formatNumber(maxPrice));
  return t.priceBetween(formatNumber(minPrice), formatNumber(maxPrice));
}

type PriceBandsProps = {
  /** Undefined while they load: the row already has its height. */
  bands: readonly CountedBand[] | undefined;
  filter: CaseFilter;
};

/** Links to the cases of one price band, with their number. */
export function PriceBands({ bands, filter }: PriceBandsProps) {
  const t = useCasesText();
  const ranges = bands?.map((band) => ({ ...rangeOf(band), count: band.count })) ?? [];
  const isOther = !isSameRange(filter, ANY_PRICE) && !ranges.some((range) => isSameRange(range, filter));
  return (
    <nav aria-label={t.price} className="scrollbar-none -mx-3 mb-4 h-11 overflow-x-auto px-3 md:mx-0 md:px-0">
      {bands !== undefined && (
        <ul className="flex h-full items-center gap-2">
          <Band range={ANY_PRICE} filter={filter} count={ranges.reduce((sum, { count }) => sum + count, 0)} />
          {ranges.map(
            (range) =>
              (range.count > 0 || isSameRange(range, filter)) && (
                <Band key={range.minPrice ?? 0} range={range} filter={filter} count={range.count} />
              ),
          )}
          {isOther && (
            <Chip to={ANY_PRICE} isCurrent>
              {labelOf(t, filter)}
              <X size={14} aria-hidden />
              <span className="sr-only">{t.showAll}</span>
            </Chip>
          )}
        </ul>
      )}
    </nav>
  );
}

function Band({ range, filter, count }: { range: Range; filter: Range; count: number }) {
  const t = useCasesText();
  return (
    <Chip to={range} isCurrent={isSameRange(range, filter)}>
      {labelOf(t, range)}
      <span aria-hidden className="text-fg-3 tabular-nums">
        {formatNumber(count)}
      </span>
      <span className="sr-only">{t.caseCount(count)}</span>
    </Chip>
  );
}

function Chip({ to: range, isCurrent, children }: { to: Range; isCurrent: boolean; children: ReactNode }) {
  const { to } = useUrlParams();
  return (
    <li>
      <Link
        to={to({ minPrice: range.minPrice, maxPrice: range.maxPrice })}
        preventScrollReset
        aria-current={isCurrent || undefined}
        className={clsx(
          'hit-area flex h-9 items-center gap-1.5 rounded-full border px-3.5 text-card font-semibold whitespace-nowrap tabular-nums transition-colors duration-140',
          isCurrent
            ? 'border-primary/50 bg-primary/14 text-primary'
            : 'border-line bg-bg-1 text-fg-2 hover:text-fg focus-visible:text-fg',
        )}
      >
        {children}
      </Link>
    </li>
  );
}
