import type { Mission } from '@karat/contract/missions';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { useModals } from '#core/modals.ts';
import { hideRolls, revealRolls, setRolling } from '#core/reveals.ts';
import { clearSession, loadSession } from '#core/session.ts';
import { mission } from '#testing/missions.ts';
import { demoPlayer, renderInApp, refusal, stubServer } from '#testing/test-utils.tsx';
import { MissionsPage } from './missions-page.tsx';

const LIST = 'GET /user/getAllMissions';
const CLAIM = 'POST /user/claimMission/1';
const done = mission(1, { progress: 100, amount: 50 });
const claimed = mission(1, { progress: 100, amount: 50, isClaimed: true });

beforeEach(async () => {
  stubServer({ 'GET /auth/me': { body: { data: demoPlayer } } });
  await loadSession();
});

type Answers = Parameters<typeof stubServer>[0];

/** Renders the page over a list that can change without an event. */
function visit(missions: Mission[], answers: Answers = {}) {
  const server = { missions };
  const requests = stubServer({ [LIST]: () => ({ body: { data: server.missions } }), ...answers });
  const requestsTo = (path: string) => requests.filter((each) => each.path.includes(path));
  return { server, requestsTo, ...renderInApp(<MissionsPage />) };
}

const row = async (title: string) =>
  (await screen.findByRole('heading', { level: 3, name: title })).closest('article')!;

test('shows picture, text, progress and reward of a mission', async () => {
  visit([mission(1, { progress: 24, amount: 1_200, target: 5_000, reward: 2_500 })]);
  const card = await row('Mission 1');
  expect(card.querySelector('img')?.src).toContain('/img/mission/case-128.webp');
  expect(within(card).getByText('What mission 1 asks for.')).toBeTruthy();
  const bar = within(card).getByRole('progressbar', { name: 'Mission 1' });
  expect(bar.getAttribute('aria-valuenow')).toBe('24');
  expect(bar.getAttribute('aria-valuetext')).toBe('1.200 of 5.000, 24\u00a0%');
  expect(within(card).getByText('1.200 / 5.000')).toBeTruthy();
  expect(within(card).getByText('24 %')).toBeTruthy();
  expect(within(card).getByText('2.500 diamonds')).toBeTruthy();
});

test.each([
  [99, 49, 0],
  [100, 50, 1],
])('at %i percent shows %i of 50 done and %i rewards to claim', async (progress, amount, buttons) => {
  visit([mission(1, { progress, amount })]);
  await row('Mission 1');
  expect(screen.queryAllByRole('button', { name: /Claim Reward/ })).toHaveLength(buttons);
});

test('replaces a picture that does not load by a drawn badge', async () => {
  visit([mission(1)]);
  const card = await row('Mission 1');
  act(() => void card.querySelector('img')!.dispatchEvent(new Event('error')));
  expect(card.querySelector('img')).toBeNull();
  expect(card.querySelector('svg')).not.toBeNull();
});

test('summarises waiting rewards, else remaining missions, else says that all are done', async () => {
  const page = visit([done, mission(2, { progress: 100, amount: 50, reward: 1_500 }), mission(3, { reward: 40 })]);
  const summary = await screen.findByRole('region', { name: 'Your rewards' });
  expect(summary.textContent).toContain('2 rewards to claim');
  expect(summary.textContent).toContain('2.000');
  page.server.missions = [done, mission(3, { reward: 40 })];
  act(() => dispatch('MISSIONS_CHANGED', {}));
  await page.user.click(await within(summary).findByRole('button', { name: 'Show' }));
  expect(document.activeElement?.textContent).toContain('Claim Reward');
  page.server.missions = [claimed, mission(3, { reward: 40 })];
  act(() => dispatch('MISSIONS_CHANGED', {}));
  await waitFor(() => expect(summary.textContent).toContain('1 mission left'));
  page.server.missions = [claimed];
  act(() => dispatch('MISSIONS_CHANGED', {}));
  await waitFor(() => expect(summary.textContent).toContain('All done'));
});

test('groups daily and weekly missions and says when they restart', async () => {
  const inMs = (leftMs: number) => new Date(Date.now() + leftMs).toISOString();
  visit([
    mission(1),
    mission(2, { period: 'week', resetsAt: inMs(50 * 3_600_000) }),
    mission(3, { period: 'day', resetsAt: inMs(5 * 3_600_000), isClaimed: true, progress: 100, amount: 50 }),
  ]);
  await row('Mission 3');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'One-time',
    'Daily',
    'Weekly',
  ]);
  const card = await row('Mission 3');
  expect(within(card).getByText('Claimed')).toBeTruthy();
  expect(within(card).getByText('Renews in 5 h 0 min')).toBeTruthy();
  expect(screen.getByText('Renews in 2 d 2 h')).toBeTruthy();
});

test('leads to the page where a mission is done, until it is', async () => {
  visit([mission(1, { type: 'bet_roulette' }), mission(2, { type: 'sell_items', progress: 100, amount: 50 })]);
  const link = within(await row('Mission 1')).getByRole('link', { name: 'Go' });
  expect(link.getAttribute('href')).toBe('/roulette');
  expect(within(await row('Mission 2')).queryByRole('link')).toBeNull();
});

test('keeps a reward of an earlier day, though today has just begun', async () => {
  visit([mission(1, { progress: 100, amount: 3 })]);
  const card = await row('Mission 1');
  expect(within(card).getByText('Completed earlier')).toBeTruthy();
  expect(within(card).queryByText('3 / 50')).toBeNull();
  expect(within(card).getByRole('button', { name: /Claim Reward/ })).toBeTruthy();
});

test('claims once for a double click, with a key, and keeps the focus on the row', async () => {
  const page = visit([done, mission(2)], {
    [CLAIM]: () => {
      page.server.missions = [mission(2), claimed];
      return { body: { message: 'Reward claimed.', reward: 500 } };
    },
  });
  await page.user.dblClick(await screen.findByRole('button', { name: 'Claim Reward 500 diamonds' }));
  expect(await screen.findByText('Reward claimed: 500 diamonds.')).toBeTruthy();
  const card = await row('Mission 1');
  const mark = await within(card).findByText('Claimed');
  expect(page.requestsTo('claimMission')).toHaveLength(1);
  expect(page.requestsTo('claimMission')[0]?.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/);
  await waitFor(() => expect(document.activeElement?.contains(mark)).toBe(true));
  // The server now lists it last; on the page it keeps its place.
  const titles = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(titles).toEqual(['Mission 1', 'Mission 2']);
});

test('repeats the key after a lost response, but not after a response', async () => {
  const answers = ['unreachable' as const, { status: 503, body: {} }, { body: { message: '', reward: 500 } }];
  const page = visit([done], { [CLAIM]: () => answers.shift() ?? { body: { message: '', reward: 500 } } });
  const press = async (count: number) => {
    await page.user.click(await screen.findByRole('button', { name: /Claim Reward/, busy: false }));
    await waitFor(() => expect(page.requestsTo('claimMission')).toHaveLength(count));
    await waitFor(() => expect(screen.queryByRole('button', { name: /Claim Reward/, busy: true })).toBeNull());
  };
  await press(1);
  expect(await screen.findByText('Network error. Please try again later.')).toBeTruthy();
  await press(2);
  await press(3);
  await press(4);
  const [first, second, third, fourth] = page
    .requestsTo('claimMission')
    .map(({ headers }) => headers['Idempotency-Key']);
  expect([second, third]).toEqual([first, first]);
  expect(fourth).not.toBe(first);
});

const second = mission(2, { progress: 100, amount: 50, reward: 1_500 });
const claimAll = () => screen.findByRole('button', { name: 'Claim all' });

test('claims all rewards one after the other, and shows their sum', async () => {
  const page = visit([done, second], {
    [CLAIM]: { body: { message: '', reward: 500 } },
    'POST /user/claimMission/2': () => {
      page.server.missions = [claimed, { ...second, isClaimed: true }];
      return { body: { message: '', reward: 1_500 } };
    },
  });
  await page.user.dblClick(await claimAll());
  expect(await screen.findByText('Reward claimed: 2.000 diamonds.')).toBeTruthy();
  expect(await screen.findByText('All done')).toBeTruthy();
  expect(page.requestsTo('claimMission').map(({ path }) => path)).toEqual([
    '/user/claimMission/1',
    '/user/claimMission/2',
  ]);
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Claimed'));
});

test('claims the other rewards after a refusal, and shows it', async () => {
  const page = visit([done, second], {
    [CLAIM]: refusal(409, 'already_claimed', 'This reward has already been claimed.'),
    'POST /user/claimMission/2': { body: { message: '', reward: 1_500 } },
  });
  await page.user.click(await claimAll());
  expect(await screen.findByText('Reward claimed: 1.500 diamonds.')).toBeTruthy();
  expect(await screen.findByText('This reward has already been claimed.')).toBeTruthy();
  expect(page.requestsTo('getAllMissions').length).toBeGreaterThan(1);
});

test('stops claiming when the server is out of reach, and repeats only what was not claimed', async () => {
  let isReachable = false;
  const page = visit([done, second, mission(3, { progress: 100, amount: 50 })], {
    [CLAIM]: () => {
      page.server.missions = [claimed, second, mission(3, { progress: 100, amount: 50 })];
      return { body: { message: '', reward: 500 } };
    },
    'POST /user/claimMission/2': () => (isReachable ? { body: { message: '', reward: 1_500 } } : 'unreachable'),
    'POST /user/claimMission/3': { body: { message: '', reward: 500 } },
  });
  await page.user.click(await claimAll());
  expect(await screen.findByText('Reward claimed: 500 diamonds.')).toBeTruthy();
  expect(await screen.findByText('Network error. Please try again later.')).toBeTruthy();
  isReachable = true;
  await page.user.click(await screen.findByRole('button', { name: 'Claim all', busy: false }));
  expect(await screen.findByText('Reward claimed: 2.000 diamonds.')).toBeTruthy();
  const sent = page.requestsTo('claimMission');
  expect(sent.map(({ path }) => path.at(-1))).toEqual(['1', '2', '2', '3']);
  expect(sent[2]!.headers['Idempotency-Key']).toBe(sent[1]!.headers['Idempotency-Key']);
});

test.each([
  ['already_claimed', 'This reward has already been claimed.', claimed, 'Claimed'],
  ['mission_incomplete', 'This mission is not completed yet.', mission(1, { progress: 20, amount: 10 }), '10 / 50'],
])('shows why a claim was refused as %s, and fetches the list again', async (code, sentence, fresh, shown) => {
  const page = visit([done], {
    [CLAIM]: () => {
      page.server.missions = [fresh];
      return refusal(409, code, sentence);
    },
  });
  await page.user.click(await screen.findByRole('button', { name: /Claim Reward/ }));
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(await screen.findByText(shown)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Claim Reward/ })).toBeNull();
});

test('leaves an ended session to the sign-in form', async () => {
  const page = visit([done], { [CLAIM]: refusal(401, 'unauthenticated', 'Please log in first.') });
  await page.user.click(await screen.findByRole('button', { name: /Claim Reward/ }));
  await waitFor(() => expect(screen.queryByRole('button', { busy: true })).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});

const progressEvent = { data: [{ id: 1, progress: 40, amount: 20, isClaimed: false }] };

test('updates progress by events, without a request', async () => {
  const page = visit([mission(1)]);
  await row('Mission 1');
  act(() => dispatch('MISSION_PROGRESS', progressEvent));
  expect(await screen.findByText('20 / 50')).toBeTruthy();
  expect(page.requestsTo('getAllMissions')).toHaveLength(1);
});

test('fetches the list again for progress of unknown missions', async () => {
  const page = visit([mission(1)]);
  await row('Mission 1');
  page.server.missions = [mission(1), mission(2)];
  act(() =>
    dispatch('MISSION_PROGRESS', {
      data: [...progressEvent.data, { id: 2, progress: 0, amount: 0, isClaimed: false }],
    }),
  );
  expect(await row('Mission 2')).toBeTruthy();
});

test('keeps an event that arrives while a response is in flight', async () => {
  const answer = Promise.withResolvers<void>();
  stubServer({ [LIST]: () => answer.promise.then(() => ({ body: { data: [mission(1)] } })) });
  renderInApp(<MissionsPage />);
  act(() => dispatch('MISSION_PROGRESS', progressEvent));
  answer.resolve();
  expect(await screen.findByText('20 / 50')).toBeTruthy();
});

test("applies no event while the player's spin runs", async () => {
  const page = visit([mission(1)]);
  await row('Mission 1');
  act(() => setRolling(true));
  act(() => dispatch('MISSION_PROGRESS', progressEvent));
  act(() => hideRolls([7]));
  act(() => setRolling(false));
  act(() => dispatch('MISSIONS_CHANGED', {}));
  expect(screen.getByText('0 / 50')).toBeTruthy();
  expect(page.requestsTo('getAllMissions')).toHaveLength(1);
  page.server.missions = [mission(1, { progress: 40, amount: 20 })];
  act(() => revealRolls([7]));
  expect(await screen.findByText('20 / 50')).toBeTruthy();
  await waitFor(() => expect(page.requestsTo('getAllMissions')).toHaveLength(2));
});

test('fetches the list again when a day ends', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const resetsAt = new Date(Date.now() + 60_000).toISOString();
  const page = visit([mission(1, { period: 'day', resetsAt, progress: 100, amount: 50, isClaimed: true })]);
  await row('Mission 1');
  page.server.missions = [mission(1, { period: 'day', resetsAt: new Date(Date.now() + 86_400_000).toISOString() })];
  await act(() => vi.advanceTimersByTimeAsync(65_000));
  expect(await screen.findByText('0 / 50')).toBeTruthy();
  expect(page.requestsTo('getAllMissions')).toHaveLength(2);
  vi.useRealTimers();
});

test('shows a visitor the missions and how to take part', async () => {
  clearSession();
  const page = visit([mission(1)]);
  await row('Mission 1');
  expect(screen.getByText('Play to complete missions')).toBeTruthy();
  await page.user.click(screen.getByRole('button', { name: 'Login' }));
  expect(useModals.getState().isAuthOpen).toBe(true);
});

test('says that there are no missions, and where to go', async () => {
  visit([]);
  expect(await screen.findByText('There are no missions yet.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Cases' }).getAttribute('href')).toBe('/cases');
});

test('logs a list that cannot be loaded, and offers a retry', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const answers = [{ status: 500, body: {} }];
  const { user } = visit([], { [LIST]: () => answers.shift() ?? { body: { data: [mission(1)] } } });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await row('Mission 1')).toBeTruthy();
  expect(log.mock.calls.map(([what]) => String(what))).toEqual(['Failed to load the missions']);
  log.mockRestore();
});

test('shows a skeleton while loading', async () => {
  stubServer({ [LIST]: () => new Promise(() => undefined) });
  renderInApp(<MissionsPage />);
  expect(screen.getByRole('status').textContent).toContain('Loading...');
});
