import type { Room } from '@karat/contract/rooms';
import { useSession } from '#core/session.ts';
import { useText } from '#i18n/i18n.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { fullPot, ownSeat } from './room-state.ts';
import { useRoomText } from './words/room-text.ts';

/** The current pot; after the match, how it was shared. */
export function Pot({ room }: { room: Room }) {
  const { common } = useText();
  const t = useRoomText();
  const { state, ticketPrice, totalAmount } = room;
  if (ticketPrice === 0) return null;
  if (state === 'MATCH_FINISHED') return <SharedPot room={room} />;
  if (totalAmount === 0) return null;
  return (
    <p title={common.diamonds(totalAmount)} className="flex items-center gap-2 rounded-full bg-bg-0/80 px-3 py-1">
      <span className="text-xs text-fg-2">{t.pot}</span>
      <Diamonds amount={totalAmount} />
    </p>
  );
}

function SharedPot({ room }: { room: Room }) {
  const t = useRoomText();
  const playerSeat = ownSeat(
    room,
    useSession((session) => session.steamId),
  );
  const { pot, rake, each } = fullPot(room);
  const hasWon = playerSeat !== undefined && playerSeat.team === room.winner;
  const parts = [
    [t.pot, pot],
    [t.siteFee, rake],
    [hasWon ? t.youGet : t.eachGets, each],
  ] as const;
  return (
    <dl className="flex flex-wrap justify-center gap-x-4 gap-y-1 rounded-lg bg-bg-0/80 px-3 py-1.5">
      {parts.map(([name, amount]) => (
        <div key={name} className="flex items-center gap-1.5">
          <dt className="text-xs text-fg-2">{name}</dt>
          <dd>
            <Diamonds amount={amount} className="text-card" />
          </dd>
        </div>
      ))}
    </dl>
  );
}
