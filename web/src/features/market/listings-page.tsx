import { pages } from '@karat/contract/pages';
import { pageFrom } from '@karat/rules/pager';
import clsx from 'clsx';
import { Link } from 'react-router';
import { openSell } from '#core/modals.ts';
import { useUrlParams } from '#ui/url-params.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { TabLinks } from '#ui/tab-links.tsx';
import { useMyMarketEvents } from './market-events.ts';
import { OwnListings } from './own-listings.tsx';
import { OwnOrders } from './own-orders.tsx';
import type { MyMarketView } from './queries.ts';
import { useMarketText } from './words/market-text.ts';

/** The player's listings and buy orders. */
export function ListingsPage() {
  const t = useMarketText();
  const { params, to } = useUrlParams();
  useMyMarketEvents();
  const isOrders = params.get('tab') === 'orders';
  const view: MyMarketView = params.get('view') === 'closed' ? 'closed' : 'open';
  const page = pageFrom(params.get('page'));
  const tabs = [
    { to: to({ tab: undefined, view: undefined }), label: t.myMarket.listings, isCurrent: !isOrders },
    { to: to({ tab: 'orders', view: undefined }), label: t.myMarket.orders, isCurrent: isOrders },
  ];
  return (
    <>
      <PageHeading title={t.myMarket.title} lead={t.myMarket.lead}>
        <div className="flex gap-2 max-sm:w-full">
          <ButtonLink to={pages.market} className="max-sm:grow">
            {t.myMarket.toMarket}
          </ButtonLink>
          <Button variant="primary" className="max-sm:grow" onClick={() => openSell()}>
            {t.sellYourItem}
          </Button>
        </div>
      </PageHeading>
      <TabLinks label={t.myMarket.tabs} tabs={tabs} />
      <ViewLinks view={view} />
      {isOrders ? <OwnOrders key={view} view={view} page={page} /> : <OwnListings key={view} view={view} page={page} />}
    </>
  );
}

function ViewLinks({ view }: { view: MyMarketView }) {
  const t = useMarketText();
  const { to } = useUrlParams();
  return (
    <nav aria-label={t.myMarket.view} className="my-4">
      <ul className="flex gap-2">
        {(['open', 'closed'] as const).map((each) => (
          <li key={each}>
            <Link
              to={to({ view: each === 'open' ? undefined : each })}
              aria-current={each === view ? 'true' : undefined}
              className={clsx(
                'hit-area flex h-9 items-center rounded-full px-4 text-card font-semibold transition-colors duration-140',
                each === view ? 'bg-primary/14 text-primary' : 'bg-bg-2 text-fg-2 hover:text-fg',
              )}
            >
              {t.myMarket.views[each]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
