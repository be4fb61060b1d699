import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { useModals } from '#core/modals.ts';
import { loadSession, useSession } from '#core/session.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { exampleCase, visit } from '#testing/cases.tsx';
import { demoPlayer, refusal, stubServer } from '#testing/test-utils.tsx';
import { CasePage } from './case-page.tsx';
import { useOpening } from './opening.ts';

const OPEN = 'GET /case/openCase/Hive';

type Options = { price?: number; isPaused?: boolean; answers?: Parameters<typeof stubServer>[0] };

/** The case costs 1.000 diamonds by default. */
async function open(balance: number, { price = 1_000, isPaused = false, answers = {} }: Options = {}) {
  const requests = stubServer({
    'GET /auth/me': { body: { data: { ...demoPlayer, balance } } },
    'GET /user/getCaseByName/Hive': { body: { data: { ...exampleCase, price, isPaused } } },
    'GET /case/getLatestDrops': { body: { data: [] } },
    ...answers,
  });
  await loadSession();
  // A second load, of a change in another tab, replaces the first.
  await waitFor(() => expect(useSession.getState()).toMatchObject({ isLoggedIn: true, balance }));
  const { user } = visit('/case/:caseName', <CasePage />, '/case/Hive');
  await screen.findByRole('heading', { name: /Hive/ });
  return { user, openRequests: () => requests.filter(({ path }) => path.startsWith('/case/openCase')) };
}

beforeEach(() => useOpening.setState({ phase: 'idle' }, true));

test('offers to add balance instead of Open, with the missing amount', async () => {
  const { user, openRequests } = await open(25_000, { price: 100_000 });
  expect(screen.queryByRole('button', { name: /^Open/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add balance · 75.000 short' }));
  expect(useModals.getState().isBalanceOpen).toBe(true);
  expect(screen.getByText('This costs 100.000. You have 25.000.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sell items' }).getAttribute('href')).toBe('/inventory');
  const link = screen.getByRole('link', { name: 'See cases up to 25.000' });
  expect(link.getAttribute('href')).toBe('/cases?maxPrice=25000');
  expect(openRequests()).toEqual([]);
});

test('disables numbers of cases that the balance does not pay for', async () => {
  const { user } = await open(2_500);
  const enabled = () => screen.getAllByRole<HTMLInputElement>('radio').map(({ disabled }) => !disabled);
  expect(enabled()).toEqual([true, true, false, false, false]);
  await user.click(screen.getByRole('radio', { name: '2 at once' }));
  act(() => dispatch('BALANCE_UPDATE', { balance: 1_200, version: 10 }));
  expect(enabled()).toEqual([true, false, false, false, false]);
  expect(screen.getByRole('radio', { name: '1 at once' })).toHaveProperty('checked', true);
  expect(screen.getByRole('button', { name: /^Open\s?1\.000$/ })).toBeTruthy();
});

test('lets a visitor choose any number', async () => {
  stubServer({
    'GET /user/getCaseByName/Hive': { body: { data: exampleCase } },
    'GET /case/getLatestDrops': { body: { data: [] } },
  });
  visit('/case/:caseName', <CasePage />, '/case/Hive');
  const radios = await screen.findAllByRole<HTMLInputElement>('radio');
  expect(radios.every(({ disabled }) => !disabled)).toBe(true);
});

test('updates with the balance, in both directions', async () => {
  await open(1_000);
  expect(screen.getByRole('button', { name: /^Open/ })).toBeTruthy();
  act(() => dispatch('BALANCE_UPDATE', { balance: 999, version: 10 }));
  const button = screen.getByRole('button', { name: 'Add balance · 1 short' });
  act(() => dispatch('BALANCE_UPDATE', { balance: 1_000, version: 11 }));
  // The button is not replaced, so it keeps the focus.
  expect(screen.getByRole('button', { name: /^Open/ })).toBe(button);
});

test('keeps Open on a paused case', async () => {
  await open(0, { isPaused: true });
  expect(screen.getByRole('button', { name: /^Open/ })).toHaveProperty('disabled', true);
});

test('says that there were too few diamonds when the server refuses, and reloads the balance', async () => {
  let balance = 2_000;
  const { user } = await open(balance, {
    answers: {
      'GET /auth/me': () => ({ body: { data: { ...demoPlayer, balance, balanceVersion: 30 - balance / 100 } } }),
      [OPEN]: () => {
        balance = 400;
        return refusal(409, 'insufficient_balance', 'Not enough diamonds.');
      },
    },
  });
  await user.click(screen.getByRole('button', { name: /^Open/ }));
  expect((await screen.findByText('Not enough diamonds.')).closest('.Toastify__toast')).not.toBeNull();
  expect(screen.queryByText('Something went wrong while opening case.')).toBeNull();
  expect(await screen.findByRole('button', { name: 'Add balance · 600 short' })).toBeTruthy();
});

test('shows the Turkish text', async () => {
  await setLanguage('tr');
  await open(400);
  expect(screen.getByRole('button', { name: 'Bakiye ekle · 600 eksik' })).toBeTruthy();
  expect(screen.getByText('Tutar 1.000. Bakiyeniz 400.')).toBeTruthy();
  await act(() => setLanguage('mixed'));
});
