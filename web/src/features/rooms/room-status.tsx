import type { Room } from '@karat/contract/rooms';
import { useText } from '#i18n/i18n.ts';
import { useRoomText } from '#i18n/rooms/room-text.ts';
import { isFull, isLive } from './room-state.ts';

/** Where the room stands, in words. */
export function RoomStatus({ room }: { room: Room }) {
  const { title, hint } = useWords(room);
  return (
    <div role="status">
      <p className="font-display text-h2 font-bold text-balance">{title}</p>
      {hint !== undefined && <p className="mt-1 text-card text-pretty text-fg-2">{hint}</p>}
    </div>
  );
}

type Words = { title: string; hint?: string | undefined };

function useWords(room: Room): Words {
  const { home } = useText();
  const t = useRoomText();
  const reasons: Readonly<Record<string, string | undefined>> = t.reasons;
  switch (room.state) {
    case 'WAITING':
      return isFull(room) ? { title: t.readyUp, hint: t.readyUpHint } : { title: home.waiting, hint: t.waiting };
    case 'MATCH_STARTING': {
      const last = room.timeline.findLast(({ event }) => event === 'server_waiting' || event === 'server_found');
      return { title: t.starting, hint: last?.event === 'server_waiting' ? t.serverWaiting : t.startingHint };
    }
    case 'MATCH_ONGOING':
      return { title: t.ongoing, hint: isLive(room) ? undefined : t.joinServer };
    case 'MATCH_FINISHED': {
      const team = t.teams[room.winner ?? 'team1'];
      return { title: room.endReason === 'forfeit' ? t.forfeited(team) : t.finished(team) };
    }
    case 'MATCH_CANCELLED':
      return { title: t.cancelled, hint: reasons[room.endReason ?? ''] ?? room.endReason ?? undefined };
  }
}
