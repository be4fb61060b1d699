import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Room, Seat } from '@karat/contract/rooms';
import { MemoryRouter, Route, Routes } from 'react-router';
import { loadSession } from '#core/session.ts';
import { useChat } from '#features/chat/chat-state.ts';
import { RoomChat } from '#features/chat/room-chat.tsx';
import { RoomPage } from '#features/rooms/room-page.tsx';
import { Toasts } from '#ui/toasts.tsx';
import { exampleSeat } from './rooms.ts';
import { fakeSocket } from './fake-socket.ts';
import { demoPlayer, stubServer } from './test-utils.tsx';

/** The call that the page of room 5 makes. */
export const ROOM_CALL = 'GET /room/getGameRoom/5';
const STEAM = 'steam-kaan_tr';

type Answers = Parameters<typeof stubServer>[0];

/** The seat of the current player, on the second team. */
export const me = (overrides: Partial<Seat> = {}): Seat =>
  exampleSeat(demoPlayer.username, { steamId: STEAM, team: 'team2', ...overrides });

/** Opens the page of room 5 as a player with a Steam account. */
export async function openRoom(room: Room, answers: Answers = {}) {
  const requests = stubServer({
    'GET /auth/me': { body: { data: { ...demoPlayer, steamId: STEAM } } },
    [ROOM_CALL]: { body: room },
    ...answers,
  });
  await loadSession();
  useChat.setState({ hidden: [] });
  fakeSocket.connected = true;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/room/5']}>
        <Routes>
          <Route path="/room/:roomId" element={<RoomPage Chat={RoomChat} />} />
        </Routes>
        <Toasts />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const posts = () => requests.filter(({ method }) => method === 'POST');
  const shown = () => queryClient.getQueryData(['room', '5']);
  return { ...view, user: userEvent.setup(), requests, posts, shown };
}

/** A region of the page by its label: a team, the server, the facts. */
export const region = (name: string) => screen.findByRole('region', { name });
