import type { StaffRoom } from '@karat/contract/rooms';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { visit } from '#testing/cases.tsx';
import { signInStaff } from '#testing/staff.ts';
import { stubServer } from '#testing/test-utils.tsx';
import { AdminRoomsList } from './admin-rooms-list.tsx';

const CALL = 'GET /admin/getAllRooms';

const room: StaffRoom = {
  id: 8,
  map: 'awp_lego',
  playerCount: '1v1',
  state: 'MATCH_FINISHED',
  ticketPrice: 100,
  owner: { id: 7, username: 'kaan_tr', isSandbox: false },
  players: 'kaan_tr, ayse',
  winner: 'team1',
  createdAt: '2026-03-03T14:05:09.000Z',
  endedAt: '2026-03-03T14:25:09.000Z',
};

const listed = (data: StaffRoom[]) => ({
  body: { data, pagination: { totalResults: data.length, resultsPerPage: 20, currentPage: 1 } },
});

function open(answer: Parameters<typeof stubServer>[0][string], search = '?view=rooms') {
  const requests = stubServer({ [CALL]: answer });
  return { requests, ...visit('/admin/games', <AdminRoomsList />, `/admin/games${search}`) };
}

beforeEach(() => signInStaff('finance'));

test('lists rooms, linked to their pages', async () => {
  open(listed([room]));
  const row = within(await screen.findByRole('table', { name: 'Rooms' })).getAllByRole('row')[1]!;
  expect(within(row).getByRole('link').getAttribute('href')).toBe('/room/8');
  expect(row.textContent).toContain('kaan_tr, ayse');
  expect(row.textContent).toContain('Finished');
});

test('filters by the URL, and downloads with the same filter', async () => {
  const { requests, user, router } = open(listed([]), '?view=rooms&phase=finished&username=ayse&from=2026-03-01');
  expect(await screen.findByText('No rooms match.')).toBeTruthy();
  expect(requests.at(-1)!.path).toBe('/admin/getAllRooms?username=ayse&from=2026-03-01&phase=finished&page=1&limit=25');
  const file = screen.getByRole('link', { name: 'Download CSV' });
  expect(file.getAttribute('href')).toBe('/admin/downloadRooms?username=ayse&from=2026-03-01&phase=finished');
  await user.clear(screen.getByRole('textbox', { name: 'Name of a player' }));
  await waitFor(() => expect(router.state.location.search).toBe('?view=rooms&phase=finished&from=2026-03-01'));
});

test('has no download for roles that may not', async () => {
  signInStaff('support');
  open(listed([room]));
  await screen.findByRole('table');
  expect(screen.queryByRole('link', { name: 'Download CSV' })).toBeNull();
});

test('says that loading failed', async () => {
  open('unreachable');
  expect(await screen.findByText('The rooms could not be loaded.')).toBeTruthy();
});
