import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { RoomSummary } from '@karat/contract/rooms';
import type { GameServer } from '@karat/contract/servers';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { FormAlert } from '#ui/form-alert.tsx';
import { textLinkClass } from '#ui/link-class.ts';
import { QueryView } from '#ui/query-view.tsx';
import { errorText } from '#ui/error-text.ts';
import { PlayerName } from '#ui/player-name.tsx';
import { activeRoomsQuery, statusQuery } from './admin-queries.ts';
import { useAdminText } from './words/admin-text.ts';

/** The current status of a server and its players. */
export function ServerStatus({ server }: { server: GameServer }) {
  const t = useText();
  const { servers } = useAdminText();
  const query = useQuery(statusQuery(server.id));
  // The list of rooms on the same page fetches them.
  const rooms = useQuery({ ...activeRoomsQuery, enabled: false }).data;
  const room = rooms?.find(({ id }) => id === server.roomId);
  const failure = query.isError ? errorText(t, query.error) : undefined;
  return (
    <section aria-labelledby="server-status" className="surface min-w-0 p-4 md:p-5">
      <div className="mb-4 flex items-center justify-between gap-4">
        <h2 id="server-status" className="font-display text-h2 font-bold">
          {servers.status}
        </h2>
        <Button
          size="dense"
          icon={<RotateCcw size={16} aria-hidden />}
          isPending={query.isFetching}
          onClick={() => void query.refetch()}
        >
          {servers.refresh}
        </Button>
      </div>
      {failure !== undefined && <FormAlert>{failure}</FormAlert>}
      {(query.data !== undefined || !query.isError) && (
        <QueryView query={query}>
          {({ server: report, players }) => (
            <>
              <dl className="my-5 grid gap-x-6 gap-y-3 sm:grid-cols-2">
                <Fact name={servers.hostname}>{report.hostname}</Fact>
                <Fact name={servers.address}>{report.public_ip}</Fact>
                <Fact name={servers.map}>{report.map}</Fact>
                <Fact name={servers.playedOnIt}>
                  <RoomOnIt roomId={server.roomId} />
                </Fact>
              </dl>
              {players.length === 0 ? (
                <p className="text-fg-2">{servers.noPlayers}</p>
              ) : (
                <DataTable
                  label={servers.players}
                  columns={[
                    { key: 'type', label: servers.type, renderCell: ({ type }) => type },
                    {
                      key: 'name',
                      label: servers.name,
                      renderCell: ({ name }) => <NameOnServer name={name} room={room} />,
                    },
                    { key: 'state', label: servers.state, renderCell: ({ state }) => state },
                  ]}
                  rows={players.map((player, place) => ({ ...player, place }))}
                  rowKey={({ place }) => place}
                />
              )}
            </>
          )}
        </QueryView>
      )}
    </section>
  );
}

/** The name as the server reports it, marked if it is that of a sandbox player in the server's room. */
function NameOnServer({ name, room }: { name: string; room: RoomSummary | undefined }) {
  const isSandbox = room?.players.some((seat) => seat.username === name && seat.isSandbox) ?? false;
  return <PlayerName username={name} isSandbox={isSandbox} isPlain />;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-fg-3">{name}</dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}

function RoomOnIt({ roomId }: { roomId: number | null }) {
  const { servers } = useAdminText();
  if (roomId === null) return servers.noMatch;
  return (
    <Link to={fillPath(pages.room, { roomId })} className={textLinkClass}>
      {servers.roomName(roomId)}
    </Link>
  );
}
