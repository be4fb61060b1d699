import type { TradeOffer } from '@karat/contract/trades';
import { isCancellable } from '@karat/rules/trades';
import { splitMarketName } from '@karat/rules/items';
import { ArrowLeft, ExternalLink } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useText } from '#i18n/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { formatDay } from '#ui/dates.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { FormAlert } from '#ui/form-alert.tsx';
import { ItemName } from '#ui/item-name.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { rarityColors } from '#ui/rarity.ts';
import { errorText } from '#ui/error-text.ts';
import { isBeingCancelled, isPending, reasonShown, toneOf } from './offer-states.ts';
import { OfferTimeline } from './offer-timeline.tsx';
import { Note } from './parts.tsx';
import { useCancelOffer } from './queries.ts';
import { useTradesText } from './words/trades-text.ts';

/** One offer: its state, the next step, its skins, and its history. */
export function OfferView({ offer, onBack }: { offer: TradeOffer; onBack: () => void }) {
  const { locale } = useText();
  const words = useTradesText();
  const t = words.offer;
  const { kind, state, heldUntil } = offer;
  const reason = reasonShown(offer, words);
  const top = useTop();
  const isOnHold = heldUntil !== null && (state === 'CREDITED' || state === 'HELD');
  return (
    <section ref={top} aria-labelledby="offer-title" className="@container">
      <button
        type="button"
        onClick={onBack}
        className="hit-area mb-3 inline-flex items-center gap-1.5 rounded-sm text-card font-semibold text-fg-2 hover:text-fg"
      >
        <ArrowLeft size={16} aria-hidden />
        {t.back}
      </button>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="offer-title" tabIndex={-1} className="font-display text-h2 font-bold outline-none">
          {t.kinds[kind]} <span className="text-fg-3 tabular-nums">#{offer.id}</span>
        </h2>
        <span role="status">
          <Badge tone={toneOf(state)}>{t.states[state]}</Badge>
        </span>
        <span className="ml-auto flex items-center gap-2 text-card text-fg-2">
          {t[worthOf(offer)]}
          <Diamonds amount={offer.amount} className="text-base text-fg" />
        </span>
      </div>
      <p className="mt-2 text-pretty text-fg-2">{t.explained[state]}</p>
      <div className="mt-4 space-y-4">
        {isOnHold && <Note tone="warn">{t.heldUntil(formatDay(heldUntil, locale))}</Note>}
        {reason !== undefined && <Note title={t.reason}>{reason}</Note>}
        {isPending(state) && <Code offer={offer} />}
        <div className="grid gap-x-8 gap-y-4 @2xl:grid-cols-2">
          <Skins offer={offer} />
          <OfferTimeline offer={offer} />
        </div>
        {isCancellable(state) && <Cancel key={offer.id} offer={offer} />}
      </div>
    </section>
  );
}

/** The label of the amount in this state. */
function worthOf({ kind, state }: TradeOffer): 'brings' | 'brought' | 'worth' {
  if (kind === 'withdrawal') return 'worth';
  if (state === 'CREDITED' || state === 'FINAL') return 'brought';
  return state === 'CREATED' || state === 'SENT' || state === 'HELD' ? 'brings' : 'worth';
}

/** Scrolls to the top of the offer and moves the focus there. */
function useTop() {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'start' });
    ref.current?.querySelector('h2')?.focus({ preventScroll: true });
  }, []);
  return ref;
}

/** The code by which players distinguish an offer of the site from a fake one. */
function Code({ offer: { code, offerUrl } }: { offer: TradeOffer }) {
  const { offer: t } = useTradesText();
  return (
    <div className="surface p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 grow">
          <p className="text-xs text-fg-3">{t.code}</p>
          <p className="flex items-center gap-1">
            <span className="font-display text-h2 font-bold tracking-wider whitespace-nowrap tabular-nums">{code}</span>
            <CopyButton text={code} />
          </p>
        </div>
        {offerUrl !== null && (
          <a
            href={offerUrl}
            target="_blank"
            rel="noopener"
            className={`${buttonClass({ variant: 'primary' })} max-sm:w-full`}
          >
            {t.open}
            <ExternalLink size={16} aria-hidden />
            <span className="sr-only">({t.newTab})</span>
          </a>
        )}
      </div>
      <p className="mt-2 text-xs text-pretty text-fg-3">{t.codeHint}</p>
    </div>
  );
}

function Skins({ offer: { skins } }: { offer: TradeOffer }) {
  const { offer: t } = useTradesText();
  return (
    <section>
      <h3 className="mb-2 text-card font-semibold text-fg-2">{t.skins(skins.length)}</h3>
      {/* A scrollable list must be reachable by keyboard. */}
      <ul
        {...(skins.length > 4 && { tabIndex: 0 })}
        aria-label={t.skins(skins.length)}
        className="max-h-56 divide-y divide-line overflow-y-auto overscroll-contain rounded-md bg-bg-2"
      >
        {skins.map(({ market_hash_name: name, image, skinRarity, value }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- skins have no id here, and two may be equal
          <li key={index} style={rarityColors(skinRarity)} className="flex items-center gap-3 px-3 py-1.5">
            <ItemPicture src={image} isSmall className="w-12 shrink-0" />
            <span className="min-w-0 grow text-card">
              <ItemName {...splitMarketName(name)} layout="inline" />
              <span className="sr-only">, {skinRarity}</span>
            </span>
            <Diamonds amount={value} className="text-card" />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Confirms the cancellation of an offer in place. */
function Cancel({ offer }: { offer: TradeOffer }) {
  const all = useText();
  const { offer: t } = useTradesText();
  const [isConfirming, setConfirming] = useState(false);
  const cancel = useCancelOffer();
  if (cancel.isSuccess || isBeingCancelled(offer)) {
    return (
      <p role="status" className="text-card text-fg-2">
        {t.cancelling}
      </p>
    );
  }
  const failure = cancel.isError ? errorText(all, cancel.error) : undefined;
  return (
    <div>
      {failure !== undefined && (
        <div className="mb-3">
          <FormAlert>{failure}</FormAlert>
        </div>
      )}
      {isConfirming ? (
        <div className="flex flex-wrap items-center gap-3 rounded-md bg-bg-2 p-3.5">
          <p className="min-w-48 grow basis-0 text-card text-pretty">{t.cancelAsk}</p>
          <div className="flex gap-2">
            <Button size="dense" onClick={() => setConfirming(false)}>
              {t.cancelNo}
            </Button>
            <Button size="dense" variant="danger" isPending={cancel.isPending} onClick={() => cancel.mutate(offer.id)}>
              {t.cancelYes}
            </Button>
          </div>
        </div>
      ) : (
        <Button variant="quiet" className="-ml-4" onClick={() => setConfirming(true)}>
          {t.cancel}
        </Button>
      )}
    </div>
  );
}
