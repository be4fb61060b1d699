import { LOCATIONS } from '@karat/rules/rooms';
import { act, screen, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { setModalState, useModals } from '#core/modals.ts';
import { loadSession } from '#core/session.ts';
import { demoPlayer, renderInApp, refusal, stubServer } from '#testing/test-utils.tsx';
import { CreateRoomModal } from './create-room-modal.tsx';

const CREATE = 'POST /room/createGameRoom';
const created = { body: { roomId: 9, message: 'You successfully created a room!' } };

beforeEach(() => localStorage.clear());

function CurrentUrl() {
  return <output>{useLocation().pathname}</output>;
}

async function open(answer: Parameters<typeof stubServer>[0][string] = created, steamId: string | null = 'steam-kaan') {
  const requests = stubServer({ 'GET /auth/me': { body: { data: { ...demoPlayer, steamId } } }, [CREATE]: answer });
  await loadSession();
  const view = renderInApp(
    <>
      <CreateRoomModal />
      <CurrentUrl />
    </>,
  );
  act(() => setModalState('isCreateRoomOpen', true));
  const posts = () => requests.filter(({ method }) => method === 'POST');
  return { ...view, posts };
}

const submit = () => screen.getByRole('button', { name: 'Create Room' });

async function choose(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.click(screen.getByRole('radio', { name: 'aim_redline' }));
  await user.click(screen.getByRole('radio', { name: /^2v2/ }));
  await user.click(screen.getByRole('radio', { name: 'Warsaw' }));
}

const chosen = () => screen.getAllByRole<HTMLInputElement>('radio', { checked: true }).map(({ value }) => value);
const feeField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Entry fee' });

test('asks for map, player count and server location, and starts with a free 1v1', async () => {
  const { user, posts } = await open();
  for (const group of ['Map', 'Players', 'Server location'])
    expect(screen.getByRole('group', { name: group })).toBeTruthy();
  expect(chosen().slice(0, 2)).toEqual(['awp_lego', '1v1']);
  expect(LOCATIONS).toContain(chosen()[2]);
  expect(feeField().value).toBe('');
  await user.click(submit());
  await screen.findByText('You successfully created a room!');
  expect(posts().map(({ body }) => body)).toMatchObject([{ map: 'awp_lego', player_count: '1v1', ticketPrice: 0 }]);
});

test('starts with the settings of the last room', async () => {
  const { user, unmount } = await open();
  await choose(user);
  await user.type(feeField(), '1.500');
  await user.click(submit());
  await screen.findByText('You successfully created a room!');
  unmount();
  await open();
  expect(chosen()).toEqual(['aim_redline', '2v2', 'warsaw']);
  expect(feeField().value).toBe('1500');
});

test('does not store a choice that the server refused', async () => {
  const { user, unmount } = await open(refusal(409, 'already_in_room', 'You are already in a room.'));
  await choose(user);
  await user.click(submit());
  await screen.findByText('You are already in a room.');
  unmount();
  await open();
  expect(chosen().slice(0, 2)).toEqual(['awp_lego', '1v1']);
});

test('offers usual fees beside the field, which can still be edited', async () => {
  const { user, posts } = await open();
  const chips = within(screen.getByRole('group', { name: 'Usual amounts' }));
  const pressed = () => chips.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);
  expect(chips.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['0', '500', '1.000', '5.000']);
  expect(pressed()).toEqual(['0']);
  await user.click(chips.getByRole('button', { name: '5.000' }));
  expect([feeField().value, pressed()]).toEqual(['5000', ['5.000']]);
  await user.clear(feeField());
  await user.type(feeField(), '1.000');
  expect(pressed()).toEqual(['1.000']);
  await user.click(chips.getByRole('button', { name: '500' }));
  await user.click(submit());
  await screen.findByText('You successfully created a room!');
  expect(posts().map(({ body }) => body)).toMatchObject([{ ticketPrice: 500 }]);
});

test('creates a room once, says so, and navigates to it', async () => {
  const { user, posts } = await open();
  await choose(user);
  await user.dblClick(submit());
  expect(await screen.findByText('You successfully created a room!')).toBeTruthy();
  expect(posts().map(({ body }) => body)).toEqual([
    { map: 'aim_redline', player_count: '2v2', server_location: 'warsaw', ticketPrice: 0 },
  ]);
  expect(screen.getByText('/room/9')).toBeTruthy();
  expect(useModals.getState().isCreateRoomOpen).toBe(false);
});

test('takes a whole entry fee, grouped or not', async () => {
  const { user, posts } = await open();
  await choose(user);
  const fee = screen.getByRole('textbox', { name: 'Entry fee' });
  await user.type(fee, '2.5');
  await user.click(submit());
  expect(await screen.findByText('Entry fee must be a whole number.')).toBeTruthy();
  await user.clear(fee);
  await user.type(fee, '1.500');
  await user.click(submit());
  await screen.findByText('You successfully created a room!');
  expect(posts().map(({ body }) => body)).toMatchObject([{ ticketPrice: 1_500 }]);
});

test("shows the server's refusal and keeps the form", async () => {
  const { user } = await open(refusal(409, 'already_in_room', 'You are already in a room.'));
  await choose(user);
  await user.click(submit());
  expect(await screen.findByText('You are already in a room.')).toBeTruthy();
  expect(useModals.getState().isCreateRoomOpen).toBe(true);
});

test('repeats a request without a response with the same key', async () => {
  const { user, posts } = await open('unreachable');
  await choose(user);
  await user.click(submit());
  expect(await screen.findByText('Network error. Please try again later.')).toBeTruthy();
  await user.click(submit());
  await expect.poll(() => posts().length).toBe(2);
  const [first, second] = posts().map(({ headers }) => headers['Idempotency-Key']);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
});

test('says why a Steam account is needed, and where to link it', async () => {
  await open(created, null);
  expect(screen.getByText(/^You need a linked Steam account/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Link Steam' })).toBeTruthy();
  expect(screen.queryByRole('radio')).toBeNull();
});
