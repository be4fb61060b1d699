import { useUrlParams } from '#ui/url-params.ts';
import { BalanceHistory } from './balance-history.tsx';
import { LastGames } from './last-games.tsx';
import { ledgerFilterOf } from './queries.ts';
import { StatisticsPanel } from './statistics-panel.tsx';
import { useFreshRecords } from './use-fresh-records.ts';

/** What the player has done: in figures, in games, in diamonds. */
export function ProfilePage() {
  const filter = ledgerFilterOf(useUrlParams().params);
  useFreshRecords(filter.page);
  return (
    <div className="grid grid-cols-1 gap-8">
      <StatisticsPanel />
      <LastGames />
      <BalanceHistory filter={filter} />
    </div>
  );
}
