import type { GameServer } from '@karat/contract/servers';
import { useQueryClient, useQuery } from '@tanstack/react-query';
import { Server } from 'lucide-react';
import { useLiveEvent } from '#core/socket.ts';
import { useMay } from '#core/staff.ts';
import { ResidentsPanel } from '#features/residents/residents.tsx';
import { locationName } from '#features/rooms/rooms.ts';
import { useText } from '#i18n/i18n.ts';
import { useUrlParams } from '#ui/url-params.ts';
import { QueryView } from '#ui/query-view.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { EmptyView } from '#ui/views.tsx';
import { Console } from './admin-console.tsx';
import { activeRoomsQuery, serversQuery } from './admin-queries.ts';
import { ActiveRooms } from './admin-rooms.tsx';
import { ServerStatus } from './admin-server-status.tsx';
import { useAdminText } from './words/admin-text.ts';

/** The rooms that are played, and for those who operate the site the game servers: status and console. */
export function AdminServerPage() {
  const t = useText();
  const mayOperate = useMay('operations');
  useLiveRooms();
  return (
    <>
      <PageHeading title={t.admin.server} />
      <div className="space-y-8">
        {/* First, so that a room can be ended without scrolling. */}
        <ActiveRooms />
        {mayOperate && <AllServers />}
      </div>
    </>
  );
}

function AllServers() {
  const { servers } = useAdminText();
  return (
    <QueryView query={useQuery(serversQuery)} errorTitle={servers.failed}>
      {(list) =>
        list.length > 0 ? (
          <>
            <Servers list={list} />
            {list.some(({ isSandbox }) => isSandbox) && (
              <div className="mt-8">
                <ResidentsPanel />
              </div>
            )}
          </>
        ) : (
          <EmptyView icon={Server} title={servers.none} text={servers.noneHint} />
        )
      }
    </QueryView>
  );
}

function Servers({ list }: { list: readonly GameServer[] }) {
  const { locale } = useText();
  const { servers } = useAdminText();
  const urlParams = useUrlParams();
  const serverParam = urlParams.params.get('server');
  const chosen = list.find(({ id }) => String(id) === serverParam) ?? list[0]!;
  const textOf = ({ address: ip, isSandbox, roomId }: GameServer) =>
    [ip, isSandbox && servers.sandbox, roomId === null ? servers.free : servers.roomName(roomId)]
      .filter((part) => part !== false)
      .join(' · ');
  return (
    <div className="space-y-6">
      <RadioCards
        label={servers.choose}
        name="server"
        cards={list.map((server) => ({
          value: String(server.id),
          label: locationName(server.location, locale),
          text: textOf(server),
        }))}
        value={String(chosen.id)}
        onChoose={(id) => urlParams.replace({ server: id })}
      />
      <div className="grid gap-6 @5xl:grid-cols-2">
        <ServerStatus key={`status-${chosen.id}`} server={chosen} />
        <Console server={chosen} />
      </div>
    </div>
  );
}

/** Updates the rooms and their servers by events. */
function useLiveRooms(): void {
  const queryClient = useQueryClient();
  useLiveEvent(
    'ROOMS_CHANGED',
    ({ data }) => {
      // A response in flight may be older than the event.
      void queryClient
        .cancelQueries({ queryKey: activeRoomsQuery.queryKey })
        .then(() => queryClient.setQueryData(activeRoomsQuery.queryKey, data));
      void queryClient.invalidateQueries({ queryKey: serversQuery.queryKey });
    },
    () => {
      for (const { queryKey } of [activeRoomsQuery, serversQuery]) void queryClient.invalidateQueries({ queryKey });
    },
  );
}
