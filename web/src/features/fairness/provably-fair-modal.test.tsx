import { sha256Hex } from '@karat/rules/sha256';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { setModalState, useModals } from '#core/modals.ts';
import { useReveals } from '#core/reveals.ts';
import { useSession } from '#core/session.ts';
import { exampleRoll } from '#testing/rolls.ts';
import { exampleRound } from '#testing/rounds.ts';
import { renderInApp, refusal, stubServer } from '#testing/test-utils.tsx';
import { ProvablyFairModal } from './provably-fair-modal.tsx';

const { serverSeed, serverSeedHash } = exampleRoll;
const nextHash = sha256Hex('the next seed');
const seeds = {
  active: { serverSeedHash, clientSeed: 'alice', nonce: 1 },
  next: { serverSeedHash: nextHash },
};
const rotated = {
  active: { serverSeedHash: nextHash, clientSeed: 'mine', nonce: 0 },
  next: { serverSeedHash: sha256Hex('the one after') },
};
const revealed = { serverSeed, serverSeedHash, clientSeed: 'alice', rolls: 1 };
const secretRoll = { ...exampleRoll, serverSeed: null };

const rollsReply = (data: readonly unknown[], totalResults = data.length) => ({
  body: { data, pagination: { totalResults, resultsPerPage: 6, currentPage: 1 } },
});

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn<() => void>();
  setModalState('isProvablyFairOpen', true);
  useSession.setState({ isLoggedIn: true, username: 'kaan_tr' });
});

/** Answers like the server, before and after the rotation. */
function stubSeeds(rotation: () => object = () => ({ body: { data: { ...rotated, revealed } } })) {
  let isRotated = false;
  return stubServer({
    'GET /fair/getSeeds': () => ({ body: { data: isRotated ? rotated : seeds } }),
    'GET /fair/getRolls': () => rollsReply([isRotated ? exampleRoll : secretRoll]),
    'POST /fair/rotateSeed': () => {
      const answer = rotation() as { status?: number; body: unknown };
      isRotated = answer.status === undefined;
      return answer;
    },
  });
}

const rotateCalls = (requests: ReturnType<typeof stubServer>) =>
  requests.filter(({ path }) => path === '/fair/rotateSeed');
const checkResults = (label: string) =>
  within(screen.getByRole('list', { name: label }))
    .getAllByRole('listitem')
    .map((item) => item.dataset['state']);

async function rotateTo({ user }: ReturnType<typeof renderInApp>, clientSeed: string) {
  const field = await screen.findByLabelText('Client seed');
  fireEvent.change(field, { target: { value: clientSeed } });
  await user.click(screen.getByRole('button', { name: 'Rotate seeds' }));
}

test('shows both hashes, the client seed and the nonce, but no seed', async () => {
  stubSeeds();
  renderInApp(<ProvablyFairModal />);
  expect(await screen.findByText(serverSeedHash)).toBeTruthy();
  expect(screen.getByText(nextHash)).toBeTruthy();
  expect(screen.getByLabelText('Client seed')).toHaveProperty('value', 'alice');
  expect(document.body.textContent).not.toContain(serverSeed);
});

test('asks before a rotation, then reveals the seed and checks it against the shown hash', async () => {
  const requests = stubSeeds();
  const view = renderInApp(<ProvablyFairModal />);
  await rotateTo(view, 'mine');
  expect(screen.getByText(/This cannot be undone/)).toBeTruthy();
  expect(rotateCalls(requests)).toEqual([]);
  await view.user.click(screen.getByRole('button', { name: 'Reveal and rotate' }));
  expect(await screen.findByText('It matches the hash that was shown.')).toBeTruthy();
  expect(screen.getByText('The new active seed matches the announced hash.')).toBeTruthy();
  expect(screen.getByText(serverSeed)).toBeTruthy();
  expect(rotateCalls(requests).map(({ body }) => body)).toEqual([{ clientSeed: 'mine' }]);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Old seed revealed'));

  await view.user.click(await screen.findByRole('button', { name: /^Verify P250/ }));
  expect(checkResults('Checks for this roll')).toEqual(Array(5).fill('right'));
});

test('sends nothing when a rotation is cancelled', async () => {
  const requests = stubSeeds();
  const view = renderInApp(<ProvablyFairModal />);
  await rotateTo(view, 'mine');
  await view.user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByText(/This cannot be undone/)).toBeNull();
  expect(screen.getByLabelText('Client seed')).toHaveProperty('value', 'mine');
  expect(document.activeElement).toBe(screen.getByLabelText('Client seed'));
  expect(rotateCalls(requests)).toEqual([]);
});

test.each(['şans', 'two words', 'x'.repeat(65)])('refuses the client seed "%s" before sending', async (clientSeed) => {
  const requests = stubSeeds();
  const view = renderInApp(<ProvablyFairModal />);
  await rotateTo(view, clientSeed);
  expect(screen.getByText('Client seed must be 1 to 64 letters, digits, - or _.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Client seed'));
  expect(rotateCalls(requests)).toEqual([]);
});

test('warns of a revealed seed that does not match the shown hash', async () => {
  stubSeeds(() => ({ body: { data: { ...rotated, revealed: { ...revealed, serverSeed: sha256Hex('another') } } } }));
  const view = renderInApp(<ProvablyFairModal />);
  await rotateTo(view, 'mine');
  await view.user.click(screen.getByRole('button', { name: 'Reveal and rotate' }));
  const notice = await screen.findByText('It does not match the hash that was shown.');
  expect(notice.closest('li')?.dataset['state']).toBe('wrong');
});

test('warns when the active seed does not match the announced hash', async () => {
  const swapped = { ...rotated, active: { ...rotated.active, serverSeedHash: sha256Hex('swapped') } };
  stubSeeds(() => ({ body: { data: { ...swapped, revealed } } }));
  const view = renderInApp(<ProvablyFairModal />);
  await rotateTo(view, 'mine');
  await view.user.click(screen.getByRole('button', { name: 'Reveal and rotate' }));
  expect(await screen.findByText('The new active seed does not match the announced hash.')).toBeTruthy();
});

test('explains that another tab rotated first', async () => {
  const secondReveal = { serverSeed: 'the next seed', serverSeedHash: nextHash, clientSeed: 'x', rolls: 0 };
  const seedsAfter = { active: { ...rotated.next, clientSeed: 'mine', nonce: 0 }, next: { serverSeedHash } };
  stubSeeds(() => ({ body: { data: { ...seedsAfter, revealed: secondReveal } } }));
  const view = renderInApp(<ProvablyFairModal />);
  await rotateTo(view, 'mine');
  await view.user.click(screen.getByRole('button', { name: 'Reveal and rotate' }));
  expect(await screen.findByText(/also rotated in another tab/)).toBeTruthy();
});

test('says that a rotation failed, and allows a retry', async () => {
  const requests = stubSeeds(() => refusal(503, 'unavailable', 'Please try again in a moment.'));
  const view = renderInApp(<ProvablyFairModal />);
  await rotateTo(view, 'mine');
  await view.user.click(screen.getByRole('button', { name: 'Reveal and rotate' }));
  expect(await screen.findByText('Please try again in a moment.')).toBeTruthy();
  await view.user.click(screen.getByRole('button', { name: 'Reveal and rotate' }));
  await waitFor(() => expect(rotateCalls(requests)).toHaveLength(2));
});

test('links an unrevealed roll to the client seed field', async () => {
  stubSeeds();
  const { user } = renderInApp(<ProvablyFairModal />);
  await user.click(await screen.findByRole('button', { name: 'Rotate to verify' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Client seed'));
  expect(screen.queryByRole('button', { name: /^Verify/ })).toBeNull();
});

test('verifies without a request and marks a tampered roll as wrong', async () => {
  const requests = stubServer({
    'GET /fair/getSeeds': { body: { data: rotated } },
    'GET /fair/getRolls': rollsReply([{ ...exampleRoll, clientSeed: 'mallory' }]),
  });
  const { user } = renderInApp(<ProvablyFairModal />);
  const button = await screen.findByRole('button', { name: /^Verify P250/ });
  await screen.findByText(nextHash);
  const callsBefore = requests.length;
  await user.click(button);
  expect(checkResults('Checks for this roll')).toEqual(['right', 'right', 'right', 'wrong', 'right']);
  expect(screen.getByText('The client seed, entropy, nonce or ticket looks wrong.')).toBeTruthy();
  expect(requests.length).toBe(callsBefore);
});

test('hides a roll until its spin ends', async () => {
  stubSeeds();
  useReveals.setState({ hiddenRolls: new Set([exampleRoll.id]) });
  renderInApp(<ProvablyFairModal />);
  expect(await screen.findByText('The list updates when the animation ends.')).toBeTruthy();
  await screen.findByText(serverSeedHash);
  expect(screen.queryByText(exampleRoll.market_hash_name)).toBeNull();
});

test('shows older rolls on the next page', async () => {
  const requests = stubServer({
    'GET /fair/getSeeds': { body: { data: seeds } },
    'GET /fair/getRolls': rollsReply([secretRoll], 13),
  });
  const { user } = renderInApp(<ProvablyFairModal />);
  await user.click(await screen.findByRole('button', { name: 'Older' }));
  expect(await screen.findByText('2 of 3')).toBeTruthy();
  await waitFor(() => expect(requests.at(-1)?.path).toBe('/fair/getRolls?page=2&limit=6'));
});

test('says that there are no rolls yet', async () => {
  stubServer({ 'GET /fair/getSeeds': { body: { data: seeds } }, 'GET /fair/getRolls': rollsReply([]) });
  renderInApp(<ProvablyFairModal />);
  expect(await screen.findByText('No rolls yet.')).toBeTruthy();
});

test('offers a retry for seeds that cannot be loaded', async () => {
  stubServer({ 'GET /fair/getSeeds': 'unreachable', 'GET /fair/getRolls': rollsReply([]) });
  renderInApp(<ProvablyFairModal />);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('offers visitors sign-in and manual verification, and sends no request', async () => {
  useSession.setState({ isLoggedIn: false });
  const requests = stubServer({});
  const { user } = renderInApp(<ProvablyFairModal />);
  expect(screen.getByLabelText('A roll as JSON')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Login' }));
  expect(useModals.getState()).toMatchObject({ isProvablyFairOpen: false, isAuthOpen: true });
  expect(requests).toEqual([]);
});

test('lists the rounds of roulette and verifies one by hand, without a sign-in', async () => {
  useSession.setState({ isLoggedIn: false });
  const round = exampleRound(3);
  const requests = stubServer({
    'GET /roulette/getRounds': {
      body: { data: [round], pagination: { totalResults: 1, resultsPerPage: 10, currentPage: 1 } },
    },
  });
  const { user } = renderInApp(<ProvablyFairModal />);
  await user.click(screen.getByLabelText('Roulette'));
  const link = await screen.findByRole('link', { name: /^#43 2, Red/ });
  fireEvent.change(screen.getByLabelText('A round as JSON'), { target: { value: JSON.stringify(round) } });
  expect(checkResults('Checks for this round')).toEqual(Array(3).fill('right'));
  expect(requests.map(({ path }) => path)).toEqual(['/roulette/getRounds?page=1&limit=10']);
  await user.click(link);
  expect(useModals.getState().isProvablyFairOpen).toBe(false);
});
