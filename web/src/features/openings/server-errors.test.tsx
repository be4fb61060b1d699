import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setPreference } from '#core/preferences.ts';
import { loadSession } from '#core/session.ts';
import { exampleCase, reward, visit } from '#testing/cases.tsx';
import { demoPlayer, refusal, stubServer } from '#testing/test-utils.tsx';
import { CasePage } from './case-page.tsx';
import { readStoredOpening } from './stored-opening.ts';
import { useOpening } from './opening.ts';

const OPEN = 'GET /case/openCase/Hive';
const ROLLS = 'GET /fair/getRolls';
const FAILED = 'Something went wrong while opening case.';

const rolls = (ids: readonly number[]) => ({
  body: {
    data: ids.map((id) => {
      const { market_hash_name, price } = reward(id);
      return { id, nonce: id, itemId: 2, market_hash_name, quick_sell_price: price };
    }),
    pagination: { totalResults: ids.length, resultsPerPage: 10, currentPage: 1 },
  },
});

async function request(answers: Parameters<typeof stubServer>[0]) {
  const requests = stubServer({
    'GET /auth/me': { body: { data: { ...demoPlayer, balance: 10_000 } } },
    'GET /user/getCaseByName/Hive': { body: { data: exampleCase } },
    'GET /case/getLatestDrops': { body: { data: [] } },
    ...answers,
  });
  await loadSession();
  const { user } = visit('/case/:caseName', <CasePage />, '/case/Hive');
  await user.click(await screen.findByRole('button', { name: /^Open/ }));
  return { user, requestsTo: (path: string) => requests.filter((each) => each.path.startsWith(path)) };
}

const internal = refusal(500, 'internal', 'Something went wrong.');
const phase = () => useOpening.getState().phase;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  useOpening.setState({ phase: 'idle' }, true);
  setPreference({ isFast: false, isMuted: true });
});
afterEach(() => vi.useRealTimers());

test('shows the failure immediately, before the request is looked up', async () => {
  // The lookup never responds: the toast does not wait for it.
  await request({ [OPEN]: internal, [ROLLS]: () => new Promise(() => undefined) });
  expect((await screen.findByText(FAILED)).closest('.Toastify__toast')).not.toBeNull();
  expect(phase()).toBe('idle');
  expect(screen.getByRole('button', { name: /^Open/ }).textContent).toBe('Open1.000');
});

test('says that nothing was paid once the lookup has found nothing', async () => {
  await request({ [OPEN]: internal, [ROLLS]: rolls([]) });
  await screen.findByText(FAILED);
  await pass(1_600);
  expect(await screen.findByText(/^The case was not opened, and you paid nothing/)).toBeTruthy();
  expect(readStoredOpening()).toBeUndefined();
});

test('keeps the request after a gateway error, because it may still be running', async () => {
  await request({ [OPEN]: refusal(504, 'internal', ''), [ROLLS]: rolls([]) });
  await screen.findByText(FAILED);
  await pass(1_600);
  expect(await screen.findByText(/^We do not know yet/)).toBeTruthy();
  expect(readStoredOpening()?.request.caseName).toBe('Hive');
});

test('spins when the lookup finds that the case was opened after all', async () => {
  await request({ [OPEN]: internal, [ROLLS]: rolls([41]) });
  await screen.findByText(FAILED);
  await waitFor(() => expect(phase()).toBe('spinning'));
});

test('leaves a later request alone when the lookup of the first one ends', async () => {
  let answers = 0;
  const { user, requestsTo } = await request({
    [OPEN]: () => (answers++ === 0 ? internal : { body: { reward: reward(42) } }),
    [ROLLS]: rolls([]),
  });
  await screen.findByText(FAILED);
  await user.click(screen.getByRole('button', { name: /^Open/ }));
  await waitFor(() => expect(phase()).toBe('spinning'));
  await pass(1_600);
  expect(phase()).toBe('spinning');
  const keys = requestsTo('/case/openCase').map(({ headers }) => headers['Idempotency-Key']);
  expect(keys[1]).toBe(keys[0]);
});
