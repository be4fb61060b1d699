import { RoomChat } from '#features/chat/room-chat.tsx';
import { RoomPage } from '#features/rooms/room-page.tsx';

/** The page of a room with its chat. */
export function RoomRoute() {
  return <RoomPage Chat={RoomChat} />;
}
