import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { setPreference, usePreferences } from '#core/preferences.ts';
import { clearSession, loadSession } from '#core/session.ts';
import { exampleCase, reward, visit } from '#testing/cases.tsx';
import { demoPlayer, stubServer } from '#testing/test-utils.tsx';
import { CasePage } from './case-page.tsx';
import { useOpening } from './opening.ts';
import { removeStoredOpening } from './stored-opening.ts';

const QUESTION = { name: 'Spend more than half of your balance?' };

/** The case costs 1.000 diamonds. */
async function open(balance: number, username = demoPlayer.username) {
  const requests = stubServer({
    'GET /auth/me': { body: { data: { ...demoPlayer, username, balance } } },
    'GET /user/getCaseByName/Hive': { body: { data: exampleCase } },
    'GET /case/getLatestDrops': { body: { data: [] } },
    'GET /case/openCase/Hive': { body: { reward: reward(41) } },
  });
  await loadSession();
  const { user, unmount } = visit('/case/:caseName', <CasePage />, '/case/Hive');
  const press = async () => user.click(await screen.findByRole('button', { name: /^Open/ }));
  const openRequests = () => requests.filter(({ path }) => path.startsWith('/case/openCase'));
  return { user, unmount, press, openRequests };
}

const findQuestion = async () => within(await screen.findByRole('dialog', QUESTION));

/** As if the opening had ended. */
function discardOpening(): void {
  removeStoredOpening();
  useOpening.setState({ phase: 'idle' }, true);
}

beforeEach(() => {
  useOpening.setState({ phase: 'idle' }, true);
  setPreference({ isFast: true, isMuted: true, confirmsLargeSpends: true });
});

test('asks before an opening that costs more than half of the balance, and opens nothing on Cancel', async () => {
  const { user, press, openRequests } = await open(1_999);
  await press();
  const question = await findQuestion();
  expect(question.getByText('This opening costs 1.000. You have 1.999.')).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(openRequests()).toEqual([]);
});

test('does not ask at half of the balance', async () => {
  const { press, openRequests } = await open(2_000);
  await press();
  await waitFor(() => expect(openRequests()).toHaveLength(1));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('asks once per visit', async () => {
  const first = await open(1_500);
  await first.press();
  await first.user.click((await findQuestion()).getByRole('button', { name: 'Open for 1.000' }));
  await waitFor(() => expect(first.openRequests()).toHaveLength(1));
  first.unmount();
  discardOpening();
  const second = await open(1_500);
  await second.press();
  await waitFor(() => expect(second.openRequests()).toHaveLength(1));
  expect(usePreferences.getState().confirmsLargeSpends).toBe(true);
});

test('asks the next player of the same browser', async () => {
  const first = await open(1_500);
  await first.press();
  await first.user.click((await findQuestion()).getByRole('button', { name: 'Open for 1.000' }));
  first.unmount();
  clearSession();
  discardOpening();
  const second = await open(1_500, 'another_player');
  await second.press();
  expect(await findQuestion()).toBeTruthy();
  expect(second.openRequests()).toEqual([]);
});

test('is turned off for this browser on request', async () => {
  const { user, press, openRequests } = await open(1_500);
  await press();
  const question = await findQuestion();
  await user.click(question.getByRole('checkbox', { name: /^Do not ask again/ }));
  await user.click(question.getByRole('button', { name: 'Open for 1.000' }));
  await waitFor(() => expect(openRequests()).toHaveLength(1));
  expect(usePreferences.getState().confirmsLargeSpends).toBe(false);
  expect(localStorage.getItem('case-preferences')).toContain('"confirmsLargeSpends":false');
});
