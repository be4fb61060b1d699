import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import { getGameRoom, type Room } from '@karat/contract/rooms';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Swords } from 'lucide-react';
import { useParams } from 'react-router';
import { call } from '#core/api.ts';
import { ButtonLink } from '#ui/button.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { NotFoundView } from '#ui/views.tsx';
import { ShareSkeleton, ShareView } from './share-view.tsx';
import { useSharingText } from './words/sharing-text.ts';

const ROOM_ID = /^[1-9]\d{0,9}$/;

const sharedMatchQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['shared-match', roomId],
    queryFn: ({ signal }) => call(getGameRoom, { params: { roomId } }, { signal }),
  });

/** The page of a shared match. It leads to the room, where the coin can be verified. */
export function SharedMatchPage() {
  const { roomId = '' } = useParams();
  return ROOM_ID.test(roomId) ? <FoundMatch roomId={roomId} /> : <Missing />;
}

function FoundMatch({ roomId }: { roomId: string }) {
  return (
    <QueryView query={useQuery(sharedMatchQuery(roomId))} loading={<ShareSkeleton />} notFound={<Missing />}>
      {(room) => (room.state === 'MATCH_FINISHED' ? <MatchView room={room} /> : <Missing />)}
    </QueryView>
  );
}

function MatchView({ room }: { room: Room }) {
  const t = useSharingText();
  const { id: roomId, score, player_count: size, map } = room;
  // Without names: the picture leaves out those of players who hide their matches.
  const title = t.match(size, map, `${score.team1}:${score.team2}`);
  return (
    <ShareView title={title} lead={t.matchLead} path={fillPath(pages.sharedMatch, { roomId })}>
      <ButtonLink to={fillPath(pages.room, { roomId })} variant="primary" icon={<Swords size={18} aria-hidden />}>
        {t.openMatch}
      </ButtonLink>
    </ShareView>
  );
}

function Missing() {
  const t = useSharingText();
  return (
    <NotFoundView title={t.matchMissing} text={t.matchMissingHint} backLink={{ to: pages.home, label: t.goHome }} />
  );
}
