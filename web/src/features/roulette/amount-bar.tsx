import type { CurrentRound } from '@karat/contract/roulette';
import clsx from 'clsx';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, type Ref, useId, useState } from 'react';
import { AgeButton } from '#features/safer-play/safer-play.tsx';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { textOfIssue } from '#i18n/refusals.ts';
import { DiamondGlyph } from '#ui/diamonds.tsx';
import {
  type AmountChange,
  type AmountProblem,
  amountMax,
  changedAmount,
  amountProblem,
  useAmount,
  useAmountBounds,
  parseAmount,
  setAmount,
} from './amount.ts';
import { dismissAgeConfirmation, useBetPlacing } from './place-bet.ts';
import { useRoulette } from './roulette.ts';
import { useRouletteText } from './words/roulette-text.ts';

const ADD_AMOUNTS = [10, 100, 1_000];

type AmountBarProps = {
  betMax: number;
  field: Ref<HTMLInputElement>;
  /** On a narrow screen the bar stays at the lower edge, above the menu. */
  isSticky: boolean;
};

/** The amount of the next bet. No control in it places a bet. */
export function AmountBar({ betMax, field, isSticky }: AmountBarProps) {
  const t = useRouletteText();
  return (
    <section
      aria-label={t.amount.bar}
      className={clsx(
        isSticky
          ? 'bet-bar-sticky sticky bottom-bottom-bar z-20 -mx-3 mt-4 border-t border-line bg-bg-1 px-3 py-2'
          : 'mt-4 surface px-4 pt-3 pb-2',
      )}
    >
      <div className="flex items-stretch gap-1.5 max-md:flex-wrap">
        <AmountField betMax={betMax} ref={field} />
        <Buttons betMax={betMax} />
      </div>
      <Note betMax={betMax} isHintShown={!isSticky} />
    </section>
  );
}

/** The problem to show. An empty field is no problem until the player presses a colour. */
function useAmountProblem(betMax: number): AmountProblem | undefined {
  const { text, isRequired } = useAmount();
  const problem = amountProblem(text, useAmountBounds(betMax));
  return problem === 'missing' && !isRequired ? undefined : problem;
}

const NOTE_ID = 'bet-amount-note';

export function AmountField({ betMax, ref }: { betMax: number; ref: Ref<HTMLInputElement> }) {
  const t = useRouletteText();
  const id = useId();
  const text = useAmount((amount) => amount.text);
  const problem = useAmountProblem(betMax);
  // Grouped for reading, plain while typing.
  const [isWriting, setWriting] = useState(false);
  const amount = parseAmount(text);
  return (
    <div className="relative min-w-28 grow-[3] basis-28 md:max-w-88">
      <label htmlFor={id} className="sr-only">
        {t.amount.label}
      </label>
      <DiamondGlyph size={18} className="pointer-events-none absolute inset-y-0 left-3 my-auto text-primary" />
      <input
        ref={ref}
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={15}
        placeholder="0"
        value={!isWriting && amount !== undefined ? formatNumber(amount) : text}
        onChange={({ target }) => setAmount(target.value)}
        onFocus={() => setWriting(true)}
        onBlur={() => setWriting(false)}
        aria-invalid={problem !== undefined}
        aria-describedby={NOTE_ID}
        className={clsx(
          'h-11 w-full rounded-md border bg-bg-0 pr-3 pl-10 text-base font-semibold tabular-nums placeholder:text-fg-3 focus-visible:outline-offset-0',
          problem === undefined ? 'border-line-input' : 'border-danger',
        )}
      />
    </div>
  );
}

function Buttons({ betMax }: { betMax: number }) {
  const { amount: t } = useRouletteText();
  const last = useAmount((amount) => amount.last);
  const bounds = useAmountBounds(betMax);
  const step = (by: AmountChange) => () => setAmount(changedAmount(useAmount.getState().text, by, betMax));
  const most = amountMax(bounds);
  return (
    <>
      <AmountButton onPress={() => setAmount('')} className="max-md:min-w-19">
        {t.clear}
      </AmountButton>
      <AmountButton
        label={last === undefined ? t.last : t.lastOf(formatNumber(last))}
        isDisabled={last === undefined}
        onPress={() => last !== undefined && setAmount(String(last))}
        className="max-md:min-w-17"
      >
        {t.last}
      </AmountButton>
      {/* Breaks the line on a narrow screen. */}
      <span aria-hidden className="w-full md:hidden" />
      {ADD_AMOUNTS.map((add) => (
        <AmountButton key={add} onPress={step({ add })} {...(add >= 1_000 && { className: 'max-md:min-w-14' })}>
          +{formatNumber(add)}
        </AmountButton>
      ))}
      <AmountButton label={t.half} onPress={step('half')}>
        ½
      </AmountButton>
      <AmountButton label={t.double} onPress={step('double')}>
        ×2
      </AmountButton>
      <AmountButton label={t.maxOf(formatNumber(most))} onPress={() => setAmount(String(most))}>
        {t.max}
      </AmountButton>
    </>
  );
}

type AmountButtonProps = {
  /** Accessible name: the text and what it means. */
  label?: string;
  isDisabled?: boolean;
  className?: string;
  onPress: () => void;
  children: ReactNode;
};

function AmountButton({ label, isDisabled = false, className, onPress, children }: AmountButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onPress}
      className={clsx(
        'motion-press h-11 min-w-0 grow rounded-md border border-line bg-bg-2 px-1 text-card font-semibold whitespace-nowrap text-fg-2 tabular-nums',
        'transition-colors duration-140 hover:bg-bg-3 hover:text-fg disabled:cursor-not-allowed disabled:opacity-50 max-md:basis-0 md:min-w-10 md:px-1.5 xl:px-3',
        className,
      )}
    >
      {children}
    </button>
  );
}

/** Its space is reserved, so nothing shifts when a message appears. */
export function Note({ betMax, isHintShown }: { betMax: number; isHintShown: boolean }) {
  const t = useRouletteText();
  const all = useText();
  const problem = useAmountProblem(betMax);
  const round = useRoulette((roulette) => roulette.round);
  const needsAgeConfirmation = useBetPlacing((placing) => placing.needsAgeConfirmation);
  const problemTexts: Record<AmountProblem, string> = {
    missing: t.amount.missing,
    notWhole: textOfIssue(all, 'Bet must be a whole number.'),
    belowOne: textOfIssue(all, 'Bet at least 1 diamond.'),
    aboveMax: t.amount.aboveMax(formatNumber(betMax)),
    aboveBalance: t.amount.aboveBalance,
  };
  return (
    <>
      <p
        id={NOTE_ID}
        className={clsx(
          'mt-1 min-h-5 items-center gap-1.5 text-xs',
          // The sticky bar has no space for a mere hint.
          problem !== undefined ? 'flex text-danger' : isHintShown ? 'flex text-fg-2' : 'hidden',
        )}
      >
        {problem !== undefined && <CircleAlert size={14} aria-hidden className="shrink-0" />}
        {problem === undefined ? round && <BetHint round={round} /> : problemTexts[problem]}
      </p>
      {needsAgeConfirmation && <AgeButton failed={t.ageFailed} onConfirmed={dismissAgeConfirmation} />}
      <Placed />
    </>
  );
}

/** The limits of a bet. */
export function BetHint({ round: { betMax, betsMax } }: { round: Pick<CurrentRound, 'betMax' | 'betsMax'> }) {
  const { amount: t } = useRouletteText();
  return `${t.hint(formatNumber(betMax), formatNumber(betsMax))} ${t.final}`;
}

function Placed() {
  const t = useRouletteText();
  const all = useText();
  const placed = useBetPlacing((placing) => placing.lastPlaced);
  return (
    <p role="status" className="sr-only">
      {placed && <span key={placed.key}>{t.placed[placed.color](all.common.diamonds(placed.amount))}</span>}
    </p>
  );
}
