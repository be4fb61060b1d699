import type { Room } from '@karat/contract/rooms';
import clsx from 'clsx';
import { useSession } from '#core/session.ts';
import { isFull, isLive, ownSeat } from './room-state.ts';
import { useLobbyText } from './words/lobby-text.ts';
import type { RoomCatalogue } from './words/room-mixed.ts';
import { useRoomText } from './words/room-text.ts';

/** The state of the room as text. */
export function RoomStatus({ room }: { room: Room }) {
  const { title, hint, note, isWon = false } = useWords(room);
  return (
    <div role="status" className="w-full">
      <p className={clsx('font-display text-h2 font-bold text-balance', isWon && 'text-success')}>{title}</p>
      {[hint, note].map(
        (line) =>
          line !== undefined && (
            <p key={line} className="mt-1 text-card text-pretty wrap-anywhere text-fg-2">
              {line}
            </p>
          ),
      )}
    </div>
  );
}

type Words = { title: string; hint?: string | undefined; note?: string | undefined; isWon?: boolean };

function useWords(room: Room): Words {
  const home = useLobbyText();
  const t = useRoomText();
  const playerSeat = ownSeat(
    room,
    useSession((session) => session.steamId),
  );
  switch (room.state) {
    case 'WAITING':
      return isFull(room) ? { title: t.readyUp, hint: t.readyUpHint } : { title: home.waiting, hint: t.waiting };
    case 'MATCH_STARTING': {
      const last = room.timeline.findLast(({ event }) => event === 'server_waiting' || event === 'server_found');
      return { title: t.starting, hint: last?.event === 'server_waiting' ? t.serverWaiting : t.startingHint };
    }
    case 'MATCH_ONGOING':
      return { title: t.ongoing, ...ongoingHints(room, { isSeated: playerSeat !== undefined, t }) };
    case 'MATCH_FINISHED': {
      const team = t.teams[room.winner ?? 'team1'];
      const result = room.endReason === 'forfeit' ? t.forfeited(team) : t.finished(team);
      if (playerSeat === undefined) return { title: result };
      const isWon = playerSeat.team === room.winner;
      return { title: isWon ? t.won : t.lost, hint: result, isWon };
    }
    case 'MATCH_CANCELLED':
      return cancelWords(room, t);
  }
}

function ongoingHints(room: Room, { isSeated, t }: { isSeated: boolean; t: RoomCatalogue }): Partial<Words> {
  if (room.isPlayedBySandbox) return { hint: t.sandboxPlays, note: isLive(room) ? undefined : t.othersJoin };
  if (isLive(room)) return {};
  return { hint: isSeated ? t.joinServer : t.othersJoin };
}

/** Automatic cancellations have a known reason; any other reason was written by staff. */
function cancelWords({ endReason, ticketPrice }: Room, t: RoomCatalogue): Words {
  const reasons: Readonly<Record<string, string | undefined>> = t.reasons;
  const known = Object.hasOwn(t.reasons, endReason ?? '') ? reasons[endReason ?? ''] : undefined;
  // A player who left got the fee back earlier.
  const note = ticketPrice > 0 && endReason !== 'left' ? t.feesBack : undefined;
  if (known !== undefined || endReason === null) return { title: t.cancelled, hint: known, note };
  return { title: t.closedByStaff, hint: t.staffReason(endReason), note };
}
