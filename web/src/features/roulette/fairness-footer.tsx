import { pages } from '@karat/contract/pages';
import type { CurrentRound } from '@karat/contract/roulette';
import { COLORS, NUMBERS_TOTAL, RETURN_PERCENT, WHEEL, colorOf } from '@karat/rules/roulette';
import { ShieldCheck } from 'lucide-react';
import { Link, generatePath } from 'react-router';
import { setModalState } from '#core/modals.ts';
import { useText } from '#i18n/i18n.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { usePercent } from '#ui/use-percent.ts';
import { useRoulette } from './roulette.ts';
import { useRouletteText } from './words/roulette-text.ts';

const linkClass =
  'hit-area inline-flex min-h-8 items-center gap-1.5 rounded-sm font-semibold text-fg-2 underline decoration-line underline-offset-4 hover:text-fg';

/** The facts that players can check before and after they bet. */
export function FairnessFooter({ round }: { round: CurrentRound }) {
  const { fair: t, colors } = useRouletteText();
  const site = useText();
  const words = useRouletteText();
  const formatPercent = usePercent();
  const lastId = useRoulette(({ lastRounds }) => lastRounds?.[0]?.id);
  return (
    <section aria-labelledby="roulette-fair" className="mt-6 surface p-4 text-card text-fg-2 md:p-5">
      <h2 id="roulette-fair" className="flex items-center gap-2 font-display text-base font-bold text-fg">
        <ShieldCheck size={18} aria-hidden className="shrink-0 text-success" />
        {t.title}
      </h2>
      <p className="mt-1.5 max-w-3xl text-pretty">
        {t.text} {t.chain}
      </p>
      <dl className="mt-3 grid gap-x-8 gap-y-3 md:grid-cols-2">
        <div className="min-w-0">
          <dt>{t.hash(round.id)}</dt>
          <dd className="flex items-center gap-1">
            <code className="min-w-0 truncate font-mono text-xs text-fg" title={round.hash}>
              {round.hash}
            </code>
            <CopyButton text={round.hash} />
          </dd>
        </div>
        <div className="min-w-0">
          <dt>{t.odds}</dt>
          <dd className="flex min-h-10 flex-wrap items-center gap-x-4 text-fg tabular-nums">
            {COLORS.map((color) => (
              <span key={color}>
                {colors[color]} {WHEEL.filter((number) => colorOf(number) === color).length}/{NUMBERS_TOTAL}
              </span>
            ))}
            <span className="text-fg-2">{t.returns(formatPercent(RETURN_PERCENT))}</span>
            <span className="text-fg-2">{words.houseEdge(formatPercent(100 - RETURN_PERCENT))}</span>
          </dd>
        </div>
      </dl>
      <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
        {lastId !== undefined && (
          <Link to={generatePath(pages.round, { roundId: String(lastId) })} className={linkClass}>
            {t.proof(lastId)}
          </Link>
        )}
        <button type="button" onClick={() => setModalState('isProvablyFairOpen', true)} className={linkClass}>
          {site.fairness.title}
        </button>
        <Link to={pages.fair} className={linkClass}>
          {t.more}
        </Link>
      </p>
    </section>
  );
}
