import { pages } from '@karat/contract/pages';
import type { Round } from '@karat/contract/roulette';
import { COLORS } from '@karat/rules/roulette';
import clsx from 'clsx';
import { Undo2 } from 'lucide-react';
import { Link, generatePath } from 'react-router';
import { useText } from '#i18n/i18n.ts';
import { SkeletonBlock } from '#ui/skeleton.tsx';
import { useArrowKeys } from '#ui/use-arrow-keys.ts';
import { colorTints } from './color-tints.ts';
import { useLastRounds, useRoulette } from './roulette.ts';
import { useRouletteText } from './words/roulette-text.ts';

/** The number of last results that are shown one by one. */
const RESULTS_SHOWN_MAX = 20;

/** The last hundred rounds counted by colour, and the latest one by one with links to their proofs. */
export function History() {
  const t = useRouletteText();
  const lastRounds = useLastRounds();
  const isFailed = useRoulette((roulette) => roulette.isHistoryFailed);
  return (
    <section
      aria-label={t.history.label}
      className="last-results @container order-last min-h-17.5 w-full min-w-0 md:order-none md:min-h-10 md:w-0 md:grow-99"
    >
      {lastRounds === undefined ? (
        isFailed || <SkeletonBlock className="h-17.5 w-full md:h-10" />
      ) : lastRounds.length === 0 ? (
        <p className="flex items-center text-card text-fg-2 md:h-10 md:justify-end">{t.history.none}</p>
      ) : (
        <div className="flex flex-col gap-2 md:flex-row md:items-center md:justify-end md:gap-6">
          <Counts rounds={lastRounds} />
          <Results rounds={lastRounds.slice(0, RESULTS_SHOWN_MAX)} />
        </div>
      )}
    </section>
  );
}

function Counts({ rounds }: { rounds: readonly Round[] }) {
  const t = useRouletteText();
  return (
    <div className="last-counts flex shrink-0 md:@max-lg:hidden flex-wrap items-center gap-x-3 gap-y-1 text-card md:gap-x-4">
      <p className="text-fg-2 tabular-nums">{t.history.lastRounds(rounds.length)}</p>
      <dl className="flex gap-3 md:gap-4">
        {COLORS.map((color) => (
          <div key={color} className="flex items-center gap-1.5">
            <dt className="flex items-center gap-1.5 text-fg-2">
              <span aria-hidden className={clsx('size-3 rounded-full ring-1 ring-white/20', colorTints[color])} />
              {t.colors[color]}
            </dt>
            <dd className="font-semibold tabular-nums">
              {rounds.filter(({ winnerColor }) => winnerColor === color).length}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Results({ rounds }: { rounds: readonly Round[] }) {
  return (
    <ol
      {...useArrowKeys<HTMLOListElement>()}
      className="results-fade flex min-w-0 gap-1.5 overflow-x-auto scrollbar-none p-1 -mx-1"
    >
      {rounds.map((round) => (
        <li key={round.id} className="motion-line">
          <Result round={round} />
        </li>
      ))}
    </ol>
  );
}

function Result({ round: { id, winnerColor, winnerNumber } }: { round: Round }) {
  const t = useRouletteText();
  const all = useText();
  const isDrawn = winnerColor !== null && winnerNumber !== null;
  const label = isDrawn ? t.history.round(id, all.roulette[winnerColor], winnerNumber) : t.history.refunded(id);
  return (
    <Link
      to={generatePath(pages.round, { roundId: String(id) })}
      aria-label={label}
      title={label}
      className={clsx(
        'motion-lift grid size-9 place-items-center rounded-sm font-display text-card font-bold tabular-nums md:size-8',
        isDrawn ? ['text-white', colorTints[winnerColor]] : 'border border-line-input text-fg-2',
      )}
    >
      {isDrawn ? winnerNumber : <Undo2 size={14} aria-hidden />}
    </Link>
  );
}
