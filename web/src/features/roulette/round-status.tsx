import type { CurrentRound, OwnStakes } from '@karat/contract/roulette';
import { COLORS, type Color, PAYOUT_FACTORS } from '@karat/rules/roulette';
import clsx from 'clsx';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { showLoss } from '#core/loss.ts';
import { usePreferences } from '#core/preferences.ts';
import { formatAmount, formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { DiamondGlyph } from '#ui/diamonds.tsx';
import { playWin } from '#ui/sound.ts';
import { isMotionReduced } from '#ui/spin.ts';
import { OwnBets } from './own-bets.tsx';
import { msUntilClose, useRoulette, useSecondsLeft } from './roulette.ts';
import type { RoundPhase } from './round-state.ts';
import type { RouletteCatalogue } from './words/mixed.ts';
import { useRouletteText } from './words/roulette-text.ts';

type StatusProps = { round: CurrentRound; phase: RoundPhase };

const textColors: Readonly<Record<Color, string>> = {
  red: 'text-roulette-red-text',
  green: 'text-roulette-green-text',
  black: 'text-roulette-black-text',
};

/** The phase of the round, its countdown, and finally the player's result. Its height never changes. */
export function RoundStatus({ round, phase }: StatusProps) {
  const t = useRouletteText();
  const outcome = useOutcome(round, phase);
  return (
    <div className="mt-3">
      <div className="flex h-9 items-center justify-between gap-3">
        <p aria-hidden className="flex min-w-0 grow items-baseline gap-2.5">
          <span
            className={clsx(
              'truncate font-display text-base font-bold md:text-h2',
              phase === 'result' && round.winnerColor !== null && textColors[round.winnerColor],
            )}
          >
            {visibleText(t, round, phase)}
          </span>
          <span className={clsx('shrink-0 text-xs text-fg-2 tabular-nums', outcome && 'max-sm:hidden')}>
            {t.round(round.id)}
          </span>
        </p>
        {outcome ? <OwnResult {...outcome} /> : phase !== 'refunded' && <OwnBets className="max-sm:hidden" />}
        {phase === 'betting' && <Seconds key={round.closesAt} closesAt={round.closesAt} />}
      </div>
      <Countdown key={`${round.id} ${phase === 'betting'}`} round={round} isRunning={phase === 'betting'} />
      <Announcement round={round} phase={phase} outcome={outcome} />
    </div>
  );
}

function visibleText(t: RouletteCatalogue, { winnerColor, winnerNumber }: CurrentRound, phase: RoundPhase): string {
  if (phase !== 'result') return t.phase[phase];
  return winnerColor === null || winnerNumber === null
    ? t.phase.next
    : t.phase.result(t.colors[winnerColor], winnerNumber);
}

type Outcome = { readonly staked: number; readonly paid: number; readonly color: Color };

/** The player's stake and payout; undefined without a bet, and until all winners are paid. */
function outcomeOf({ state, winnerColor }: CurrentRound, ownStakes: OwnStakes): Outcome | undefined {
  const staked = COLORS.reduce((sum, color) => sum + ownStakes[color], 0);
  if (state !== 'SETTLED' || winnerColor === null || staked === 0) return undefined;
  return { staked, paid: ownStakes[winnerColor] * PAYOUT_FACTORS[winnerColor], color: winnerColor };
}

/** What the round added to or took from the balance. */
export function formatNet({ staked, paid }: Pick<Outcome, 'staked' | 'paid'>): string {
  return paid === staked ? '0' : formatAmount(paid - staked);
}

/** The own result for screen readers. */
export function outcomeSentence(t: RouletteCatalogue, { staked, paid }: Outcome, diamonds: (amount: number) => string) {
  if (paid === 0) return `${t.result.lost}.`;
  return paid > staked ? t.result.gained(diamonds(paid - staked)) : t.result.returned(diamonds(paid));
}

/** Chord levels by how rarely a colour wins; modest compared to those of rare items. */
const WIN_LEVELS: Readonly<Record<Color, number>> = { red: 2, green: 5, black: 2 };

export function useOutcome(round: CurrentRound, phase: RoundPhase): Outcome | undefined {
  const ownStakes = useRoulette((roulette) => roulette.ownStakes);
  const outcome = phase === 'result' ? outcomeOf(round, ownStakes) : undefined;
  const isGain = outcome !== undefined && outcome.paid > outcome.staked;
  const level = isGain ? WIN_LEVELS[outcome.color] : 0;
  const lost = outcome?.paid === 0 ? outcome.staked : 0;
  const isAlreadyOver = useRef(phase === 'result');
  useEffect(() => {
    // Neither for a result that was there when the page opened.
    if (!isAlreadyOver.current) {
      if (level > 0 && !usePreferences.getState().isMuted) playWin(level);
      if (lost > 0) showLoss(lost);
    }
    isAlreadyOver.current = false;
  }, [level, lost]);
  return outcome;
}

/** A gain is celebrated, a payout that is no larger than the stake is set against it, a loss is stated. */
function OwnResult({ staked, paid }: Outcome) {
  const t = useRouletteText();
  return (
    <p
      aria-hidden
      className={clsx('flex shrink-0 items-baseline gap-2 tabular-nums', paid > staked ? 'motion-win' : 'motion-route')}
    >
      {paid === 0 ? (
        <>
          <span className="text-xs text-fg-2">{t.result.lost}</span>
          <span className="text-card font-semibold text-fg-2">{formatAmount(-staked)}</span>
        </>
      ) : (
        <>
          <span className="text-xs text-fg-2 max-sm:hidden">{t.result.staked(formatNumber(staked))}</span>
          <span
            className={clsx(
              'inline-flex items-center gap-1.5',
              paid > staked ? 'font-display text-h2 font-bold text-success' : 'text-card font-semibold text-fg-2',
            )}
          >
            {formatNet({ staked, paid })}
            {paid > staked && <DiamondGlyph size={18} />}
          </span>
        </>
      )}
    </p>
  );
}

function Seconds({ closesAt }: Pick<CurrentRound, 'closesAt'>) {
  const t = useRouletteText();
  const seconds = useSecondsLeft({ closesAt });
  return (
    <p aria-hidden className="shrink-0 font-display text-h2 font-bold tabular-nums">
      {t.secondsLeft(seconds)}
    </p>
  );
}

/** The countdown as a bar. With reduced motion it moves once per second. */
export function Countdown({ round, isRunning }: Pick<StatusProps, 'round'> & { isRunning: boolean }) {
  const bar = useRef<HTMLSpanElement>(null);
  const { createdAt, closesAt } = round;
  useLayoutEffect(() => {
    if (!isRunning || bar.current === null) return undefined;
    const wholeMs = Math.max(1, Date.parse(closesAt) - Date.parse(createdAt));
    const easing = isMotionReduced() ? `steps(${Math.ceil(wholeMs / 1_000)})` : 'linear';
    const animation = bar.current.animate([{ transform: 'scaleX(1)' }, { transform: 'scaleX(0)' }], {
      duration: wholeMs,
      fill: 'both',
      easing,
    });
    const follow = () => {
      animation.currentTime = Math.max(0, wholeMs - msUntilClose({ closesAt }));
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      animation.cancel();
    };
  }, [isRunning, createdAt, closesAt]);
  return (
    <span aria-hidden className="mt-1.5 block h-1.5 overflow-hidden rounded-full bg-bg-3">
      <span
        ref={bar}
        className={clsx('block size-full origin-left rounded-full bg-primary', !isRunning && 'invisible')}
      />
    </span>
  );
}

/** The live region: announces when bets open and close, the winner, and the player's result. */
function Announcement({ round, phase, outcome }: StatusProps & { outcome: Outcome | undefined }) {
  const t = useRouletteText();
  const all = useText();
  const sentences = [announcement(t, round, phase)];
  if (outcome) sentences.push(outcomeSentence(t, outcome, all.common.diamonds));
  return (
    <p role="status" className="sr-only">
      {sentences.join(' ')}
    </p>
  );
}

function announcement(t: RouletteCatalogue, round: CurrentRound, phase: RoundPhase): string {
  if (phase === 'spinning' || phase === 'closing') return `${t.phase.closing}.`;
  if (phase === 'refunded') return `${t.phase.refunded}. ${t.phase.refundedHint}`;
  const text = visibleText(t, round, phase);
  return phase === 'result' || phase === 'betting' ? `${text}.` : text;
}
