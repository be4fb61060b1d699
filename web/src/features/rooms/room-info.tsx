import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { Room } from '@karat/contract/rooms';
import { RAKE_PERCENT } from '@karat/rules/rooms';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useText } from '#i18n/i18n.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { usePercent } from '#ui/use-percent.ts';
import { Panel } from './panel.tsx';
import { locationName } from './rooms.ts';
import { fullPot } from './room-state.ts';
import { useRoomText } from './words/room-text.ts';

/** Shows the map, mode, location and entry fee of a room, and the link to invite players. */
export function RoomInfo({ room }: { room: Room }) {
  const { locale } = useText();
  const t = useRoomText();
  const formatPercent = usePercent();
  const invitation = window.location.origin + fillPath(pages.room, { roomId: room.id });
  return (
    <Panel title={t.info}>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Fact name={t.map}>{room.map}</Fact>
        <Fact name={t.size}>{room.player_count}</Fact>
        <Fact name={t.location}>{locationName(room.server_location, locale)}</Fact>
        <Fact name={t.entry}>{room.ticketPrice > 0 ? <Diamonds amount={room.ticketPrice} /> : t.free}</Fact>
        {room.ticketPrice > 0 && (
          <>
            <Fact name={t.siteFee}>{t.ofThePot(formatPercent(RAKE_PERCENT))}</Fact>
            <Fact name={t.eachGets}>
              <Diamonds amount={fullPot(room).each} />
            </Fact>
          </>
        )}
        <Fact name={t.invite} isWide>
          <span className="flex items-center gap-1">
            <span className="min-w-0 grow text-card break-all">{invitation}</span>
            <CopyButton text={invitation} />
          </span>
        </Fact>
      </dl>
    </Panel>
  );
}

function Fact({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={clsx('min-w-0', isWide && 'col-span-2')}>
      <dt className="text-xs text-fg-3">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
