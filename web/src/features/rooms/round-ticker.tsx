import type { Room } from '@karat/contract/rooms';
import { isActive, type Team, TEAMS } from '@karat/rules/rooms';
import clsx from 'clsx';
import { Crosshair, Timer } from 'lucide-react';
import { useId } from 'react';
import { PlayerName } from '#ui/player-name.tsx';
import { FollowedList } from './followed-list.tsx';
import { isLive, type Round, roundsOf, type Side, sideOf } from './room-state.ts';
import { useRoomText } from './words/room-text.ts';

const ROUNDS_SHOWN_MAX = 30;
/** A duel has at most this many rounds. Their places are there from the start, so that nothing moves. */
const DUEL_ROUNDS = 15;
/** Five rows: on a phone they scroll, on a wide screen there are three columns, so that every round of a duel has a place. */
const HEIGHT = 'h-40';

const sideColours: Readonly<Record<Side, { text: string; fill: string }>> = {
  ct: { text: 'text-info', fill: 'bg-info' },
  t: { text: 'text-warn', fill: 'bg-warn' },
};

/** The rounds of the match, newest last: who won each, on which side, how, and who killed. */
export function RoundTicker({ room }: { room: Room }) {
  const t = useRoomText();
  const id = useId();
  const rounds = roundsOf(room);
  const isPlaying = room.state === 'MATCH_ONGOING' && isLive(room);
  // Has its place before the match, so that its start moves nothing.
  if (!isActive(room.state) && rounds.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-3 min-w-0 surface p-3 lg:p-4">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id={id} className="font-display text-base font-bold lg:text-h2">
          {t.rounds.title}
        </h2>
        <Sides room={room} />
        <RoundStrip room={room} rounds={rounds} />
      </div>
      {rounds.length === 0 ? (
        <p className={clsx('text-card text-fg-2', HEIGHT)}>{isPlaying ? t.rounds.first : t.rounds.awaited}</p>
      ) : (
        <FollowedList
          labelledBy={id}
          // A round first gets its score, then who killed.
          version={`${rounds.length} ${rounds.at(-1)!.kills.length}`}
          className={clsx(
            HEIGHT,
            'lg:grid lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-3 lg:grid-rows-[repeat(5,2rem)] lg:gap-x-8',
          )}
        >
          {rounds.slice(-ROUNDS_SHOWN_MAX).map((round) => (
            <RoundRow key={round.id} room={room} round={round} />
          ))}
        </FollowedList>
      )}
      <p aria-live="polite" className="sr-only">
        {isPlaying && <News round={rounds.at(-1)} />}
      </p>
    </section>
  );
}

/** The latest round in one short sentence, for screen readers. */
function News({ round }: { round: Round | undefined }) {
  const t = useRoomText();
  if (round?.winner === undefined) return null;
  const { number, winner, score } = round;
  return t.rounds.news(number, t.teams[winner], `${score.team1} : ${score.team2}`);
}

function Sides({ room }: { room: Room }) {
  const t = useRoomText();
  return (
    <p className="flex gap-3 text-xs text-fg-2">
      {TEAMS.map((team) => (
        <span key={team} className="flex items-center gap-1.5">
          {t.teams[team]}
          <SideMark side={sideOf(room, team)} />
        </span>
      ))}
    </p>
  );
}

/** The side as its letters; the colour only supports them. */
function SideMark({ side }: { side: Side | undefined }) {
  const t = useRoomText();
  if (side === undefined) return null;
  return <span className={clsx('font-display text-xs font-bold', sideColours[side].text)}>{t.rounds.sides[side]}</span>;
}

/** The course of the match at a glance: rounds of team 1 above the line, of team 2 below. The list has the same as text. */
function RoundStrip({ room, rounds }: { room: Room; rounds: readonly Round[] }) {
  const winners = new Map(rounds.map(({ number, winner }) => [number, winner]));
  const places = Math.max(DUEL_ROUNDS, rounds.at(-1)?.number ?? 0);
  return (
    <div aria-hidden className="flex min-w-40 grow basis-60 gap-0.75 lg:max-w-100 lg:grow-0 lg:basis-100 lg:ml-auto">
      {Array.from({ length: places }, (_, index) => (
        <span key={index} className="flex h-6 min-w-0 grow flex-col justify-between">
          {TEAMS.map((team) => (
            <StripCell key={team} side={winners.get(index + 1) === team ? sideOf(room, team) : undefined} />
          ))}
        </span>
      ))}
    </div>
  );
}

function StripCell({ side }: { side: Side | undefined }) {
  return <span className={clsx('h-2.5 rounded-xs', side === undefined ? 'bg-bg-3' : sideColours[side].fill)} />;
}

function RoundRow({ room, round }: { room: Room; round: Round }) {
  const t = useRoomText();
  const { number, winner } = round;
  return (
    <li className="motion-line grid min-h-8 grid-cols-[1.5rem_1.5rem_minmax(0,1fr)_auto] items-center gap-2 border-line/60 not-first:border-t lg:nth-[5n+1]:border-t-0">
      <span className="text-xs text-fg-3 tabular-nums">
        <span className="sr-only">{t.rounds.number(number)}</span>
        <span aria-hidden>{number}</span>
      </span>
      <span>
        <SideMark side={winner && sideOf(room, winner)} />
      </span>
      <RoundText round={round} />
      <RoundScore round={round} />
    </li>
  );
}

/** Who killed in the round, and how it ended. Where space is scarce, the end is shown only if there is no kill. */
function RoundText({ round }: { round: Round }) {
  const t = useRoomText();
  const { winner, end, kills } = round;
  if (winner === undefined) return <span className="text-fg-2">{t.rounds.several}</span>;
  const hasKills = kills.length > 0;
  const Icon = hasKills ? Crosshair : Timer;
  return (
    <span className="flex min-w-0 items-center gap-2">
      {(hasKills || end !== undefined) && <Icon size={14} aria-hidden className="shrink-0 text-fg-3" />}
      {hasKills && <Kills round={round} winner={winner} />}
      {end !== undefined && (
        <span
          className={clsx(
            'truncate',
            hasKills ? 'ml-auto pl-2 text-xs text-fg-3 max-sm:sr-only lg:max-2xl:sr-only' : 'text-fg-2',
          )}
        >
          {t.rounds.ends[end]}
        </span>
      )}
    </span>
  );
}

/** The killers, those of the winning team in bold. */
function Kills({ round, winner }: { round: Round; winner: Team }) {
  const t = useRoomText();
  return (
    <span className="flex min-w-0 gap-x-3 gap-y-0.5 py-1 max-sm:flex-wrap">
      {round.kills.map(({ seat, count }) => (
        <span key={seat.username} className="flex min-w-0 items-center gap-1">
          <PlayerName
            username={seat.username}
            isSandbox={seat.isSandbox}
            // The names of the teams link to the players; links in these rows would be too close to each other.
            isPlain
            className={clsx(seat.team === winner ? 'font-semibold' : 'text-fg-2')}
          />
          {count > 1 && <span aria-hidden className="shrink-0 text-xs text-fg-2">{`×${count}`}</span>}
          <span className="sr-only">{t.rounds.kills(count)}</span>
        </span>
      ))}
    </span>
  );
}

function RoundScore({ round: { score, winner } }: { round: Round }) {
  const colour = (team: Team) => (winner === team ? 'font-bold text-fg' : 'text-fg-2');
  return (
    <span className="grid grid-cols-[1.25rem_0.75rem_1.25rem] text-center tabular-nums">
      <span className={colour('team1')}>{score.team1}</span>
      <span className="text-fg-3">:</span>
      <span className={colour('team2')}>{score.team2}</span>
    </span>
  );
}
