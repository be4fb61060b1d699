import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInApp } from '#testing/test-utils.tsx';
import { AccountName } from './account-name.tsx';
import { PlayerName } from './player-name.tsx';

test('links a name to the page of the player, whatever characters it has', () => {
  renderInApp(<PlayerName username="Çağrı/%" isSandbox={false} />);
  const link = screen.getByRole('link', { name: 'Çağrı/%' });
  expect(link.getAttribute('href')).toBe('/player/%C3%87a%C4%9Fr%C4%B1%2F%25');
  expect(screen.queryByText('sandbox')).toBeNull();
});

test('marks a sandbox player with a word that is outside of the link and is never cut', () => {
  renderInApp(<PlayerName username="robo" isSandbox />);
  const chip = screen.getByText('sandbox');
  expect([chip.title, chip.closest('a')]).toEqual(['A sandbox player: a program, not a person.', null]);
  expect(chip.className).toContain('shrink-0');
  expect([screen.getByText('robo').tagName, screen.getByText('robo').className]).toEqual([
    'BDI',
    expect.stringContaining('truncate'),
  ]);
});

test('shows a name without a link within another link or button', () => {
  renderInApp(<PlayerName username="robo" isSandbox isPlain />);
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByText('sandbox').previousElementSibling?.textContent).toBe('robo');
});

test('links a name to the account for staff', () => {
  renderInApp(<AccountName player={{ id: 7, username: 'robo', isSandbox: true }} />);
  expect(screen.getByRole('link', { name: 'robo' }).getAttribute('href')).toBe('/admin/user/7');
  expect(screen.getByText('sandbox')).toBeTruthy();
});
