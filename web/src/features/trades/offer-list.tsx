import type { TradeOffer } from '@karat/contract/trades';
import { pageCount } from '@karat/rules/pager';
import clsx from 'clsx';
import { ArrowDownLeft, ArrowUpRight, ChevronLeft, ChevronRight, History } from 'lucide-react';
import { useText } from '#i18n/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { formatDay } from '#ui/dates.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { RelativeTime } from '#ui/time.tsx';
import { StateView } from '#ui/views.tsx';
import { offerTitle, toneOf } from './offer-states.ts';
import type { OffersPage } from './queries.ts';
import { useTradesText } from './words/trades-text.ts';

type OfferListProps = {
  offers: OffersPage;
  isFetching: boolean;
  onShow: (offer: TradeOffer) => void;
  onPage: (page: number) => void;
};

/** The player's offers, newest first, in pages. */
export function OfferList({ offers: { data, pagination }, isFetching, onShow, onPage }: OfferListProps) {
  const { list: t } = useTradesText();
  if (pagination.totalResults === 0) return <StateView icon={History} title={t.none} text={t.noneText} />;
  const { currentPage } = pagination;
  const pages = pageCount(pagination.totalResults, pagination.resultsPerPage);
  return (
    <>
      <p className="mb-2 text-xs text-fg-3">{t.found(pagination.totalResults)}</p>
      <ul
        aria-label={t.label}
        aria-busy={isFetching}
        className={clsx(
          'surface divide-y divide-line overflow-hidden transition-opacity duration-140',
          isFetching && 'opacity-55',
        )}
      >
        {data.map((offer) => (
          <li key={offer.id}>
            <OfferRow offer={offer} onShow={() => onShow(offer)} />
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <nav aria-label={t.pagerLabel} className="mt-3 flex items-center justify-between gap-3">
          <Button
            size="dense"
            disabled={currentPage <= 1}
            icon={<ChevronLeft size={16} aria-hidden />}
            onClick={() => onPage(Math.min(currentPage - 1, pages))}
          >
            {t.newer}
          </Button>
          <span className="text-xs text-fg-3 tabular-nums">{t.page(currentPage, pages)}</span>
          <Button size="dense" disabled={currentPage >= pages} onClick={() => onPage(currentPage + 1)}>
            {t.older}
            <ChevronRight size={16} aria-hidden />
          </Button>
        </nav>
      )}
    </>
  );
}

function OfferRow({ offer, onShow }: { offer: TradeOffer; onShow: () => void }) {
  const { locale } = useText();
  const { offer: t } = useTradesText();
  const Icon = offer.kind === 'deposit' ? ArrowDownLeft : ArrowUpRight;
  const isHeld = offer.heldUntil !== null && (offer.state === 'CREDITED' || offer.state === 'HELD');
  return (
    <button
      type="button"
      onClick={onShow}
      className="grid w-full grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 px-3.5 py-3 text-left transition-colors duration-140 hover:bg-bg-2 focus-visible:-outline-offset-2"
    >
      <span aria-hidden className="row-span-2 grid size-9 place-items-center rounded-full bg-bg-3 text-fg-2">
        <Icon size={18} />
      </span>
      <span className="line-clamp-2 text-card font-semibold">{offerTitle(offer, t.more)}</span>
      <Diamonds amount={offer.amount} className="text-card" />
      <span className="col-span-2 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-fg-3">
        <Badge tone={toneOf(offer.state)}>{t.states[offer.state]}</Badge>
        <span>
          {t.kinds[offer.kind]} · {offer.code} · <RelativeTime iso={offer.createdAt} />
        </span>
        {isHeld && <span className="text-warn">{t.heldUntil(formatDay(offer.heldUntil!, locale))}</span>}
      </span>
    </button>
  );
}
