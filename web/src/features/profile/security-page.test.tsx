import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { loadSession } from '#core/session.ts';
import { demoPlayer, renderInApp, stubServer } from '#testing/test-utils.tsx';
import { SecurityPage } from './security-page.tsx';

const linked = { ...demoPlayer, steamId: '76561199800000007', isSteamLinked: true };

const NO_EMAIL = { isAvailable: false, address: null, isVerified: false, newAddress: null };

/** Sets the page's flags as a server without Steam does. */
function offerPasswordsOnly(): void {
  const meta = document.createElement('meta');
  meta.name = 'steam-sign-in';
  meta.content = 'off';
  document.head.append(meta);
}

async function open(player: object) {
  stubServer({
    'GET /auth/me': { body: { data: player } },
    'GET /auth/sessions': { body: { data: [] } },
    'GET /auth/getMyEmail': { body: { data: NO_EMAIL } },
    'GET /auth/getSecondFactor': { body: { data: { confirmedAt: null, recoveryCodesLeft: 0 } } },
  });
  await loadSession();
  renderInApp(<SecurityPage />);
}

const link = () => screen.queryByRole('button', { name: 'Link Steam' });
const panel = () => screen.queryByRole('heading', { name: 'Steam account' });

afterEach(() => document.querySelector('meta[name=steam-sign-in]')?.remove());

test('lets a password account link Steam', async () => {
  await open(demoPlayer);
  expect([panel() !== null, link() !== null]).toEqual([true, true]);
});

test('mentions no linking without Steam', async () => {
  offerPasswordsOnly();
  await open(demoPlayer);
  expect([panel(), link()]).toEqual([null, null]);
  expect(screen.getByRole('heading', { name: 'Change password' })).toBeTruthy();
});

test('still shows an earlier link', async () => {
  offerPasswordsOnly();
  await open(linked);
  expect(panel()).not.toBeNull();
  expect(link()).toBeNull();
  expect(screen.getByText(/76561199800000007/)).toBeTruthy();
});
