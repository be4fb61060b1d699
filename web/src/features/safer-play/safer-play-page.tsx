import type { SaferPlay } from '@karat/contract/safer-play';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { BreakPanel } from './break-panel.tsx';
import { DataPanel } from './data-panel.tsx';
import { ExclusionPanel } from './exclusion-panel.tsx';
import { FlowsPanel } from './flows-panel.tsx';
import { HelpPanel } from './help-panel.tsx';
import { LimitsPanel } from './limits-panel.tsx';
import { RealityPanel } from './reality-panel.tsx';
import { SpendingPanel } from './spending-panel.tsx';
import { useAnchor } from './use-anchor.ts';
import { useLiveLimits } from './use-live-limits.ts';
import { useSaferPlayText } from './words/safer-play-text.ts';

/** The player's limits, breaks and data. */
export function SaferPlayPage() {
  const t = useSaferPlayText();
  const query = useLiveLimits();
  return (
    <>
      <p className="mb-5 max-w-prose text-pretty text-fg-2">{t.lead}</p>
      <QueryView query={query} loading={<PageSkeleton />} errorTitle={t.failed}>
        {(saferPlay) => <Panels saferPlay={saferPlay} />}
      </QueryView>
    </>
  );
}

function Panels({ saferPlay }: { saferPlay: SaferPlay }) {
  useAnchor();
  const { flows, limits, realityCheck, breakUntil, excludedUntil } = saferPlay;
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2 xl:gap-5">
      <div className="grid grid-cols-1 gap-4 xl:gap-5">
        <FlowsPanel flows={flows} />
        <LimitsPanel limits={limits} />
        <RealityPanel realityCheck={realityCheck} />
        <SpendingPanel />
      </div>
      <div className="grid grid-cols-1 gap-4 xl:gap-5">
        <BreakPanel until={breakUntil} />
        <ExclusionPanel until={excludedUntil} />
        <DataPanel />
        <HelpPanel />
      </div>
    </div>
  );
}

const SKELETON_KEYS = ['h-72', 'h-60', 'h-96', 'h-60'];

function PageSkeleton() {
  return (
    <Skeleton>
      <div className="grid gap-4 xl:grid-cols-2 xl:gap-5">
        {SKELETON_KEYS.map((height, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- placeholders have no id
          <SkeletonBlock key={index} className={`${height} rounded-lg`} />
        ))}
      </div>
    </Skeleton>
  );
}
