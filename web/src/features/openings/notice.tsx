import type { CaseDetails } from '@karat/contract/cases';
import { pages } from '@karat/contract/pages';
import { CircleAlert, CirclePause } from 'lucide-react';
import { Link } from 'react-router';
import { setModalState } from '#core/modals.ts';
import { useSession } from '#core/session.ts';
import { limitsLinkFor, AgeButton } from '#features/safer-play/safer-play.tsx';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { textOfRefusal } from '#i18n/refusals.ts';
import { type Opening, dismissOpening } from './opening.ts';
import type { Spending } from './spending.ts';
import { useOpeningsText } from './words/openings-text.ts';

type NoticeProps = { caseDetails: CaseDetails; opening: Opening; spending: Spending };

/** The outcome of the last request, or why the case cannot be opened. */
export function Notice({ caseDetails, opening, spending }: NoticeProps) {
  const words = useOpeningsText();
  const isShort = spending.missing > 0;
  return (
    <div className="text-center text-card *:mt-3 *:empty:mt-0">
      {caseDetails.isPaused ? (
        <p className="flex items-center justify-center gap-1.5 text-warn">
          <CirclePause size={16} aria-hidden className="shrink-0" />
          {words.pausedHint}
        </p>
      ) : (
        <div role="alert">{opening.phase === 'idle' && <FailureNotice opening={opening} isShort={isShort} />}</div>
      )}
      {opening.phase === 'idle' && isShort && <BalanceTooLow cost={spending.cost} />}
      {opening.phase === 'idle' && opening.failure?.code === 'age_unconfirmed' && (
        <AgeButton failed={words.failed} onConfirmed={dismissOpening} />
      )}
    </div>
  );
}

const linkClass = 'hit-area rounded-sm font-semibold text-fg underline underline-offset-4';

/** Says that the balance is too low, and links to cases that it pays for and to the items that can be sold. */
function BalanceTooLow({ cost }: { cost: number }) {
  const words = useOpeningsText();
  const balance = useSession((session) => session.balance);
  return (
    <p className="flex flex-wrap justify-center gap-x-3 gap-y-1 text-fg-2">
      <span className="tabular-nums">{words.short(formatNumber(cost), formatNumber(balance))}</span>
      {balance > 0 && (
        <Link to={`${pages.cases}?maxPrice=${balance}`} className={linkClass}>
          {words.payableCases(formatNumber(balance))}
        </Link>
      )}
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
        <p className="flex flex-wrap justify-center gap-x-4 gap-y-1">
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
