import { pages } from '@karat/contract/pages';
import type { CurrentRound, Round } from '@karat/contract/roulette';
import { COLORS, type Color, PAYOUT_FACTORS } from '@karat/rules/roulette';
import clsx from 'clsx';
import { ChevronRight } from 'lucide-react';
import { type Ref, useDeferredValue, useRef } from 'react';
import { Link } from 'react-router';
import { useSession } from '#core/session.ts';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { DiamondGlyph } from '#ui/diamonds.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { AmountField, Note } from './amount-bar.tsx';
import { type AmountChange, changedAmount, parseAmount, setAmount, useAmount } from './amount.ts';
import { useBetPlacing } from './place-bet.ts';
import { loadRound, useLastRounds, useRoulette, useRound, useRoundPhase, useSecondsLeft } from './roulette.ts';
import type { RoundPhase } from './round-state.ts';
import { Countdown, formatNet, outcomeSentence, useOutcome } from './round-status.tsx';
import { HomeTableSkeleton } from './home-table-skeleton.tsx';
import { useBet } from './use-bet.ts';
import { Wheel } from './wheel.tsx';
import { useRouletteText } from './words/roulette-text.ts';

const RESULTS_SHOWN = 8;

/** The live wheel on the home page: the same round and clock as the roulette page, with bets for players. */
export function HomeTable() {
  const t = useRouletteText();
  // Deferred, because the first rendering of the wheel is long and far down the page.
  const round = useDeferredValue(useRound());
  const lastRounds = useDeferredValue(useLastRounds(RESULTS_SHOWN));
  const isFailed = useRoulette((roulette) => roulette.isFailed);
  if (round) return <Table key={round.id} round={round} lastRounds={lastRounds ?? []} />;
  if (round === undefined && !isFailed) return <HomeTableSkeleton />;
  return (
    <div className="home-table grid place-items-center gap-3 text-center">
      <div>
        <p className="mb-3 text-fg-2">{round === null ? t.first : t.failed}</p>
        {round === undefined && <Button onClick={() => void loadRound()}>{t.retry}</Button>}
      </div>
    </div>
  );
}

type TableProps = { round: CurrentRound; lastRounds: readonly Round[] };

function Table({ round, lastRounds }: TableProps) {
  const t = useText();
  const words = useRouletteText();
  const phase = useRoundPhase(round);
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const field = useRef<HTMLInputElement>(null);
  const bet = useBet(round, () => field.current?.focus());
  const isOpen = phase === 'betting';
  return (
    <div className="home-table">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {/* Without a width of its own: a longer status must not push the link to the next line. */}
        <div className="min-w-0 grow basis-0">
          <h2 id="home-roulette" className="font-display text-h2 font-bold">
            {t.roulette.title}
          </h2>
          <Status round={round} phase={phase} />
        </div>
        <Link to={pages.roulette} className="home-link sm:order-2">
          {words.openTable}
          <ChevronRight size={16} aria-hidden />
        </Link>
        <Results rounds={lastRounds} />
      </div>
      <div className="home-wheel mt-3">
        <Wheel round={round} phase={phase} />
      </div>
      <Countdown key={String(isOpen)} round={round} isRunning={isOpen} />
      <div className="mt-3 grid gap-2 xl:flex xl:items-stretch">
        {isLoggedIn && <Amount betMax={round.betMax} field={field} />}
        <div className="grid grow grid-cols-3 gap-2">
          {COLORS.map((color) => (
            <BetButton key={color} color={color} round={round} isOpen={isOpen} onBet={bet} />
          ))}
        </div>
      </div>
      {isLoggedIn ? (
        <div className="max-sm:min-h-9">
          <Note betMax={round.betMax} isHintShown />
        </div>
      ) : (
        <p className="mt-1 min-h-5 text-center text-card text-fg-2 max-sm:min-h-9">{words.watchOnly}</p>
      )}
    </div>
  );
}

/** The phase in one line, then the player's own result. Only that is announced: a round ends every half minute. */
function Status({ round, phase }: { round: CurrentRound; phase: RoundPhase }) {
  const t = useRouletteText();
  const { common } = useText();
  const outcome = useOutcome(round, phase);
  const seconds = useSecondsLeft(round);
  const bets = COLORS.reduce((sum, color) => sum + round.totals[color].bets, 0);
  const amount = COLORS.reduce((sum, color) => sum + round.totals[color].amount, 0);
  const { winnerColor, winnerNumber } = round;
  const text =
    phase === 'betting'
      ? t.closesIn(seconds)
      : phase === 'result' && winnerColor !== null && winnerNumber !== null
        ? t.phase.result(t.colors[winnerColor], winnerNumber)
        : phase === 'result'
          ? t.phase.next
          : t.phase[phase];
  return (
    <p className="flex h-5 gap-x-2 text-card text-fg-2 tabular-nums">
      <span className="truncate">
        {text}
        {bets > 0 && <span className="max-sm:hidden"> · {t.placedBets(bets, formatNumber(amount))}</span>}
      </span>
      {outcome && (
        <span className={clsx('font-semibold', outcome.paid > outcome.staked && 'text-success')} aria-hidden>
          {formatNet(outcome)}
        </span>
      )}
      <span role="status" className="sr-only">
        {outcome && outcomeSentence(t, outcome, common.diamonds)}
      </span>
    </p>
  );
}

const tints: Readonly<Record<Color, string>> = {
  red: 'bg-roulette-red',
  green: 'bg-roulette-green',
  black: 'bg-roulette-black',
};

/** The last results, newest first. Their places are reserved before they load. */
function Results({ rounds }: { rounds: readonly Round[] }) {
  const t = useRouletteText();
  const all = useText();
  return (
    <ol aria-label={t.history.label} className="flex gap-1.5 max-sm:w-full sm:order-1">
      {Array.from({ length: RESULTS_SHOWN }, (_, index) => {
        const round = rounds[index];
        if (round?.winnerColor == null || round.winnerNumber === null)
          return <li key={index} className="h-6 w-6 rounded-sm bg-bg-3 max-sm:grow" />;
        const label = t.history.round(round.id, all.roulette[round.winnerColor], round.winnerNumber);
        return (
          <li
            key={index}
            title={label}
            className={clsx(
              'grid h-6 w-6 place-items-center rounded-sm text-2xs font-bold text-white tabular-nums max-sm:grow',
              tints[round.winnerColor],
            )}
          >
            <span className="sr-only">{label}</span>
            <span aria-hidden>{round.winnerNumber}</span>
          </li>
        );
      })}
    </ol>
  );
}

/** The amount is empty until the player enters one. */
function Amount({ betMax, field }: { betMax: number; field: Ref<HTMLInputElement> }) {
  const { amount: t } = useRouletteText();
  const step = (by: AmountChange) => () => setAmount(changedAmount(useAmount.getState().text, by, betMax));
  const buttonClass =
    'motion-press h-11 w-14 shrink-0 rounded-md border border-line bg-bg-2 text-card font-semibold text-fg-2 transition-colors duration-140 hover:bg-bg-3 hover:text-fg xl:h-13 xl:w-11';
  return (
    <div className="flex items-stretch gap-2 xl:w-58 xl:shrink-0 [&_input]:xl:h-13">
      <AmountField betMax={betMax} ref={field} />
      <button type="button" aria-label={t.half} title={t.half} onClick={step('half')} className={buttonClass}>
        ½
      </button>
      <button type="button" aria-label={t.double} title={t.double} onClick={step('double')} className={buttonClass}>
        ×2
      </button>
    </div>
  );
}

type BetButtonProps = { color: Color; round: CurrentRound; isOpen: boolean; onBet: (color: Color) => void };

/** With an amount, what a bet would pay; otherwise what the player, or all players, have bet. */
function BetButton({ color, round, isOpen, onBet }: BetButtonProps) {
  const t = useRouletteText();
  const { common } = useText();
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const amount = useAmount((state) => parseAmount(state.text));
  const ownStake = useRoulette((roulette) => roulette.ownStakes[color]);
  const isPending = useBetPlacing(({ pending }) => pending[color] === true);
  const isIdle = !isOpen || isPending;
  const factor = PAYOUT_FACTORS[color];
  const total = round.totals[color];
  const payout = isLoggedIn && amount !== undefined && amount > 0 ? amount * factor : undefined;
  const [note, shown] =
    payout !== undefined
      ? [t.payout, payout]
      : ownStake > 0
        ? [t.yourBet, ownStake]
        : [total.players > 0 ? t.column.players(total.players) : t.column.none, total.amount];
  return (
    <button
      type="button"
      // Not `disabled`: a disabled button would lose the focus, which the next round needs again.
      aria-disabled={isIdle || undefined}
      aria-busy={isPending || undefined}
      onClick={() => !isIdle && onBet(color)}
      className={clsx(
        'motion-press flex h-13 min-w-0 flex-col justify-center rounded-md px-3 text-white select-none',
        'transition-[filter,opacity] duration-140 not-aria-disabled:hover:brightness-115 aria-disabled:cursor-not-allowed',
        !isOpen && 'opacity-55',
        tints[color],
      )}
    >
      <span className="flex items-center justify-between gap-1 font-display leading-5 font-bold">
        <span className="truncate text-left text-sm">
          <span aria-hidden className="sm:hidden">
            {t.colors[color]}
          </span>
          <span className="max-sm:sr-only">{t.betOn[color]}</span>
        </span>
        {isPending ? (
          <Spinner size={16} />
        ) : (
          <span role="img" aria-label={t.pays(factor)} className="shrink-0 text-card tabular-nums">
            ×{factor}
          </span>
        )}
      </span>
      <span className={clsx('flex h-4 items-center justify-between gap-1 text-2xs', shown === 0 && 'max-sm:hidden')}>
        <span className="truncate max-sm:sr-only">{note}</span>
        {shown > 0 && (
          <span className="inline-flex items-center gap-1 font-semibold tabular-nums" title={common.diamonds(shown)}>
            <DiamondGlyph size={11} />
            {formatNumber(shown)}
          </span>
        )}
      </span>
    </button>
  );
}
