import { useText } from '#i18n/i18n.ts';
import { useAddress } from '#ui/address.ts';
import { BalanceHistory } from './balance-history.tsx';
import { GamesTable } from './games-table.tsx';
import { ledgerFilterOf } from './queries.ts';
import { StatisticsPanel } from './statistics-panel.tsx';
import { useFreshRecords } from './use-fresh-records.ts';

/** What the player has done: in figures, in games, in diamonds. */
export function ProfilePage() {
  const { profile } = useText();
  const filter = ledgerFilterOf(useAddress().params);
  useFreshRecords(filter.page);
  return (
    <div className="grid grid-cols-1 gap-8">
      <StatisticsPanel />
      <section aria-labelledby="last-games">
        <h2 id="last-games" className="mb-3 font-display text-h2 font-bold">
          {profile.lastGames}
        </h2>
        <GamesTable
          label={profile.lastGames}
          games={[]}
          empty={{ title: profile.noGames, text: profile.noGamesHint }}
          isBrief
        />
      </section>
      <BalanceHistory filter={filter} />
    </div>
  );
}
