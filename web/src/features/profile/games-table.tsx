import { Swords } from 'lucide-react';
import { useText } from '#i18n/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { TableTime } from '#ui/time.tsx';
import { StateView } from '#ui/views.tsx';

export type PlayedGame = { id: number; date: string; game: string; map: string; isWon: boolean };

type GamesTableProps = {
  label: string;
  games: readonly PlayedGame[];
  empty: { title: string; text: string };
  /** Among other parts of a page: having no games takes no more room than one would. */
  isBrief?: boolean;
};

/** Played games, newest first; without any, where the first one can be played. */
export function GamesTable({ label, games, empty, isBrief = false }: GamesTableProps) {
  const t = useText();
  const columns: Column<PlayedGame>[] = [
    { key: 'date', label: t.profile.date, renderCell: ({ date }) => <TableTime iso={date} /> },
    { key: 'game', label: t.profile.game, renderCell: ({ game }) => game },
    { key: 'map', label: t.profile.map, renderCell: ({ map }) => map },
    {
      key: 'result',
      label: t.profile.result,
      align: 'right',
      renderCell: ({ isWon }) => (
        <Badge tone={isWon ? 'success' : 'danger'}>{isWon ? t.profile.won : t.profile.lost}</Badge>
      ),
    },
  ];
  return (
    <div className="surface overflow-hidden max-sm:data-full:border-0" data-full={games.length > 0 || undefined}>
      <DataTable label={label} columns={columns} rows={games} rowKey={({ id }) => id} />
      {games.length === 0 && (
        <div className="border-t border-line max-sm:border-0">
          {isBrief ? (
            <BriefEmpty {...empty} />
          ) : (
            <StateView icon={Swords} title={empty.title} text={empty.text}>
              <ButtonLink to="/">{t.menu.duels}</ButtonLink>
            </StateView>
          )}
        </div>
      )}
    </div>
  );
}

function BriefEmpty({ title, text }: { title: string; text: string }) {
  const t = useText();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-md bg-bg-3 text-primary">
        <Swords size={20} strokeWidth={1.75} />
      </span>
      <div className="min-w-0 grow basis-44">
        <p className="font-semibold">{title}</p>
        <p className="text-pretty text-fg-2">{text}</p>
      </div>
      <ButtonLink to="/">{t.menu.duels}</ButtonLink>
    </div>
  );
}
