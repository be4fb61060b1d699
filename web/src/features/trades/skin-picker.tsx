import type { DepositableSkin, TradeOffer, TradeStatus } from '@karat/contract/trades';
import { DEPOSIT_SKINS_MAX } from '@karat/rules/deposits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Hourglass, PackageOpen, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { AgeButton } from '#features/safer-play/safer-play.tsx';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { FormAlert } from '#ui/form-alert.tsx';
import { errorText } from '#ui/error-text.ts';
import { SearchBox } from '#ui/search-box.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { StateView } from '#ui/views.tsx';
import { StickyFooter } from './parts.tsx';
import { codeOf, refetchSkins, skinsQuery } from './queries.ts';
import { isDepositable, matching, sortedByValue } from './selection.ts';
import { SkinCard } from './skin-card.tsx';
import { TradeUrlForm } from './trade-url-form.tsx';
import { TradeError } from './trade-errors.tsx';
import { type DepositChoice, useDepositChoice } from './use-deposit-choice.ts';
import { useTradesText } from './words/trades-text.ts';

/** From this number of skins on, a search is shown. */
const SEARCH_SHOWN_MIN = 13;
/** Fills rows of two, three, four and five; an inventory may hold a thousand. */
const SHOWN_STEP = 60;

const GRID = 'grid grid-cols-2 gap-2.5 sm:grid-cols-4 md:grid-cols-5';

type SkinPickerProps = { status: TradeStatus; onSent: (offer: TradeOffer) => void; onClose: () => void };

/** The player's skins on Steam, to choose from. */
export function SkinPicker({ status, onSent, onClose }: SkinPickerProps) {
  const queryClient = useQueryClient();
  const query = useQuery(skinsQuery);
  const [isReading, setReading] = useState(false);
  const readAgain = () => {
    setReading(true);
    void refetchSkins(queryClient)
      // The query shows the error.
      .catch(() => undefined)
      .finally(() => setReading(false));
  };
  if (query.isPending) return <GridSkeleton />;
  if (query.data === undefined || query.isError) {
    return (
      <TradeError
        error={query.error}
        failedAt={query.errorUpdatedAt}
        isTrying={isReading || query.isFetching}
        onRetry={readAgain}
        onClose={onClose}
      />
    );
  }
  if (query.data.data.length === 0) return <NoSkins isReading={isReading} onRead={readAgain} />;
  return <Picker status={status} skins={query.data.data} isReading={isReading} onRead={readAgain} onSent={onSent} />;
}

type PickerProps = {
  status: TradeStatus;
  skins: readonly DepositableSkin[];
  isReading: boolean;
  onRead: () => void;
  onSent: (offer: TradeOffer) => void;
};

function Picker({ status, skins, isReading, onRead, onSent }: PickerProps) {
  const all = useText();
  const { inventory: t } = useTradesText();
  const [isUrlFormOpen, setUrlFormOpen] = useState(false);
  const [search, setSearch] = useState('');
  const [most, setMost] = useState(SHOWN_STEP);
  const choice = useDepositChoice(skins, onSent);
  const found = matching(sortedByValue(skins), search);
  const shown = found.slice(0, most);
  if (isUrlFormOpen) {
    const back = () => setUrlFormOpen(false);
    const onSaved = () => {
      back();
      choice.send();
    };
    return <TradeUrlForm status={status} onSaved={onSaved} cancel={{ label: all.common.cancel, onCancel: back }} />;
  }
  return (
    <>
      <Toolbar
        search={skins.length >= SEARCH_SHOWN_MIN ? { text: search, onChange: setSearch } : undefined}
        found={found}
        choice={choice}
        isReading={isReading}
        onRead={onRead}
      />
      {shown.length === 0 ? (
        <p className="py-10 text-center text-fg-2">{t.noneFound}</p>
      ) : (
        <ul aria-label={t.label} className={GRID}>
          {shown.map((skin) => (
            <li key={skin.assetid}>
              <SkinCard
                skin={skin}
                isChosen={choice.isChosen(skin.assetid)}
                isFull={choice.isFull}
                onToggle={() => choice.toggle(skin.assetid)}
              />
            </li>
          ))}
        </ul>
      )}
      {found.length > most && (
        <p className="mt-4 text-center">
          <Button onClick={() => setMost(most + SHOWN_STEP)}>{t.showMore(found.length - most)}</Button>
        </p>
      )}
      <Total choice={choice} status={status} onSend={status.hasTradeUrl ? choice.send : () => setUrlFormOpen(true)} />
    </>
  );
}

type ToolbarProps = {
  search: { readonly text: string; readonly onChange: (text: string) => void } | undefined;
  found: readonly DepositableSkin[];
  choice: DepositChoice;
  isReading: boolean;
  onRead: () => void;
};

function Toolbar({ search, found, choice, isReading, onRead }: ToolbarProps) {
  const { inventory: t } = useTradesText();
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      {search !== undefined && (
        <div className="min-w-40 grow max-sm:basis-full">
          <SearchBox label={t.search} value={search.text} onChange={search.onChange} />
        </div>
      )}
      <Button
        size="dense"
        disabled={choice.isFull || !found.some((skin) => isDepositable(skin) && !choice.isChosen(skin.assetid))}
        onClick={() => choice.chooseAll(found)}
      >
        {t.all}
      </Button>
      <Button size="dense" disabled={choice.chosen.length === 0} onClick={choice.chooseNone}>
        {t.none}
      </Button>
      <Button
        size="dense"
        variant="quiet"
        className="ml-auto"
        isPending={isReading}
        icon={<RotateCcw size={16} aria-hidden />}
        onClick={onRead}
      >
        {t.refresh}
      </Button>
    </div>
  );
}

type TotalProps = { choice: DepositChoice; status: TradeStatus; onSend: () => void };

/** The sum of the chosen skins and the button that sends the offer. */
function Total({ choice, status, onSend }: TotalProps) {
  const all = useText();
  const words = useTradesText();
  const { inventory: t, ageFailed } = useTradesText();
  const { chosen, amount, isFull, isSending, error } = choice;
  const isChanged = codeOf(error) === 'price_changed';
  const failure = isChanged ? t.changed : error === null ? undefined : errorText(all, error);
  const count = t.chosen(chosen.length);
  return (
    <StickyFooter>
      {failure !== undefined && (
        <div className="mb-3">
          <FormAlert>{failure}</FormAlert>
          {codeOf(error) === 'age_unconfirmed' && <AgeButton failed={ageFailed} onConfirmed={choice.clearError} />}
        </div>
      )}
      <HoldNotice status={status} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2.5">
        <div className="min-w-0 grow" aria-live="polite">
          <p className="flex flex-wrap items-center gap-x-2">
            <span className="text-fg-2">{words.youWillReceive}</span>
            <Diamonds amount={amount} className="text-base" />
          </p>
          <p className="text-xs text-fg-3">
            {chosen.length === 0 ? t.nothingChosen : isFull ? `${count}. ${t.most(DEPOSIT_SKINS_MAX)}` : count}
          </p>
        </div>
        <Button
          variant="primary"
          size="main"
          className="max-sm:w-full"
          disabled={chosen.length === 0}
          isPending={isSending}
          onClick={onSend}
        >
          {words.sendTradeOffer}
        </Button>
      </div>
    </StickyFooter>
  );
}

/** Explains the hold before a deposit is made. */
function HoldNotice({ status: { holdDays, isHeldPlayable } }: { status: TradeStatus }) {
  const { hold } = useTradesText();
  const days = Math.ceil(holdDays);
  if (days === 0) return null;
  return (
    <p className="mb-2.5 flex gap-2 text-xs text-pretty text-fg-2">
      <Hourglass size={14} aria-hidden className="mt-px shrink-0 text-warn" />
      {isHeldPlayable ? hold.playable(days) : hold.credited(days)}
    </p>
  );
}

function NoSkins({ isReading, onRead }: { isReading: boolean; onRead: () => void }) {
  const { inventory: t } = useTradesText();
  return (
    <div className="-mb-4">
      <StateView icon={PackageOpen} title={t.empty} text={t.emptyText}>
        <Button isPending={isReading} icon={<RotateCcw size={18} aria-hidden />} onClick={onRead}>
          {t.refresh}
        </Button>
      </StateView>
    </div>
  );
}

export function GridSkeleton() {
  return (
    <Skeleton>
      <div className={GRID}>
        {Array.from({ length: 10 }, (_, index) => (
          <SkeletonBlock key={index} className="h-48 rounded-lg" />
        ))}
      </div>
    </Skeleton>
  );
}
