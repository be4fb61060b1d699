import { useText } from '#i18n/i18n.ts';
import { GamesTable } from './games-table.tsx';

export function ProfilePage() {
  const { profile } = useText();
  return (
    <section aria-labelledby="last-games">
      <h2 id="last-games" className="mb-3 font-display text-h2 font-bold">
        {profile.lastGames}
      </h2>
      <GamesTable label={profile.lastGames} games={[]} empty={{ title: profile.noGames, text: profile.noGamesHint }} />
    </section>
  );
}
