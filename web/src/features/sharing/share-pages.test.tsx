import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { visit } from '#testing/cases.tsx';
import { exampleRoll } from '#testing/rolls.ts';
import { exampleRoom } from '#testing/rooms.ts';
import { refusal, stubServer } from '#testing/test-utils.tsx';
import { SharedDropPage } from './shared-drop-page.tsx';
import { SharedMatchPage } from './shared-match-page.tsx';

const { handle } = exampleRoll;
const ROLL = `GET /fair/getRoll/${handle}`;
const openDrop = (ref = handle) => visit('/share/drop/:handle', <SharedDropPage />, `/share/drop/${ref}`);
const openMatch = (roomId = '7') => visit('/share/match/:roomId', <SharedMatchPage />, `/share/match/${roomId}`);

test('a shared drop shows its picture and leads to its proof', async () => {
  stubServer({ [ROLL]: { body: { data: exampleRoll } } });
  openDrop();
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('P250 | Sand Dune (Field-Tested)');
  expect(screen.getByRole('img').getAttribute('src')).toBe(`/share/drop/${handle}.png`);
  expect(screen.getByRole('link', { name: 'Verify this roll' }).getAttribute('href')).toBe(`/fair/roll/${handle}`);
  expect(screen.getByRole('link', { name: 'See demo' }).getAttribute('href')).toBe('/case/demo');
});

test('shows a skeleton until the picture has loaded', async () => {
  stubServer({ [ROLL]: { body: { data: exampleRoll } } });
  openDrop();
  const picture = await screen.findByRole('img');
  expect(screen.getByRole('status')).toBeTruthy();
  fireEvent.load(picture);
  expect(screen.queryByRole('status')).toBeNull();
});

test('keeps its place for a picture that does not load', async () => {
  stubServer({ [ROLL]: { body: { data: exampleRoll } } });
  openDrop();
  fireEvent.error(await screen.findByRole('img'));
  expect(screen.getByText('The picture is not ready yet.')).toBeTruthy();
});

test('says that a drop does not exist', async () => {
  stubServer({ [ROLL]: refusal(404, 'not_found', 'Roll not found.') });
  openDrop();
  expect(await screen.findByRole('heading', { name: 'This drop does not exist.' })).toBeTruthy();
});

test.each(['41', 'short', '<script>'])('does not ask for a drop called %s', (ref) => {
  const requests = stubServer({});
  openDrop(ref);
  expect(screen.getByRole('heading', { name: 'This drop does not exist.' })).toBeTruthy();
  expect(requests).toEqual([]);
});

test('a shared match shows its score and leads to its room', async () => {
  const room = exampleRoom(7, { state: 'MATCH_FINISHED', score: { team1: 8, team2: 6 } });
  stubServer({ 'GET /room/getGameRoom/7': { body: room } });
  openMatch();
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('1v1 on awp_lego: 8:6');
  expect(screen.getByRole('img').getAttribute('src')).toBe('/share/match/7.png');
  expect(screen.getByRole('link', { name: 'Open the match' }).getAttribute('href')).toBe('/room/7');
});

test.each(['WAITING', 'MATCH_ONGOING', 'MATCH_CANCELLED'] as const)(
  'does not show a match that is %s',
  async (state) => {
    stubServer({ 'GET /room/getGameRoom/7': { body: exampleRoom(7, { state }) } });
    openMatch();
    expect(await screen.findByRole('heading', { name: 'This match does not exist.' })).toBeTruthy();
  },
);
