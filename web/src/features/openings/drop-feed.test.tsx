import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { drop } from '#testing/cases.tsx';
import { renderInApp, stubServer } from '#testing/test-utils.tsx';
import { LiveDrops } from './openings.tsx';

const names = () => screen.getAllByRole('listitem').map(({ textContent }) => /player_\d+/.exec(textContent ?? '')![0]);

test('holds still while the pointer or the focus is on it, then catches up', async () => {
  stubServer({ 'GET /case/getLatestDrops': { body: { data: [drop(1)] } } });
  const { user } = renderInApp(<LiveDrops />);
  await screen.findByRole('listitem');
  fireEvent.scroll(screen.getByRole('list'));
  const receive = (id: number) => act(() => dispatch('LIVE_DROP', { drops: [drop(id)] }));
  receive(2);
  expect(names()).toEqual(['player_2', 'player_1']);

  await user.hover(screen.getByRole('list'));
  receive(3);
  expect(names()).toEqual(['player_2', 'player_1']);
  await user.unhover(screen.getByRole('list'));
  expect(names()).toEqual(['player_3', 'player_2', 'player_1']);

  await user.tab();
  receive(4);
  expect(names()).toEqual(['player_3', 'player_2', 'player_1']);
  act(() => (document.activeElement as HTMLElement).blur());
  expect(names()).toEqual(['player_4', 'player_3', 'player_2', 'player_1']);
});

test('renders the cards that fit, and the others once it is scrolled', async () => {
  const latest = Array.from({ length: 10 }, (_, index) => drop(10 - index));
  stubServer({ 'GET /case/getLatestDrops': { body: { data: latest } } });
  renderInApp(<LiveDrops />);
  await screen.findAllByRole('listitem');
  // Without a layout, the feed is as wide as on a phone.
  expect(names()).toEqual(['player_10', 'player_9']);
  fireEvent.scroll(screen.getByRole('list'));
  expect(names()).toHaveLength(10);
});

test('is one tab stop, and the arrow keys reach every drop and its proof', async () => {
  stubServer({ 'GET /case/getLatestDrops': { body: { data: [drop(3), drop(2), drop(1)] } } });
  const { user } = renderInApp(
    <>
      <LiveDrops />
      <button type="button">after</button>
    </>,
  );
  await screen.findAllByRole('listitem');
  await user.tab();
  const visited = [];
  for (const link of screen.getAllByRole('link')) {
    expect(document.activeElement).toBe(link);
    visited.push(link.getAttribute('href'));
    await user.keyboard('{ArrowRight}');
  }
  expect(visited).toEqual([3, 2, 1].flatMap((id) => [`/case/${drop(id).caseName}`, `/fair/roll/${drop(id).handle}`]));
  await user.tab();
  expect(document.activeElement?.textContent).toBe('after');
});

test('keeps the focus on the oldest drop while newer ones replace it', async () => {
  const latest = Array.from({ length: 24 }, (_, index) => drop(24 - index));
  stubServer({ 'GET /case/getLatestDrops': { body: { data: latest } } });
  const { user } = renderInApp(<LiveDrops />);
  await screen.findAllByRole('listitem');
  await user.tab();
  await user.keyboard('{End}');
  act(() => dispatch('LIVE_DROP', { drops: [drop(101), drop(100)] }));
  await user.keyboard('{ArrowLeft}');
  expect(document.activeElement?.getAttribute('href')).toBe('/case/Hive');
  expect(document.activeElement?.textContent).toMatch(/player_1\b/);
  act(() => (document.activeElement as HTMLElement).blur());
  expect(names().slice(0, 2)).toEqual(['player_101', 'player_100']);
  expect(document.activeElement).toBe(document.body);
});
