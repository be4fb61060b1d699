import type { Room, TimelineEntry } from '@karat/contract/rooms';
import { LOCATIONS, type Team } from '@karat/rules/rooms';
import { useText } from '#i18n/i18n.ts';
import type { Catalogue } from '#i18n/mixed.ts';
import type { RoomCatalogue } from '#i18n/rooms/room-mixed.ts';
import { useRoomText } from '#i18n/rooms/room-text.ts';
import { formatTableTime } from '#ui/dates.ts';
import { formatChange } from '#ui/format.ts';
import { Panel } from './panel.tsx';
import { placeName } from '#ui/places.ts';

const clocks = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** All that happened in a room, newest first, as both sides can read it. */
export function Timeline({ room: { timeline } }: { room: Pick<Room, 'timeline'> }) {
  const all = useText();
  const t = useRoomText();
  const newestFirst = timeline.toSorted((one, other) => other.id - one.id);
  return (
    <Panel title={t.timeline}>
      {/* A list that scrolls must be reached by the keyboard as well. */}
      <ol
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={t.timeline}
        className="max-h-72 space-y-2 overflow-y-auto text-card"
      >
        {newestFirst.map((entry) => (
          <li key={entry.id} className="flex gap-3">
            <time
              dateTime={entry.createdAt}
              title={formatTableTime(entry.createdAt, all.locale)}
              className="w-14 shrink-0 text-xs leading-4.5 text-fg-3 tabular-nums"
            >
              {clocks.format(Date.parse(entry.createdAt))}
            </time>
            <span className="min-w-0 break-words">
              {entry.username !== null && (
                <>
                  <bdi className="font-semibold">{entry.username}</bdi>{' '}
                </>
              )}
              {wordsOf(entry, t, all)}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
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
      return events.server_found(location ? placeName(location, all.locale) : String(details['location'] ?? ''));
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
      return events.rating(formatChange(Number(details['change'] ?? 0)));
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
