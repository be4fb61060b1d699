import type { OwnedItem } from '@karat/contract/inventory';
import type { TradeOffer, TradeStatus } from '@karat/contract/trades';
import { useState } from 'react';
import { setModalState, useModals } from '#core/modals.ts';
import { SwitchNotice, useIsOff } from '#features/switches/switches.tsx';
import { Modal } from '#ui/modal.tsx';
import { LoadingView } from '#ui/views.tsx';
import { OfferList } from './offer-list.tsx';
import { isPending } from './offer-states.ts';
import { OffersLoader } from './offers-loader.tsx';
import { ModalTabs } from './parts.tsx';
import { TradeStatusNotes } from './trade-status-notes.tsx';
import { TradeUrlForm } from './trade-url-form.tsx';
import { Flagged, TradingOff } from './trade-errors.tsx';
import { type Offers, isTradingOff } from './use-offers.ts';
import { WithdrawForm } from './withdraw-form.tsx';
import { useTradesText } from './words/trades-text.ts';

const close = () => setModalState('isWithdrawOpen', false);

/** Withdraws an owned skin to Steam. */
export function WithdrawModal() {
  const { withdraw: t } = useTradesText();
  const isOpen = useModals((modals) => modals.isWithdrawOpen);
  const item = useModals((modals) => modals.itemToWithdraw);
  return (
    <Modal isOpen={isOpen} onClose={close} title={t.title} text={t.text}>
      {item && <WithdrawBody key={item.id} item={item} />}
    </Modal>
  );
}

function WithdrawBody({ item }: { item: OwnedItem }) {
  // The page's item may be older than an action in this modal.
  const [isBound, setBound] = useState(item.state === 'WITHDRAWING');
  return (
    <OffersLoader skeleton={<LoadingView />} onClose={close}>
      {(offers, status) => {
        const onSent = (offer: TradeOffer) => {
          setBound(true);
          offers.show(offer);
        };
        return <WithdrawViews item={item} offers={offers} status={status} isBound={isBound} onSent={onSent} />;
      }}
    </OffersLoader>
  );
}

type ViewsProps = {
  item: OwnedItem;
  offers: Offers;
  status: TradeStatus;
  isBound: boolean;
  onSent: (offer: TradeOffer) => void;
};

function WithdrawViews({ item, offers, status, isBound, onSent }: ViewsProps) {
  const { tabs, openCount } = useTradesText();
  const isOff = useIsOff('withdrawals');
  const [view, setView] = useState<'withdraw' | 'offers'>(isBound ? 'offers' : 'withdraw');
  const { query, setPage, show } = offers;
  const open = query.data?.data.filter(({ state }) => isPending(state)).length ?? 0;
  const mark = open > 0 ? openCount(open) : undefined;
  return (
    <>
      {!isBound && (
        <ModalTabs
          label={tabs.label}
          views={[
            { view: 'withdraw', label: tabs.withdraw },
            { view: 'offers', label: tabs.offers, mark },
          ]}
          current={view}
          onChoose={setView}
        />
      )}
      <div className="mt-4">
        {view === 'offers' ? (
          query.data && (
            <OfferList offers={query.data} isFetching={query.isPlaceholderData} onShow={show} onPage={setPage} />
          )
        ) : isTradingOff(status) ? (
          <TradingOff />
        ) : isOff ? (
          <SwitchNotice name="withdrawals" />
        ) : status.isFlagged ? (
          <Flagged onClose={close} />
        ) : status.hasTradeUrl ? (
          <WithdrawForm item={item} status={status} onSent={onSent} />
        ) : (
          <>
            <TradeStatusNotes status={status} />
            <TradeUrlForm status={status} />
          </>
        )}
      </div>
    </>
  );
}
