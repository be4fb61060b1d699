import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { PublicMatch } from '@karat/contract/profile';
import clsx from 'clsx';
import { Link } from 'react-router';
import { formatAmount } from '#i18n/format.ts';
import { PlayerName } from '#ui/player-name.tsx';
import { RelativeTime } from '#ui/time.tsx';
import { EmptyLine, PlayerSection } from './player-section.tsx';
import { usePlayerText } from './words/player-text.ts';

/** The last finished matches, each with a link to its room. */
export function PlayerMatches({ matches }: { matches: readonly PublicMatch[] }) {
  const t = usePlayerText();
  return (
    <PlayerSection title={t.lastGames}>
      {matches.length === 0 ? (
        <EmptyLine>{t.noMatches}</EmptyLine>
      ) : (
        <ul className="divide-y divide-line surface px-3.5">
          {matches.map((match) => (
            <Match key={match.roomId} match={match} />
          ))}
        </ul>
      )}
    </PlayerSection>
  );
}

function Match({ match }: { match: PublicMatch }) {
  const { map, roomId, endedAt } = match;
  return (
    <li className="flex min-h-16 items-center gap-3.5 py-2.5">
      <img
        src={`/img/map/${map}-800.webp`}
        alt=""
        width={72}
        height={44}
        loading="lazy"
        className="h-11 w-14 shrink-0 rounded-md object-cover @2xl:w-18"
      />
      <div className="min-w-0 grow">
        <Link to={fillPath(pages.room, { roomId })} className="hit-area relative font-semibold hover:underline">
          {map}
        </Link>
        <Opponents match={match} />
      </div>
      <Result match={match} />
      <RelativeTime iso={endedAt} className="hidden w-28 shrink-0 text-right text-card text-fg-2 @2xl:block" />
    </li>
  );
}

function Opponents({ match: { player_count: size, opponents } }: { match: PublicMatch }) {
  const t = usePlayerText();
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-card text-fg-2">
      <span className="shrink-0">{t.against(size)}</span>
      {opponents.map(({ username, isSandbox }) => (
        <PlayerName key={username} username={username} isSandbox={isSandbox} />
      ))}
    </p>
  );
}

function Result({ match: { isWon, ownScore, opponentScore, eloChange } }: { match: PublicMatch }) {
  const t = usePlayerText();
  const score = `${ownScore}:${opponentScore}`;
  const change = eloChange === 0 ? '0' : formatAmount(eloChange);
  return (
    <p className="flex shrink-0 flex-col items-end @2xl:flex-row @2xl:items-baseline">
      <span className={clsx('font-semibold whitespace-nowrap tabular-nums @2xl:w-28', isWon ? 'text-fg' : 'text-fg-2')}>
        {isWon ? t.wonScore(score) : t.lostScore(score)}
      </span>
      <span
        className={clsx(
          'font-semibold tabular-nums @2xl:w-16 @2xl:text-right',
          eloChange > 0 ? 'text-success' : eloChange < 0 ? 'text-danger' : 'text-fg-2',
        )}
      >
        <span className="sr-only">{t.ratingChange(change)}</span>
        <span aria-hidden>{change}</span>
      </span>
    </p>
  );
}
