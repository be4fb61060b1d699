import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { RoomSummary } from '@karat/contract/rooms';
import { seatsTotal } from '@karat/rules/rooms';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { locationName } from '#features/rooms/rooms.ts';
import { useText } from '#i18n/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { useFocusFallback } from '#ui/use-focus-fallback.ts';
import { textLinkClass } from '#ui/link-class.ts';
import { QueryView } from '#ui/query-view.tsx';
import { ReasonModal } from '#ui/reason-modal.tsx';
import { PlayerName } from '#ui/player-name.tsx';
import { showError } from '#ui/show-error.ts';
import { showToast } from '#ui/toast.ts';
import { activeRoomsQuery, serversQuery, voidRoom } from './admin-queries.ts';
import type { AdminCatalogue } from './words/admin-mixed.ts';
import { useAdminText } from './words/admin-text.ts';

/** All active rooms, with a button to void one and refund all stakes. */
export function ActiveRooms() {
  const { servers } = useAdminText();
  const query = useQuery(activeRoomsQuery);
  const [picked, setPicked] = useState<number>();
  const home = useFocusFallback<HTMLElement>();
  const found = query.data?.length ?? 0;
  return (
    <section ref={home} tabIndex={-1} aria-labelledby="active-rooms" className="outline-none">
      <h2 id="active-rooms" className="mb-3 font-display text-h2 font-bold">
        {servers.rooms}
        {found > 0 && (
          <span className="ml-3 font-sans text-sm font-medium text-fg-3 tabular-nums">{servers.roomsFound(found)}</span>
        )}
      </h2>
      <QueryView query={query} errorTitle={servers.failed}>
        {(rooms) =>
          rooms.length === 0 ? (
            <div className="text-fg-2">
              <p>{servers.noRooms}</p>
              <p className="text-card text-fg-3">{servers.noRoomsHint}</p>
            </div>
          ) : (
            // Scrolls, so that the servers below stay reachable.
            <div className="surface max-h-120 overflow-auto overscroll-contain max-sm:border-0">
              <DataTable
                label={servers.rooms}
                columns={columnsOf(servers, setPicked)}
                rows={rooms}
                rowKey={({ id }) => id}
              />
            </div>
          )
        }
      </QueryView>
      {picked !== undefined && <VoidModal key={picked} roomId={picked} onClose={() => setPicked(undefined)} />}
    </section>
  );
}

function columnsOf(servers: AdminCatalogue['servers'], onVoid: (roomId: number) => void): Column<RoomSummary>[] {
  return [
    { key: 'room', label: servers.room, renderCell: (room) => <RoomCell room={room} /> },
    {
      key: 'seats',
      label: servers.seats,
      renderCell: ({ players, player_count: size }) => (
        <span className="block min-w-0 max-sm:text-right sm:min-w-28 sm:py-2">
          <span className="text-fg-3 tabular-nums">
            {players.length}/{seatsTotal(size)}{' '}
          </span>
          {players.map(({ username, isSandbox }, place) => (
            <Fragment key={username}>
              {place > 0 && ', '}
              <PlayerName username={username} isSandbox={isSandbox} />
            </Fragment>
          ))}
        </span>
      ),
    },
    {
      key: 'pot',
      label: servers.pot,
      align: 'right',
      renderCell: ({ totalAmount }) => <Diamonds amount={totalAmount} />,
    },
    {
      key: 'actions',
      label: servers.actions,
      align: 'right',
      renderCell: ({ id }) => (
        <Button size="dense" aria-label={servers.voidRoomOf(id)} aria-haspopup="dialog" onClick={() => onVoid(id)}>
          {servers.voidRoom}
        </Button>
      ),
    },
  ];
}

function RoomCell({ room }: { room: RoomSummary }) {
  const { locale } = useText();
  const { servers } = useAdminText();
  const { id, map, state, player_count: size, server_location: location } = room;
  return (
    <div className="whitespace-nowrap sm:py-2">
      <p className="flex items-center gap-2.5">
        <Link to={fillPath(pages.room, { roomId: id })} className={`font-semibold ${textLinkClass}`}>
          {servers.roomName(id)}
        </Link>
        <Badge tone={state === 'WAITING' ? 'neutral' : 'primary'}>{servers.roomStates[state]}</Badge>
      </p>
      <p className="mt-0.5 text-xs text-fg-3 max-sm:hidden">
        {map} · {size} · {locationName(location, locale)}
      </p>
    </div>
  );
}

/** Voids a room, with a reason that its players read. */
function VoidModal({ roomId, onClose }: { roomId: number; onClose: () => void }) {
  const t = useText();
  const { servers } = useAdminText();
  const queryClient = useQueryClient();
  const voiding = useMutation({
    mutationFn: voidRoom,
    onSuccess: () => {
      showToast('success', servers.voided(roomId));
      onClose();
    },
    onError: (error) => showError(t, error),
    onSettled: () =>
      Promise.all([activeRoomsQuery, serversQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey }))),
  });
  return (
    <ReasonModal
      title={servers.voidRoomOf(roomId)}
      text={servers.voidText}
      reasonLabel={servers.voidReason}
      confirm={servers.voidConfirm}
      variant="danger"
      isPending={voiding.isPending}
      onConfirm={(reason) => voiding.mutate({ roomId, reason })}
      onClose={onClose}
    />
  );
}
