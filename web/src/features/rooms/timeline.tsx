import type { Room, TimelineEntry } from '@karat/contract/rooms';
import { LOCATIONS, type Team } from '@karat/rules/rooms';
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { formatAmount } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import type { Catalogue } from '#i18n/mixed.ts';
import { formatTableTime } from '#ui/dates.ts';
import { PlayerName } from '#ui/player-name.tsx';
import { FollowedList } from './followed-list.tsx';
import { Panel } from './panel.tsx';
import { locationName } from './rooms.ts';
import type { RoomCatalogue } from './words/room-mixed.ts';
import { useRoomText } from './words/room-text.ts';

const clocks = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** The events of a room, newest last. The rounds of the match collapse into one line. */
export function Timeline({ room: { timeline } }: { room: Pick<Room, 'timeline'> }) {
  const t = useRoomText();
  const id = useId();
  return (
    // Beside the other column it takes that column's height.
    <Panel id={id} title={t.timeline} className="max-lg:-order-1 lg:flex lg:min-h-80 lg:grow lg:flex-col">
      <FollowedList labelledBy={id} version={timeline.length} className="h-64 space-y-2 lg:h-auto lg:grow lg:basis-0">
        {foldRounds(timeline).map((entries) => (
          // Keyed by the oldest entry, so that an open group stays open while rounds join it.
          <li key={entries[0]!.id}>
            {entries[0]!.event === 'round' ? <Rounds entries={entries} /> : <Entry entry={entries[0]!} />}
          </li>
        ))}
      </FollowedList>
    </Panel>
  );
}

/** Sorts events and groups consecutive rounds, because a match has many, and each has little information. */
function foldRounds(timeline: readonly TimelineEntry[]): TimelineEntry[][] {
  const groups: TimelineEntry[][] = [];
  for (const entry of timeline.toSorted((a, b) => a.id - b.id)) {
    const last = groups.at(-1);
    if (entry.event === 'round' && last?.[0]!.event === 'round') last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

function Rounds({ entries }: { entries: readonly TimelineEntry[] }) {
  const { events } = useRoomText();
  const newest = entries.at(-1);
  const [one, other] = [Number(newest!.details['team1'] ?? 0), Number(newest!.details['team2'] ?? 0)];
  return (
    <details className="group">
      <summary className="flex list-none items-start gap-3 rounded-sm hover:text-primary [&::-webkit-details-marker]:hidden">
        <EntryTime entry={newest!} />
        <span className="flex min-w-0 items-center gap-1.5 font-semibold tabular-nums">
          {events.rounds(one + other, String(one), String(other))}
          <ChevronDown size={16} aria-hidden className="shrink-0 transition-transform group-open:rotate-180" />
        </span>
      </summary>
      <ol className="mt-2 space-y-1 border-l border-line pl-3">
        {entries.map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const all = useText();
  const t = useRoomText();
  return (
    <p className="flex gap-3">
      <EntryTime entry={entry} />
      <span className="min-w-0 break-words">
        {entry.username !== null && (
          <>
            <PlayerName username={entry.username} isSandbox={entry.isSandbox} className="font-semibold" />
            {entry.event === 'rating' ? ': ' : ' '}
          </>
        )}
        {wordsOf(entry, t, all)}
      </span>
    </p>
  );
}

function EntryTime({ entry: { createdAt } }: { entry: TimelineEntry }) {
  const { locale } = useText();
  return (
    <time
      dateTime={createdAt}
      title={formatTableTime(createdAt, locale)}
      className="w-14 shrink-0 text-xs leading-4.5 text-fg-3 tabular-nums"
    >
      {clocks.format(Date.parse(createdAt))}
    </time>
  );
}

function wordsOf({ event, details }: TimelineEntry, { events, teams }: RoomCatalogue, all: Catalogue): string {
  const teamOf = (value: unknown) => teams[value === 'team2' ? 'team2' : ('team1' satisfies Team)];
  const diamonds = all.common.diamonds(Number(details['amount'] ?? 0));
  const [one, other] = [String(details['team1'] ?? 0), String(details['team2'] ?? 0)];
  switch (event) {
    case 'stake_locked':
    case 'stake_returned':
    case 'paid':
      return events[event](diamonds);
    case 'seat_left':
      return details['reason'] === 'not_ready' ? events.seat_lost : events.seat_left;
    case 'server_found': {
      const location = LOCATIONS.find((each) => each === details['location']);
      return events.server_found(location ? locationName(location, all.locale) : String(details['location'] ?? ''));
    }
    case 'connected':
      return events.connected(teamOf(details['team']));
    case 'round':
      return events.round(one, other);
    case 'result':
      return events.result(
        teamOf(details['winner']),
        details['winner'] === 'team2' ? `${other}:${one}` : `${one}:${other}`,
      );
    case 'forfeit':
      return events.forfeit(teamOf(details['winner']));
    case 'rating':
      return events.rating(formatAmount(Number(details['change'] ?? 0)));
    case 'created':
    case 'seat_taken':
    case 'ready':
    case 'unready':
    case 'starting':
    case 'server_waiting':
    case 'server_ready':
    case 'live':
    case 'cancelled':
      return events[event];
  }
}
