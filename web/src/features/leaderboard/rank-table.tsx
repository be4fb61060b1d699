import type { LeaderboardRow } from '@karat/contract/leaderboard';
import { type RatingTier, ratingTier } from '@karat/rules/rating';
import clsx from 'clsx';
import { ArrowDown, Crown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { LeaderboardSort } from '#app/matches.ts';
import { useText } from '#i18n/i18n.ts';
import { useAddress } from '#ui/address.ts';
import { Avatar } from '#ui/avatar.tsx';
import { formatNumber } from '#ui/format.ts';

type RankTableProps = { rows: readonly LeaderboardRow[]; own: LeaderboardRow | null; sort: LeaderboardSort };

/** Players by place. The reader's own row is marked, and stands at the foot of every page that it is not on. */
export function RankTable({ rows, own, sort }: RankTableProps) {
  const t = useText();
  const isOwn = ({ username }: LeaderboardRow) => username === own?.username;
  return (
    // Clipped, not hidden: the foot has to stick to the window.
    <div className="surface overflow-clip">
      <table aria-label={t.leaderboard.title} className="w-full table-fixed">
        <thead>
          <tr>
            <Head className="w-11 pl-3 text-left sm:w-20 sm:pl-5">{t.leaderboard.place}</Head>
            <SortHead sort="elo" current={sort} className="w-14 text-left sm:w-36">
              {t.leaderboard.level}
            </SortHead>
            <Head className="text-left">{t.leaderboard.username}</Head>
            <SortHead sort="kills" current={sort} className="w-14 text-right sm:w-28">
              {t.leaderboard.kills}
            </SortHead>
            <SortHead sort="wins" current={sort} className="w-17 pr-3 text-right sm:w-32 sm:pr-5">
              {t.leaderboard.wins}
            </SortHead>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Rank key={row.username} row={row} isOwn={isOwn(row)} />
          ))}
        </tbody>
        {own && !rows.some(isOwn) && (
          <tfoot className="sticky bottom-bottom-bar bg-bg-2 shadow-[0_-1px_0_var(--color-line)]">
            <Rank row={own} isOwn />
          </tfoot>
        )}
      </table>
    </div>
  );
}

function Head({ className, children }: { className: string; children: ReactNode }) {
  return (
    <th scope="col" className={clsx('h-11 text-xs font-semibold text-fg-3', className)}>
      {children}
    </th>
  );
}

type SortHeadProps = { sort: LeaderboardSort; current: LeaderboardSort; className: string; children: ReactNode };

/** A column that the list can be ordered by; always best first. */
function SortHead({ sort, current, className, children }: SortHeadProps) {
  const { to } = useAddress();
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

function Rank({ row, isOwn }: { row: LeaderboardRow; isOwn: boolean }) {
  const t = useText();
  const { place, elo, total_kills: kills, total_wins: wins } = row;
  const isFirst = place === 1;
  return (
    <tr
      className={clsx(
        'border-t border-line',
        isFirst ? 'h-18 text-base' : 'h-13',
        isOwn ? 'bg-primary/8 shadow-[inset_2px_0_0_var(--color-primary)]' : 'hover:bg-bg-2',
      )}
    >
      <td className="pl-3 font-semibold tabular-nums sm:pl-5">
        {isFirst ? (
          <Crown role="img" aria-label={t.ranks.first} size={22} className="fill-r7/25 text-r7" />
        ) : (
          formatNumber(place)
        )}
      </td>
      <td>
        <Level elo={elo} />
      </td>
      <td>
        <Player row={row} isOwn={isOwn} />
      </td>
      <td className="text-right tabular-nums">{formatNumber(kills)}</td>
      <td className="pr-3 text-right tabular-nums sm:pr-5">{formatNumber(wins)}</td>
    </tr>
  );
}

function Player({ row, isOwn }: { row: LeaderboardRow; isOwn: boolean }) {
  const t = useText();
  const { place, elo, username, avatar } = row;
  const isFirst = place === 1;
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <span aria-hidden className="flex shrink-0 max-sm:hidden">
        <Avatar src={avatar ?? ''} username={username} elo={elo} size={isFirst ? 44 : 32} />
      </span>
      <span className="min-w-0">
        <bdi className={clsx('block truncate font-semibold', isFirst && 'font-display')}>{username}</bdi>
        {isOwn && <span className="block truncate text-xs text-primary">{t.ranks.own}</span>}
      </span>
    </span>
  );
}

const tierText: Readonly<Record<RatingTier, string>> = {
  1: 'text-t1',
  2: 'text-t2',
  3: 'text-t3',
  4: 'text-t4',
  5: 'text-t5',
  6: 'text-t6',
  7: 'text-t7',
  8: 'text-t8',
};

/** In the colour of the rating, which stands beside it. */
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
