import { Suspense } from 'react';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { useUrlParams } from '#ui/url-params.ts';
import { BalanceHistory } from './balance-history.tsx';
import { LastGames } from './last-games.tsx';
import { ledgerFilterOf } from './queries.ts';
import { StatisticsPanel } from './statistics-panel.tsx';
import { useLiveRecords } from './use-live-records.ts';

const PrivacyPanel = lazyComponent(async () => (await import('./privacy-panel.tsx')).PrivacyPanel);

/** The player's statistics, last games, balance history and choices about the public profile. */
export function ProfilePage() {
  const filter = ledgerFilterOf(useUrlParams().params);
  useLiveRecords(filter.page);
  return (
    <div className="grid grid-cols-1 gap-8">
      <StatisticsPanel />
      <LastGames />
      <BalanceHistory filter={filter} />
      <Suspense fallback={<div className="min-h-120" />}>
        <PrivacyPanel />
      </Suspense>
    </div>
  );
}
