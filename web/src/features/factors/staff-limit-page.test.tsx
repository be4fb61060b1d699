import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useModals } from '#core/modals.ts';
import { loadSession } from '#core/session.ts';
import { demoPlayer, renderInApp, stubServer } from '#testing/test-utils.tsx';
import { StaffLimitPage } from './staff-limit-page.tsx';

async function open(staffLimit: 'second_factor' | 'address', confirmedAt: string | null = null) {
  stubServer({
    'GET /auth/me': { body: { data: { ...demoPlayer, staffLimit } } },
    'GET /auth/getSecondFactor': { body: { data: { confirmedAt, recoveryCodesLeft: 0 } } },
  });
  await loadSession();
  return renderInApp(<StaffLimitPage />);
}

test('leads staff without an app to the security page', async () => {
  await open('second_factor');
  expect((await screen.findByRole('link', { name: 'Open the security page' })).getAttribute('href')).toBe('/security');
});

test('asks staff with an app for a code', async () => {
  const { user } = await open('second_factor', '2026-03-01T12:00:00.000Z');
  await user.click(await screen.findByRole('button', { name: 'Enter a code' }));
  expect(useModals.getState().factorRequest).toBeDefined();
});

test('explains that the network is not one of staff', async () => {
  await open('address');
  expect(await screen.findByText('Not from this network')).toBeTruthy();
});
