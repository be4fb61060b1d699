import type { LeaderboardRow } from '@karat/contract/leaderboard';
import { ratingTier } from '@karat/rules/rating';
import clsx from 'clsx';
import { ArrowDown, Crown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { useUrlParams } from '#ui/url-params.ts';
import { Avatar } from '#ui/avatar.tsx';
import { PlayerName } from '#ui/player-name.tsx';
import { tierText } from '#ui/tier-text.ts';
import type { LeaderboardSort } from './leaderboard.ts';
import { useLeaderboardText } from './words/leaderboard-text.ts';

type RankTableProps = {
  rows: readonly LeaderboardRow[];
  ownRow: LeaderboardRow | null;
  sort: LeaderboardSort;
  /** Shown below the columns while there are no rows. */
  children?: ReactNode;
};

/** Players by rank. The reader's own row is highlighted, and pinned at the foot of pages that do not contain it. */
export function RankTable({ rows, ownRow, sort, children }: RankTableProps) {
  const t = useText();
  const words = useLeaderboardText();
  const isOwn = ({ username }: LeaderboardRow) => username === ownRow?.username;
  const isOwnHere = rows.some(isOwn);
  const shown = ownRow === null || isOwnHere ? rows : [...rows, ownRow];
  const leaders = shown.filter((row) => isLeader(row, sort));
  const crownOf = (row: LeaderboardRow): CrownState =>
    !leaders.includes(row) ? 'none' : leaders.length === 1 ? 'alone' : 'shared';
  return (
    // `clip` instead of `hidden`, so that the foot can stick to the window.
    <div className="surface overflow-clip">
      <table aria-label={t.leaderboard.title} className="w-full table-fixed">
        <thead>
          <tr>
            <Head className="w-11 pl-3 text-left sm:w-20 sm:pl-5">{words.place}</Head>
            <SortHead sort="elo" current={sort} className="w-12 text-left sm:w-36">
              {words.level}
            </SortHead>
            <Head className="text-left">{words.username}</Head>
            <SortHead sort="kills" current={sort} className="w-14 text-right sm:w-28">
              {words.kills}
            </SortHead>
            <SortHead sort="wins" current={sort} className="w-17 pr-3 text-right sm:w-32 sm:pr-5">
              {words.wins}
            </SortHead>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Rank key={row.username} row={row} isOwn={isOwn(row)} crown={crownOf(row)} />
          ))}
        </tbody>
        {ownRow && !isOwnHere && (
          <tfoot className="sticky bottom-bottom-bar bg-bg-2 shadow-[0_-1px_0_var(--color-line)]">
            <Rank row={ownRow} isOwn crown={crownOf(ownRow)} />
          </tfoot>
        )}
      </table>
      {children !== undefined && <div className="border-t border-line">{children}</div>}
    </div>
  );
}

/** Whether a row has a crown, and whether it is enlarged because it leads alone. */
type CrownState = 'none' | 'shared' | 'alone';

const scores = {
  elo: ({ elo }: LeaderboardRow) => elo,
  kills: ({ total_kills: kills }: LeaderboardRow) => kills,
  wins: ({ total_wins: wins }: LeaderboardRow) => wins,
} satisfies Record<LeaderboardSort, unknown>;

/** With a value of 0 all players are first, and none leads. */
function isLeader(row: LeaderboardRow, sort: LeaderboardSort): boolean {
  return row.place === 1 && scores[sort](row) > 0;
}

function Head({ className, children }: { className: string; children: ReactNode }) {
  return (
    <th scope="col" className={clsx('h-11 text-xs font-semibold text-fg-3', className)}>
      {children}
    </th>
  );
}

type SortHeadProps = { sort: LeaderboardSort; current: LeaderboardSort; className: string; children: ReactNode };

/** A column to sort by; always best first. */
function SortHead({ sort, current, className, children }: SortHeadProps) {
  const { to } = useUrlParams();
  const isCurrent = sort === current;
  return (
    <th
      scope="col"
      aria-sort={isCurrent ? 'descending' : undefined}
      className={clsx('h-11 text-xs font-semibold', className)}
    >
      <Link
        to={to({ sort: sort === 'elo' ? undefined : sort })}
        preventScrollReset
        className={clsx(
          'inline-flex h-9 max-w-full items-center gap-0.5 rounded-sm transition-colors duration-140',
          isCurrent ? 'text-primary' : 'text-fg-3 hover:text-fg',
        )}
      >
        <span className="truncate">{children}</span>
        {isCurrent && <ArrowDown size={14} aria-hidden className="shrink-0 max-sm:hidden" />}
      </Link>
    </th>
  );
}

type RankProps = { row: LeaderboardRow; isOwn: boolean; crown: CrownState };

function Rank({ row, isOwn, crown }: RankProps) {
  const t = useLeaderboardText();
  const { place, elo, total_kills: kills, total_wins: wins } = row;
  return (
    <tr
      className={clsx(
        'border-t border-line',
        crown === 'alone' ? 'h-18 text-base' : 'h-13',
        isOwn ? 'bg-primary/8 shadow-[inset_2px_0_0_var(--color-primary)]' : 'hover:bg-bg-2',
      )}
    >
      <td className="pl-3 font-semibold tabular-nums sm:pl-5">
        {crown !== 'none' ? (
          <Crown role="img" aria-label={t.first} size={22} className="fill-r7/25 text-r7" />
        ) : (
          formatNumber(place)
        )}
      </td>
      <td>
        <Level elo={elo} />
      </td>
      <td>
        <Player row={row} isOwn={isOwn} isAlone={crown === 'alone'} />
      </td>
      <td className="text-right tabular-nums">{formatNumber(kills)}</td>
      <td className="pr-3 text-right tabular-nums sm:pr-5">{formatNumber(wins)}</td>
    </tr>
  );
}

function Player({ row, isOwn, isAlone }: { row: LeaderboardRow; isOwn: boolean; isAlone: boolean }) {
  const t = useLeaderboardText();
  const { elo, username, avatar } = row;
  return (
    <span className="flex min-w-0 items-center gap-1.5 sm:gap-2.5">
      <span aria-hidden className="flex shrink-0">
        <Avatar src={avatar} username={username} elo={elo} size={isAlone ? 36 : 28} />
      </span>
      <span className="min-w-0">
        <PlayerName
          username={username}
          // Sandbox players are not ranked.
          isSandbox={false}
          className={clsx('font-semibold', isAlone && 'font-display')}
        />
        {isOwn && <span className="block truncate text-xs text-primary">{t.yourPlace}</span>}
      </span>
    </span>
  );
}

/** The level in the colour of its rating, with the rating beside it. */
function Level({ elo }: { elo: number }) {
  const t = useText();
  const tier = ratingTier(elo);
  return (
    <span className="inline-flex items-baseline gap-1.5 max-sm:flex-col max-sm:gap-0" title={t.common.ratingTier(tier)}>
      <span className={clsx('font-display text-card leading-tight font-bold tabular-nums', tierText[tier])}>
        {tier}
      </span>
      <span className="text-xs leading-tight text-fg-3 tabular-nums">
        <span className="sr-only">{t.profile.rating(formatNumber(elo))}</span>
        <span aria-hidden>{formatNumber(elo)}</span>
      </span>
    </span>
  );
}
