import type { Seeds } from '@karat/contract/fairness';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '#i18n/format.ts';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { seedsQuery } from './queries.ts';
import { type Reveal, RevealedPanel } from './revealed-panel.tsx';
import { RotateForm } from './rotate-form.tsx';
import { ValueLine } from './value-line.tsx';
import { useProofText } from './words/proof-text.ts';

/** The player's seeds: the commitments, the client seed, and the form to rotate both. */
export function SeedsPanel() {
  const t = useProofText();
  const [reveal, setReveal] = useState<Reveal>();
  return (
    <section aria-label={t.seeds.title}>
      <QueryView query={useQuery(seedsQuery)} loading={<SeedSkeleton />}>
        {(seeds) => (
          <div className="grid gap-5">
            {reveal !== undefined && <RevealedPanel key={`old ${reveal.revealed.serverSeedHash}`} {...reveal} />}
            <SeedValues seeds={seeds} />
            {/* Keyed by the seed, so that a rotation clears the typed text. */}
            <RotateForm key={`active ${seeds.active.serverSeedHash}`} seeds={seeds} onRotated={setReveal} />
          </div>
        )}
      </QueryView>
    </section>
  );
}

function SeedValues({ seeds: { active, next } }: { seeds: Seeds }) {
  const t = useProofText();
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      <ValueLine label={t.seeds.activeHash} value={active.serverSeedHash} />
      <ValueLine label={t.seeds.nextHash} value={next.serverSeedHash} />
      <div className="flex items-baseline gap-3 sm:col-span-2">
        <dt className="text-card font-semibold text-fg-2">{t.seeds.nonce}</dt>
        <dd className="font-display text-base font-bold tabular-nums">{formatNumber(active.nonce)}</dd>
      </div>
    </dl>
  );
}

function SeedSkeleton() {
  return (
    <Skeleton>
      <div className="grid gap-4 sm:grid-cols-2">
        <SkeletonBlock className="mt-5.5 h-13 rounded-md" />
        <SkeletonBlock className="mt-5.5 h-13 rounded-md" />
        <SkeletonBlock className="h-6 w-48" />
      </div>
      <SkeletonBlock className="mt-5 h-30 rounded-md" />
    </Skeleton>
  );
}
