import type { Chain } from '@karat/contract/roulette';
import { RETURN_PERCENT } from '@karat/rules/roulette';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '#ui/badge.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { TableTime } from '#ui/time.tsx';
import { usePercent } from '#ui/use-percent.ts';
import { chainsQuery } from './queries.ts';
import { RoundList } from './round-list.tsx';
import { Section } from './section.tsx';
import { ValueLine } from './value-line.tsx';
import { useProofText } from './words/proof-text.ts';

/** Explains how rounds are drawn, and shows the chains and the latest rounds. */
export function ChainsPanel() {
  const { rounds: t } = useProofText();
  return (
    <Section title={t.title} text={t.text}>
      <QueryView query={useQuery(chainsQuery)} loading={<ChainSkeleton />}>
        {(chains) => <ChainList chains={chains} />}
      </QueryView>
      <h3 className="mt-6 mb-2 font-display text-base font-bold">{t.latest}</h3>
      <RoundList />
    </Section>
  );
}

function ChainList({ chains }: { chains: readonly Chain[] }) {
  const { rounds: t } = useProofText();
  const formatPercent = usePercent();
  const refunded = chains.reduce((sum, { refundedRounds }) => sum + refundedRounds, 0);
  return (
    <>
      <p className="max-w-prose text-pretty text-fg-2">
        {t.returned(formatPercent(RETURN_PERCENT))} {t.refunded(refunded)}
      </p>
      <h3 className="mt-6 mb-3 font-display text-base font-bold">{t.chains}</h3>
      {chains.length === 0 && <p className="text-fg-3">{t.noChains}</p>}
      <ul className="grid gap-4">
        {chains.map((chain) => (
          <li key={chain.id}>
            <ChainView chain={chain} />
          </li>
        ))}
      </ul>
    </>
  );
}

function ChainView({ chain }: { chain: Chain }) {
  const t = useProofText();
  return (
    <article className="rounded-md border border-line p-4">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h4 className="font-semibold">{t.round.chainTitle(`#${chain.id}`)}</h4>
        <Badge tone={chain.isCurrent ? 'primary' : 'neutral'}>
          {chain.isCurrent ? t.rounds.current : t.rounds.over}
        </Badge>
        <span className="text-card text-fg-2 tabular-nums">{t.rounds.played(chain.rounds)}</span>
        {chain.refundedRounds > 0 && <Badge tone="warn">{t.rounds.refunded(chain.refundedRounds)}</Badge>}
        <span className="text-card text-fg-3">
          {t.rounds.since} <TableTime iso={chain.createdAt} />
        </span>
      </div>
      <dl className="grid gap-4">
        <ValueLine label={t.round.terminal} value={chain.terminal} />
        <ValueLine label={t.inputs.salt} value={chain.salt} />
      </dl>
      <p className="mt-2 text-card text-pretty text-fg-3">{t.round.saltLocal}</p>
    </article>
  );
}

function ChainSkeleton() {
  return (
    <Skeleton>
      <SkeletonBlock className="h-5 w-80 max-w-full" />
      <SkeletonBlock className="mt-6 mb-3 h-6 w-24" />
      <SkeletonBlock className="h-66 rounded-md" />
    </Skeleton>
  );
}
