import { fillPath } from '@karat/contract/endpoint';
import type { PlayedGame } from '@karat/contract/games';
import { pages } from '@karat/contract/pages';
import { CircleDot } from 'lucide-react';
import { Link } from 'react-router';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { TableTime } from '#ui/time.tsx';
import { StateView } from '#ui/views.tsx';
import type { ProfileCatalogue } from './words/mixed.ts';
import { useProfileText } from './words/profile-text.ts';

type GamesTableProps = {
  label: string;
  games: readonly PlayedGame[];
  empty: { title: string; text: string };
  /** As part of another page: an empty table takes no more space than one row. */
  isBrief?: boolean;
};

/** Finished games, newest first; without any, a link to play the first one. */
export function GamesTable({ label, games, empty, isBrief = false }: GamesTableProps) {
  const t = useProfileText();
  return (
    <div className="surface overflow-hidden max-sm:data-full:border-0" data-full={games.length > 0 || undefined}>
      <DataTable label={label} columns={columnsOf(t)} rows={games} rowKey={({ id }) => id} />
      {games.length === 0 && (
        <div className="border-t border-line max-sm:border-0">
          {isBrief ? (
            <BriefEmpty {...empty} />
          ) : (
            <StateView icon={CircleDot} title={empty.title} text={empty.text}>
              <ButtonLink to={pages.roulette} variant="primary">
                {t.games.toRoulette}
              </ButtonLink>
            </StateView>
          )}
        </div>
      )}
    </div>
  );
}

function columnsOf({ profile: t }: ProfileCatalogue): Column<PlayedGame>[] {
  return [
    { key: 'date', label: t.date, renderCell: ({ date }) => <TableTime iso={date} /> },
    { key: 'game', label: t.game, renderCell: (game) => <GameLink game={game} /> },
    { key: 'map', label: t.map, renderCell: ({ map }) => map ?? '-' },
    { key: 'result', label: t.result, align: 'right', renderCell: (game) => <Result game={game} /> },
  ];
}

/** The URL of a game's details: the proof of a round, the room of a duel. */
const addresses: Readonly<Record<PlayedGame['game'], (reference: number) => string>> = {
  roulette: (roundId) => fillPath(pages.round, { roundId }),
  duel: (roomId) => fillPath(pages.room, { roomId }),
};

/** The game, linked to its details. */
function GameLink({ game: { game, reference } }: { game: PlayedGame }) {
  const t = useText();
  const names: Record<PlayedGame['game'], string> = { roulette: t.roulette.title, duel: t.home.title };
  return (
    <Link
      to={addresses[game](reference)}
      className="hit-area relative whitespace-nowrap underline decoration-line-input underline-offset-3 hover:decoration-primary"
    >
      {names[game]} <span className="text-fg-3 tabular-nums">#{reference}</span>
    </Link>
  );
}

/** Won or lost; a payout equal to the stake is neither. */
function Result({ game: { isWon, amount, payout } }: { game: PlayedGame }) {
  const t = useProfileText();
  const [stake, paid] = [formatNumber(amount), formatNumber(payout)];
  return (
    <span className="inline-flex items-center justify-end gap-3">
      <span className="text-xs whitespace-nowrap text-fg-2 tabular-nums">
        <span aria-hidden>
          {stake} → {paid}
        </span>
        <span className="sr-only">{t.games.stakeAndPayout(stake, paid)}</span>
      </span>
      {isWon ? (
        <Badge tone="success">{t.profile.won}</Badge>
      ) : payout === amount ? (
        <Badge>{t.games.even}</Badge>
      ) : (
        <Badge tone="danger">{t.profile.lost}</Badge>
      )}
    </span>
  );
}

function BriefEmpty({ title, text }: { title: string; text: string }) {
  const t = useProfileText();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-md bg-bg-3 text-primary">
        <CircleDot size={20} strokeWidth={1.75} />
      </span>
      <div className="min-w-0 grow basis-44">
        <p className="font-semibold">{title}</p>
        <p className="text-pretty text-fg-2">{text}</p>
      </div>
      <ButtonLink to={pages.roulette}>{t.games.toRoulette}</ButtonLink>
    </div>
  );
}

/** A skeleton with as many rows as expected. */
export function GameSkeleton({ count }: { count: number }) {
  return (
    <Skeleton>
      <div className="grid gap-px overflow-hidden surface max-sm:gap-2 max-sm:border-0">
        {Array.from({ length: count }, (_, index) => (
          <SkeletonBlock key={index} className="h-12 rounded-none max-sm:h-38 max-sm:rounded-md" />
        ))}
      </div>
    </Skeleton>
  );
}
