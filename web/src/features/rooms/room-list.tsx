import { pages } from '@karat/contract/pages';
import type { RoomSummary } from '@karat/contract/rooms';
import { MAPS, PLAYER_COUNTS } from '@karat/rules/rooms';
import { type QueryClient, useQueryClient, useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { FilterX, Swords } from 'lucide-react';
import { useEffect } from 'react';
import { useLiveEvent } from '#core/socket.ts';
import { logError } from '#core/log.ts';
import { openAuth, setModalState } from '#core/modals.ts';
import { useSession } from '#core/session.ts';
import { usePlayerAction } from '#core/use-player-action.ts';
import { useUrlParams } from '#ui/url-params.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ChoiceMenu } from '#ui/choice-menu.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { EmptyView } from '#ui/views.tsx';
import { WhenNear } from '#ui/when-near.tsx';
import { roomsQuery } from './queries.ts';
import { RoomCard, cardHeight } from './room-card.tsx';
import { type Places, useRoomPlaces } from './room-places.ts';
import { ownSeat } from './room-state.ts';
import { useLobbyText } from './words/lobby-text.ts';

const FEES = ['free', 'paid'] as const;

const NONE: readonly RoomSummary[] = [];

/** Waiting and running rooms, with filters stored in the URL. */
export function RoomList() {
  const t = useLobbyText();
  const query = useQuery(roomsQuery);
  const { data: rooms = NONE, error } = query;
  const matching = useMatchingRooms(rooms);
  const places = useRoomPlaces(
    matching.map(({ id }) => id),
    Object.values(useFilters()).join(' '),
  );
  useLiveRooms();
  useEffect(() => {
    if (error) logError('Failed to load the rooms', error);
  }, [error]);
  return (
    <section aria-labelledby="open-rooms" className="home-section">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 id="open-rooms" className="font-display text-h2 font-bold">
          {t.rooms}
        </h2>
        {places.waitingCount > 0 && (
          <Button variant="quiet" className="-my-2 h-10 px-3" onClick={places.showWaiting}>
            {t.showMore(places.waitingCount)}
          </Button>
        )}
        <Filters />
      </div>
      <QueryView query={query} loading={<ListSkeleton />} isDeferred>
        {() => (
          <div ref={places.gridRef} className={grid}>
            {matching.length === 0 && places.isOneRow ? (
              <div className="col-span-full">{rooms.length === 0 ? <NoRooms /> : <NoneMatch />}</div>
            ) : (
              <Cards rooms={matching} places={places.places} />
            )}
          </div>
        )}
      </QueryView>
    </section>
  );
}

const grid = 'grid grid-cols-1 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(16.5rem,1fr))]';

/** The rooms that match the filters, the own one first. */
function useMatchingRooms(rooms: readonly RoomSummary[]): readonly RoomSummary[] {
  const { map, size, fee } = useFilters();
  const steamId = useSession((session) => session.steamId);
  const isOwn = (room: RoomSummary) => ownSeat(room, steamId) !== undefined;
  return rooms
    .filter(
      (room) =>
        (map === 'all' || room.map === map) &&
        (size === 'all' || room.player_count === size) &&
        (fee === 'all' || (fee === 'free') === (room.ticketPrice === 0)),
    )
    .toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
}

function Cards({ rooms, places }: { rooms: readonly RoomSummary[]; places: Places }) {
  const byId = new Map(rooms.map((room) => [room.id, room]));
  return (
    <ul className="contents">
      {places.map((id, index) => {
        const room = id === undefined ? undefined : byId.get(id);
        return (
          <li key={room ? room.id : `closed ${index}`}>
            {room ? (
              <WhenNear placeholder={<div className={cardHeight} />}>
                <RoomCard room={room} />
              </WhenNear>
            ) : (
              <ClosedRoom />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Keeps the place of a room until another one takes it, so that the rest does not move under the pointer. */
function ClosedRoom() {
  const t = useLobbyText();
  return (
    <p
      className={clsx(
        'surface flex h-full items-center justify-center border-dashed p-4 text-card text-fg-2',
        cardHeight,
      )}
    >
      {t.closed}
    </p>
  );
}

function NoneMatch() {
  const t = useLobbyText();
  const { to } = useUrlParams();
  return (
    <EmptyView icon={FilterX} title={t.noneMatch} text={t.noneMatchHint}>
      <ButtonLink to={to({ map: undefined, size: undefined, fee: undefined })}>{t.showAll}</ButtonLink>
    </EmptyView>
  );
}

/** The filters in the URL; an unknown value means all. */
function useFilters() {
  const { params } = useUrlParams();
  return {
    map: MAPS.find((map) => map === params.get('map')) ?? 'all',
    size: PLAYER_COUNTS.find((size) => size === params.get('size')) ?? 'all',
    fee: FEES.find((fee) => fee === params.get('fee')) ?? 'all',
  } as const;
}

function Filters() {
  const t = useLobbyText();
  const { go } = useUrlParams();
  const filters = useFilters();
  const all = { value: 'all', label: t.all } as const;
  const menu = (name: keyof typeof filters, choices: readonly { value: string; label: string }[]) => (
    <ChoiceMenu
      label={t[name]}
      value={filters[name]}
      choices={[all, ...choices]}
      isActive={filters[name] !== 'all'}
      isShort
      onChoose={(value) => go({ [name]: value === 'all' ? undefined : value })}
    />
  );
  const same = (value: string) => ({ value, label: value });
  return (
    <div role="group" aria-label={t.filters} className="flex gap-2 max-sm:w-full sm:ml-auto">
      {menu('map', MAPS.map(same))}
      {menu('size', PLAYER_COUNTS.map(same))}
      {menu(
        'fee',
        FEES.map((value) => ({ value, label: t[value] })),
      )}
    </div>
  );
}

/** As high as a row of rooms, so that nothing below moves when the list turns out empty. */
function NoRooms() {
  const t = useLobbyText();
  const create = usePlayerAction(
    () => setModalState('isCreateRoomOpen', true),
    () => openAuth('signup'),
  );
  return (
    <div
      className={clsx(
        'surface flex flex-col items-center justify-center gap-4 border-dashed p-4 text-center',
        cardHeight,
      )}
    >
      <div>
        <p className="flex items-center justify-center gap-2.5 font-display text-base font-bold">
          <Swords size={20} aria-hidden className="shrink-0 text-primary" />
          {t.empty}
        </p>
        <p className="mt-1 text-card text-pretty text-fg-2">{t.emptyHint}</p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <Button aria-haspopup="dialog" isPending={create.isWaiting} onClick={create.onPress}>
          {t.openFirst}
        </Button>
        <ButtonLink to={pages.faq} variant="quiet">
          {t.howItWorks}
        </ButtonLink>
      </div>
    </div>
  );
}

function ListSkeleton() {
  return (
    <Skeleton>
      <div className={grid}>
        {['one', 'two', 'three'].map((key) => (
          <SkeletonBlock key={key} className={clsx('rounded-lg', cardHeight)} />
        ))}
      </div>
    </Skeleton>
  );
}

// A response in flight may be older than the event.
async function applyRooms(queryClient: QueryClient, rooms: RoomSummary[]): Promise<void> {
  await queryClient.cancelQueries({ queryKey: roomsQuery.queryKey });
  queryClient.setQueryData(roomsQuery.queryKey, rooms);
}

/** Updates the list by events, and fetches it again after a reconnect. */
function useLiveRooms(): void {
  const queryClient = useQueryClient();
  useLiveEvent(
    'ROOMS_CHANGED',
    ({ data }) => void applyRooms(queryClient, data),
    () => void queryClient.invalidateQueries({ queryKey: roomsQuery.queryKey }),
  );
}
