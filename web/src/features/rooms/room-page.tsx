import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { Room } from '@karat/contract/rooms';
import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { useChatClosed } from '#core/modals.ts';
import { useSession } from '#core/session.ts';
import { formatNumber } from '#i18n/format.ts';
import { QueryView } from '#ui/query-view.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { ShareButton } from '#ui/share-button.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { NotFoundView } from '#ui/views.tsx';
import { MatchPanel } from './match-panel.tsx';
import { CoinPanel } from './coin-panel.tsx';
import { roomQuery } from './queries.ts';
import { RoomInfo } from './room-info.tsx';
import { ownSeat } from './room-state.ts';
import { SandboxServer } from './server-panel.tsx';
import { Timeline } from './timeline.tsx';
import { useLiveRoom } from './use-live-room.ts';
import { useRoomText } from './words/room-text.ts';

const ROOM_ID = /^[1-9]\d{0,14}$/;

/** The chat is another feature's, so the shell passes it in. */
type Parts = { Chat: ComponentType<{ roomId: number }> };

export function RoomPage({ Chat }: Parts) {
  const { roomId = '' } = useParams();
  return ROOM_ID.test(roomId) ? <FoundRoom key={roomId} roomId={roomId} Chat={Chat} /> : <Missing />;
}

function FoundRoom({ roomId, Chat }: Parts & { roomId: string }) {
  // A room has its own chat.
  useChatClosed(true);
  return (
    <QueryView query={useQuery(roomQuery(roomId))} loading={<RoomSkeleton />} notFound={<Missing />}>
      {(room) => <RoomView room={room} Chat={Chat} />}
    </QueryView>
  );
}

function RoomSkeleton() {
  return (
    <Skeleton>
      <SkeletonBlock className="mb-5 h-9 w-40" />
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-3">
        {['team1', 'centre', 'team2'].map((part) => (
          <SkeletonBlock key={part} className="h-64 rounded-lg max-lg:h-36" />
        ))}
      </div>
      <SkeletonBlock className="mt-3 h-60 rounded-lg lg:mt-19" />
      <div className="mt-4 grid grid-cols-1 gap-4 lg:grid-cols-2">
        <SkeletonBlock className="h-72 rounded-lg" />
        <SkeletonBlock className="h-95 rounded-lg" />
      </div>
    </Skeleton>
  );
}

function Missing() {
  const room = useRoomText();
  return (
    <NotFoundView title={room.missing} text={room.missingHint} backLink={{ to: pages.home, label: room.goBack }} />
  );
}

function RoomView({ room, Chat }: Parts & { room: Room }) {
  const t = useRoomText();
  const steamId = useSession((session) => session.steamId);
  const isSeated = ownSeat(room, steamId) !== undefined;
  useLiveRoom(room, isSeated);
  return (
    <>
      <PageHeading title={t.heading(room.id)}>
        <HeadingDetails room={room} />
      </PageHeading>
      <div className="flex flex-col">
        <MatchPanel room={room} />
        <div className="mt-4 grid grid-cols-1 gap-4 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4 max-lg:contents">
            <RoomInfo room={room} />
            <Timeline room={room} />
          </div>
          <div className="flex min-w-0 flex-col gap-4 max-lg:contents">
            {/* On a phone the chat and the timeline come before the facts. */}
            <div className="min-w-0 max-lg:-order-2">
              <Chat roomId={room.id} />
            </div>
            <CoinPanel room={room} />
          </div>
        </div>
        <SandboxServer room={room} isSeated={isSeated} />
      </div>
    </>
  );
}

/** Beside the heading. On a phone it has the width of all its parts from the start, so that none of them starts a new line. */
function HeadingDetails({ room }: { room: Room }) {
  const t = useRoomText();
  return (
    <div className="flex min-h-9 min-w-36 items-center justify-end gap-x-3 md:gap-x-6">
      {room.state === 'MATCH_FINISHED' && (
        <ShareButton path={fillPath(pages.sharedMatch, { roomId: room.id })} title={t.heading(room.id)} size="dense" />
      )}
      {room.spectators > 0 && (
        <p className="flex items-center gap-1.5 text-card text-fg-2 tabular-nums">
          <Eye size={16} aria-hidden />
          <span aria-hidden className="md:hidden">
            {formatNumber(room.spectators)}
          </span>
          <span className="max-md:sr-only">{t.spectators(room.spectators)}</span>
        </p>
      )}
    </div>
  );
}
