import { useUrlParams } from '#ui/url-params.ts';
import { BalanceHistory } from './balance-history.tsx';
import { LastGames } from './last-games.tsx';
import { ledgerFilterOf } from './queries.ts';
import { StatisticsPanel } from './statistics-panel.tsx';
import { useLiveRecords } from './use-live-records.ts';

/** The player's statistics, last games and balance history. */
export function ProfilePage() {
  const filter = ledgerFilterOf(useUrlParams().params);
  useLiveRecords(filter.page);
  return (
    <div className="grid grid-cols-1 gap-8">
      <StatisticsPanel />
      <LastGames />
      <BalanceHistory filter={filter} />
    </div>
  );
}
