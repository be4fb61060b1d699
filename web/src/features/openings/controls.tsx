import type { CaseDetails } from '@karat/contract/cases';
import { pages } from '@karat/contract/pages';
import { CASES_OPENED_AT_ONCE_MAX, shownPrice } from '@karat/rules/cases';
import clsx from 'clsx';
import { ChartNoAxesColumn, CirclePause, CircleAlert, ShieldCheck } from 'lucide-react';
import type { RefObject } from 'react';
import { Link, generatePath } from 'react-router';
import { setModalState } from '#core/modals.ts';
import { useSession } from '#core/session.ts';
import { limitsLinkFor, AgeButton } from '#features/safer-play/safer-play.tsx';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { textOfRefusal } from '#i18n/refusals.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { usePercent } from '#ui/use-percent.ts';
import { type Prize, type Opening, dismissOpening, isSpinning } from './opening.ts';
import { OpenBar } from './open-bar.tsx';
import { useOpeningsText } from './words/openings-text.ts';

type ControlsProps = {
  caseDetails: CaseDetails;
  opening: Opening;
  count: number;
  onCount: (count: number) => void;
  stageRef: RefObject<HTMLElement | null>;
};

/** The count, the price and the Open button. */
export function Controls({ caseDetails, opening, count, onCount, stageRef }: ControlsProps) {
  const missing = useMissingDiamonds(caseDetails, opening, count);
  const isRunning = opening.phase === 'requesting' || isSpinning(opening);
  return (
    // The bar has to stick to the window, so this element has no layout box.
    <div className="contents" data-open-button>
      <CountPicker count={count} onCount={onCount} isDisabled={isRunning} />
      <OpenBar caseDetails={caseDetails} opening={opening} count={count} missing={missing} stageRef={stageRef} />
      <Notice
        caseDetails={caseDetails}
        opening={opening}
        missing={missing}
        cost={shownPrice(caseDetails.price) * count}
      />
      <FairnessInfo caseDetails={caseDetails} />
    </div>
  );
}

/** Diamonds missing for the chosen count; 0 after a request with unknown outcome, which may be paid already. */
function useMissingDiamonds(caseDetails: CaseDetails, opening: Opening, count: number): number {
  const { isLoggedIn, balance } = useSession();
  const isUnknown = opening.phase === 'idle' && opening.requestStatus === 'unknown';
  if (!isLoggedIn || caseDetails.isPaused || isUnknown) return 0;
  return Math.max(0, shownPrice(caseDetails.price) * count - balance);
}

type CountsProps = { count: number; onCount: (count: number) => void; isDisabled: boolean };

function CountPicker({ count, onCount, isDisabled }: CountsProps) {
  const words = useOpeningsText();
  return (
    <fieldset disabled={isDisabled} className="mx-auto mt-4 w-fit disabled:opacity-60">
      <legend className="sr-only">{words.count}</legend>
      <div className="flex rounded-md border border-line bg-bg-1 p-1">
        {Array.from({ length: CASES_OPENED_AT_ONCE_MAX }, (_, index) => index + 1).map((each) => (
          <label
            key={each}
            className={clsx(
              'grid h-11 w-12 cursor-pointer place-items-center rounded-sm font-semibold text-fg-2 tabular-nums transition-colors duration-140 hover:text-fg md:h-9',
              'has-checked:bg-primary/14 has-checked:text-primary has-focus-visible:outline-2 has-focus-visible:outline-primary',
            )}
          >
            <input
              type="radio"
              name="count"
              value={each}
              checked={each === count}
              onChange={() => onCount(each)}
              aria-label={words.countOf(each)}
              className="sr-only"
            />
            <span aria-hidden>{each}×</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type NoticeProps = Pick<ControlsProps, 'caseDetails' | 'opening'> & { missing: number; cost: number };

/** The outcome of the last request, or why the case cannot be opened. Its space is reserved, so nothing shifts. */
function Notice({ caseDetails, opening, missing, cost }: NoticeProps) {
  const words = useOpeningsText();
  return (
    <div className="my-2 min-h-5 text-center text-card">
      {caseDetails.isPaused ? (
        <p className="flex items-center justify-center gap-1.5 text-warn">
          <CirclePause size={16} aria-hidden className="shrink-0" />
          {words.pausedHint}
        </p>
      ) : (
        <div role="alert">{opening.phase === 'idle' && <FailureNotice opening={opening} isShort={missing > 0} />}</div>
      )}
      {opening.phase === 'revealed' && <WonNotice prizes={opening.prizes} soldIds={opening.soldIds} />}
      {opening.phase === 'idle' && missing > 0 && <BalanceTooLow cost={cost} />}
      {opening.phase === 'idle' && opening.failure?.code === 'age_unconfirmed' && (
        <AgeButton failed={words.failed} onConfirmed={dismissOpening} />
      )}
    </div>
  );
}

const linkClass = 'hit-area rounded-sm font-semibold text-fg underline underline-offset-4';

/** Says that the balance is too low and links to the inventory, where items can be sold. */
function BalanceTooLow({ cost }: { cost: number }) {
  const words = useOpeningsText();
  const balance = useSession((session) => session.balance);
  return (
    <p className="flex flex-wrap justify-center gap-x-3 gap-y-1 text-fg-2">
      <span className="tabular-nums">{words.short(formatNumber(cost), formatNumber(balance))}</span>
      <Link to={pages.inventory} className={linkClass}>
        {words.sellItems}
      </Link>
    </p>
  );
}

type FailedProps = { opening: Extract<Opening, { phase: 'idle' }>; isShort: boolean };

/** Says why the case was not opened, or that the outcome is unknown, and what to do next. */
function FailureNotice({ opening: { failure, requestStatus }, isShort }: FailedProps) {
  const t = useText();
  const words = useOpeningsText();
  const isBalanceTooLow = failure?.code === 'insufficient_balance';
  const reason = failure && !isBalanceTooLow ? textOfRefusal(t, failure) : '';
  const limitsLink = limitsLinkFor(t, failure?.code);
  return (
    <>
      {reason !== '' && (
        <p className="flex flex-wrap items-center justify-center gap-x-1.5 text-danger">
          <CircleAlert size={16} aria-hidden className="shrink-0" />
          <span className="text-fg-2">{words.failed}</span>
          <span>{reason}</span>
          {limitsLink && (
            <Link to={limitsLink.to} className={linkClass}>
              {limitsLink.label}
            </Link>
          )}
        </p>
      )}
      {isBalanceTooLow && !isShort && (
        <p className="mt-1 flex flex-wrap justify-center gap-x-4 gap-y-1">
          <button type="button" onClick={() => setModalState('isBalanceOpen', true)} className={linkClass}>
            {t.topBar.addBalance}
          </button>
          <Link to={pages.inventory} className={linkClass}>
            {words.sellItems}
          </Link>
        </p>
      )}
      {requestStatus && <p className="mx-auto max-w-xl text-pretty text-fg-2">{words.requestStatus[requestStatus]}</p>}
    </>
  );
}

/** The facts that players can check before they pay. */
function FairnessInfo({ caseDetails }: Pick<ControlsProps, 'caseDetails'>) {
  const words = useOpeningsText();
  const formatPercent = usePercent();
  const linkClass =
    'hit-area inline-flex min-h-8 items-center gap-1.5 rounded-sm font-semibold text-fg-2 underline decoration-line underline-offset-4 hover:text-fg';
  return (
    <div className="flex max-w-full flex-wrap items-center justify-center gap-x-5 gap-y-1 text-xs text-fg-2">
      <button type="button" onClick={() => setModalState('isProvablyFairOpen', true)} className={linkClass}>
        <ShieldCheck size={16} aria-hidden className="text-success" />
        {words.provablyFair}
      </button>
      <span className="text-center tabular-nums">
        {words.edges(formatPercent(caseDetails.houseEdge), formatPercent(caseDetails.withdrawalEdge))}
      </span>
      <span className="tabular-nums">{words.returns(formatPercent(100 - caseDetails.houseEdge))}</span>
      <Link to={generatePath(pages.caseOdds, { caseName: caseDetails.name })} className={linkClass}>
        <ChartNoAxesColumn size={16} aria-hidden />
        {words.odds}
      </Link>
      <span className="flex min-w-0 items-center gap-1.5">
        {words.hash}
        <code className="font-mono text-fg-3" title={caseDetails.hash}>
          {caseDetails.hash.slice(0, 12)}…
        </code>
        <CopyButton text={caseDetails.hash} />
      </span>
      <p className="w-full text-center text-pretty">{words.returnsOn}</p>
    </div>
  );
}

type WonNoticeProps = { prizes: readonly Prize[]; soldIds: ReadonlySet<number> };

/** Links to the inventory, where the unsold prizes are. */
function WonNotice({ prizes, soldIds }: WonNoticeProps) {
  const t = useOpeningsText();
  const unsold = prizes.filter(({ id }) => !soldIds.has(id));
  if (unsold.length === 0) return null;
  return (
    <p className="text-fg-2">
      <Link to={pages.inventory} className="hit-area rounded-sm font-semibold text-fg underline underline-offset-4">
        {t.viewInInventory}
      </Link>
    </p>
  );
}
