import { useText } from '#i18n/i18n.ts';
import { GamesTable } from './games-table.tsx';

export function HistoryPage() {
  const { history } = useText();
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-3 font-display text-h2 font-bold">
        {history.title}
      </h2>
      <GamesTable label={history.title} games={[]} empty={{ title: history.empty, text: history.emptyHint }} />
    </section>
  );
}
