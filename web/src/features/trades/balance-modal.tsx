import { pages } from '@karat/contract/pages';
import type { TradeStatus } from '@karat/contract/trades';
import { useState } from 'react';
import { Link } from 'react-router';
import { setModalState, useModals } from '#core/modals.ts';
import { SwitchNotice, useIsOff } from '#features/switches/switches.tsx';
import { Modal } from '#ui/modal.tsx';
import { showToast } from '#ui/toast.ts';
import { OfferList } from './offer-list.tsx';
import { isPending } from './offer-states.ts';
import { OffersLoader } from './offers-loader.tsx';
import { ModalTabs } from './parts.tsx';
import { GridSkeleton, SkinPicker } from './skin-picker.tsx';
import { TradeStatusNotes } from './trade-status-notes.tsx';
import { TradeUrlForm } from './trade-url-form.tsx';
import { Flagged, TradingOff } from './trade-errors.tsx';
import { type Offers, isTradingOff } from './use-offers.ts';
import { useTradesText } from './words/trades-text.ts';

const close = () => setModalState('isBalanceOpen', false);

/** Deposits skins from Steam to add balance. */
export function BalanceModal() {
  const t = useTradesText();
  const isOpen = useModals((modals) => modals.isBalanceOpen);
  return (
    <Modal isOpen={isOpen} onClose={close} title={t.title} text={t.text} width="picker">
      <OffersLoader skeleton={<GridSkeleton />} onClose={close}>
        {(offers, status) => <BalanceViews offers={offers} status={status} />}
      </OffersLoader>
    </Modal>
  );
}

type ViewsProps = { offers: Offers; status: TradeStatus };

function BalanceViews({ offers, status }: ViewsProps) {
  const { tabs, openCount } = useTradesText();
  const [view, setView] = useState<'skins' | 'offers'>('skins');
  const open = offers.query.data?.data.filter(({ state }) => isPending(state)).length ?? 0;
  return (
    <>
      <ModalTabs
        label={tabs.label}
        views={[
          { view: 'skins', label: tabs.skins },
          { view: 'offers', label: tabs.offers, mark: open > 0 ? openCount(open) : undefined },
        ]}
        current={view}
        onChoose={setView}
      />
      <div className="mt-4">
        {view === 'skins' ? (
          <SkinsView offers={offers} status={status} />
        ) : (
          <OffersView offers={offers} status={status} />
        )}
      </div>
    </>
  );
}

function SkinsView({ offers, status }: ViewsProps) {
  const isOff = useIsOff('deposits');
  if (isTradingOff(status)) return <TradingOff />;
  if (isOff) return <SwitchNotice name="deposits" />;
  if (status.isFlagged) return <Flagged onClose={close} />;
  return (
    <>
      <TradeStatusNotes status={status} isBrief />
      <SkinPicker status={status} onSent={offers.show} onClose={close} />
    </>
  );
}

const linkClass = 'hit-area rounded-sm font-semibold text-primary hover:underline';

function OffersView({ offers, status }: ViewsProps) {
  const t = useTradesText();
  const { tradeUrl } = useTradesText();
  const [isChanging, setChanging] = useState(false);
  const { query, setPage, show } = offers;
  if (isChanging) {
    const back = () => setChanging(false);
    const onSaved = () => {
      showToast('success', tradeUrl.saved);
      back();
    };
    return <TradeUrlForm status={status} onSaved={onSaved} cancel={{ label: tradeUrl.keep, onCancel: back }} />;
  }
  return (
    <>
      <TradeStatusNotes status={{ ...status, isSandbox: false }} />
      {query.data && (
        <OfferList offers={query.data} isFetching={query.isPlaceholderData} onShow={show} onPage={setPage} />
      )}
      <p className="mt-5 flex flex-wrap justify-center gap-x-6 gap-y-4">
        {status.hasTradeUrl && (
          <button type="button" onClick={() => setChanging(true)} className={linkClass}>
            {tradeUrl.change}
          </button>
        )}
        <Link to={`${pages.profile}#balance-history`} onClick={close} className={linkClass}>
          {t.seeAll}
        </Link>
      </p>
    </>
  );
}
