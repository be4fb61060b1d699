import type { Mission, MissionProgress } from '@karat/contract/missions';
import { QueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { revealRolls, hideRolls } from '#core/reveals.ts';
import { clearSession, loadSession } from '#core/session.ts';
import { mission } from '#testing/missions.ts';
import { demoPlayer, renderInApp, stubServer } from '#testing/test-utils.tsx';
import { useClaimable } from './claimable.ts';
import { startMissionWatch } from './watch.ts';

const DONE = { progress: 100, amount: 50 };
const TOAST = 'Mission completed: Mission 1. Reward: 500 diamonds.';

let stop: () => void = () => undefined;

beforeEach(() => {
  localStorage.removeItem('mission-toasts');
  window.history.replaceState(null, '', '/cases');
});
afterEach(() => {
  stop();
  act(() => clearSession());
  vi.restoreAllMocks();
});

/** Signs in and starts the watch, as after the first paint. */
async function watch(missions: Mission[], claim: () => { status?: number; body: unknown } = () => ({ body: {} })) {
  const server = { missions };
  const requests = stubServer({
    'GET /auth/me': { body: { data: demoPlayer } },
    'GET /user/getAllMissions': () => ({ body: { data: server.missions } }),
    'POST /user/claimMission/1': () => claim(),
  });
  await loadSession();
  const view = renderInApp(null);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  stop = startMissionWatch(queryClient, { firstFetchMs: 0 });
  const requestsTo = (path: string) => requests.filter((each) => each.path.includes(path));
  await waitFor(() => expect(requestsTo('getAllMissions')).toHaveLength(1));
  await act(async () => {
    await vi.waitUntil(() => queryClient.getQueryData(['missions']) !== undefined);
  });
  return { ...view, server, requestsTo };
}

const progress = (id: number, changed: Partial<MissionProgress> = {}): MissionProgress => {
  return { id, progress: 0, amount: 0, isClaimed: false, ...changed };
};
const receive = (...data: MissionProgress[]) => act(() => dispatch('MISSION_PROGRESS', { data }));
const claimCount = () => useClaimable.getState().count;

const CLAIMED = { ...DONE, isClaimed: true };

test('counts the rewards to claim, at first and with every event', async () => {
  await watch([mission(1, DONE), mission(2), mission(3, CLAIMED)]);
  expect(claimCount()).toBe(1);
  receive(progress(1, DONE), progress(2, { progress: 20, amount: 10 }), progress(3, CLAIMED));
  expect(claimCount()).toBe(1);
  receive(progress(1, CLAIMED), progress(2), progress(3, CLAIMED));
  await waitFor(() => expect(claimCount()).toBe(0));
});

test('announces a mission that was completed before the list was loaded', async () => {
  await watch([mission(1, DONE)]);
  expect(await screen.findByText(TOAST)).toBeTruthy();
});

test('announces none of many rewards from before, but the next one', async () => {
  await watch([mission(1), mission(2, DONE), mission(3, DONE), mission(4, DONE)]);
  expect(claimCount()).toBe(3);
  receive(progress(1, DONE), ...[2, 3, 4].map((id) => progress(id, DONE)));
  expect(await screen.findByText(TOAST)).toBeTruthy();
  expect(screen.getAllByText(/^Mission completed/)).toHaveLength(1);
});

test('shows a toast when a mission is completed, and claims its reward there', async () => {
  const { user, server, requestsTo } = await watch([mission(1), mission(2)], () => {
    server.missions = [mission(1, { ...DONE, isClaimed: true }), mission(2)];
    return { body: { message: 'Reward claimed.', reward: 500 } };
  });
  receive(progress(1, DONE), progress(2));
  expect(await screen.findByText(TOAST)).toBeTruthy();
  expect(claimCount()).toBe(1);
  await user.dblClick(screen.getByRole('button', { name: 'Claim' }));
  expect(await screen.findByText('Reward claimed: 500 diamonds.')).toBeTruthy();
  expect(requestsTo('claimMission')).toHaveLength(1);
  expect(requestsTo('claimMission')[0]?.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/);
  await waitFor(() => expect(claimCount()).toBe(0));
});

test('missions that are completed together share a toast that leads to the missions page', async () => {
  await watch([mission(1), mission(2), mission(3)]);
  receive(progress(1, DONE), progress(2, DONE), progress(3));
  expect(await screen.findByText('2 missions completed')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Claim' }).getAttribute('href')).toBe('/missions');
  expect(screen.queryByText(/^Mission completed/)).toBeNull();
});

test('a mission that is completed a moment later joins the toast, and a claimed one leaves it', async () => {
  await watch([mission(1), mission(2), mission(3)]);
  receive(progress(1, DONE), progress(2), progress(3));
  await screen.findByText(TOAST);
  receive(progress(1, DONE), progress(2, DONE), progress(3));
  expect(await screen.findByText('2 missions completed')).toBeTruthy();
  receive(progress(1, CLAIMED), progress(2, CLAIMED), progress(3, DONE));
  expect(await screen.findByText('Mission completed: Mission 3. Reward: 500 diamonds.')).toBeTruthy();
});

test('says why a claim was refused, and keeps the badge', async () => {
  const sentence = 'Our staff must approve this mission first. The reward stays yours.';
  const { user, server } = await watch([mission(1)], () => {
    return { status: 409, body: { message: sentence, error: sentence, code: 'awaiting_approval' } };
  });
  server.missions = [mission(1, DONE)];
  receive(progress(1, DONE));
  await user.click(await screen.findByRole('button', { name: 'Claim' }));
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(claimCount()).toBe(1);
});

test('shows each completion in one tab of the browser', async () => {
  await watch([mission(1)]);
  receive(progress(1, DONE));
  await screen.findByText(TOAST);
  const stored = localStorage.getItem('mission-toasts');
  expect(stored).toBe('kaan_tr/1/once');
  stop();
  // Another tab receives the same event a moment later.
  document.body.replaceChildren();
  await watch([mission(1)]);
  receive(progress(1, DONE));
  await waitFor(() => expect(claimCount()).toBe(1));
  expect(screen.queryByText(TOAST)).toBeNull();
});

test('waits in a hidden tab until the player returns, and stays silent if the reward was claimed meanwhile', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await watch([mission(1), mission(2, { title: 'Other' })]);
  receive(progress(1, DONE), progress(2, DONE));
  await waitFor(() => expect(claimCount()).toBe(2));
  receive(progress(1, DONE), progress(2, { ...DONE, isClaimed: true }));
  await waitFor(() => expect(claimCount()).toBe(1));
  expect(screen.queryByText(TOAST)).toBeNull();
  hidden.mockReturnValue(false);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByText(TOAST)).toBeTruthy();
  expect(screen.queryByText(/Other/)).toBeNull();
});

test('shows no toast on the missions page, where the reward itself appears', async () => {
  window.history.replaceState(null, '', '/missions');
  await watch([mission(1)]);
  receive(progress(1, DONE));
  await waitFor(() => expect(claimCount()).toBe(1));
  window.history.replaceState(null, '', '/cases');
  receive(progress(1, DONE));
  expect(screen.queryByText(TOAST)).toBeNull();
});

test("reveals nothing while the player's spin runs", async () => {
  await watch([mission(1)]);
  act(() => hideRolls([7]));
  receive(progress(1, DONE));
  expect(claimCount()).toBe(0);
  act(() => revealRolls([7]));
  expect(await screen.findByText(TOAST)).toBeTruthy();
});

test('asks nothing for a visitor, and shows no rewards of a player who signed out', async () => {
  const { requestsTo } = await watch([mission(1, DONE)]);
  expect(claimCount()).toBe(1);
  act(() => clearSession());
  expect(claimCount()).toBe(0);
  act(() => dispatch('MISSIONS_CHANGED', {}));
  expect(requestsTo('getAllMissions')).toHaveLength(1);
});
