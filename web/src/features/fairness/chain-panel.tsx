import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { ProvenRound } from '@karat/contract/roulette';
import { useQuery } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { Link } from 'react-router';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { walkToEnd } from './chain-walk.ts';
import { ProgressBar } from './progress-bar.tsx';
import { roundQuery } from './queries.ts';
import type { ReportLine } from './report.ts';
import { Section } from './section.tsx';
import { CheckLine } from './check-list.tsx';
import { useChainWalk } from './use-chain-walk.ts';
import { ValueLine } from './value-line.tsx';
import { useProofText } from './words/proof-text.ts';

/** The round's place in its chain: it follows the previous round and, on request, leads to the published end. */
export function ChainPanel({ round }: { round: ProvenRound }) {
  const t = useProofText();
  return (
    <Section title={t.round.chainTitle(`#${round.chainId}`)} text={t.round.chainText}>
      <ul className="mb-4">
        <NeighbourCheck round={round} />
      </ul>
      <dl>
        <ValueLine label={t.round.terminal} value={round.terminal} />
      </dl>
      {/* Keyed by the seed: a walk from the hash of an open round restarts once the round is drawn. */}
      <Walk key={`${round.id} ${round.seed}`} round={round} />
    </Section>
  );
}

/** The hash of a round is the seed of the previous one; for the first round it is the published end. */
function NeighbourCheck({ round }: { round: ProvenRound }) {
  const isFirst = round.k === 1;
  const before = useQuery({ ...roundQuery(round.id - 1), enabled: !isFirst });
  const { round: t } = useProofText();
  if (isFirst) {
    const isEnd = round.hash === round.terminal;
    return <CheckLine line={lineOf(isEnd ? 'right' : 'wrong', isEnd ? t.isEnd : t.isNotEnd)} />;
  }
  const name = `#${round.id - 1}`;
  const seed = before.data?.chainId === round.chainId ? before.data.seed : null;
  if (seed === null) return <CheckLine line={lineOf('waiting', t.linkUnknown(name))} />;
  return seed === round.hash ? (
    <CheckLine line={lineOf('right', t.linked(name))} />
  ) : (
    <CheckLine line={lineOf('wrong', t.notLinked(name))} />
  );
}

const lineOf = (state: ReportLine['state'], text: string): ReportLine => ({ name: 'link', state, text });

function Walk({ round }: { round: ProvenRound }) {
  const site = useText();
  const { round: t } = useProofText();
  const { state, start, cancel } = useChainWalk(round);
  const { steps } = walkToEnd(round);
  const progress = state.phase === 'running' ? t.following(formatNumber(state.steps), formatNumber(steps)) : '';
  return (
    <div className="mt-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button isPending={state.phase === 'running'} icon={<Link2 size={18} aria-hidden />} onClick={start}>
          {t.follow}
        </Button>
        {state.phase === 'running' ? (
          <Button onClick={cancel}>{site.common.cancel}</Button>
        ) : (
          <p className="text-card text-fg-3">{t.followText(steps)}</p>
        )}
      </div>
      {state.phase === 'running' && <ProgressBar done={state.steps} total={steps} words={progress} />}
      <div role="status">
        {state.phase === 'done' && (
          <ul className="mt-4">
            <CheckLine
              line={{
                name: 'chain',
                state: state.isEnd ? 'right' : 'wrong',
                text: state.isEnd ? t.reached(steps) : t.missed,
              }}
            />
          </ul>
        )}
      </div>
    </div>
  );
}

/** Links to the previous and the next round. */
export function NeighbourLinks({ id, isLast }: { id: number; isLast: boolean }) {
  const { round: t } = useProofText();
  const linkClass = 'hit-area rounded-sm text-card font-semibold text-primary hover:underline';
  return (
    <nav className="flex flex-wrap gap-x-6 gap-y-2" aria-label={t.neighbours}>
      {id > 1 && (
        <Link to={fillPath(pages.round, { roundId: id - 1 })} className={linkClass}>
          ← {t.before}
        </Link>
      )}
      {!isLast && (
        <Link to={fillPath(pages.round, { roundId: id + 1 })} className={linkClass}>
          {t.after} →
        </Link>
      )}
    </nav>
  );
}
