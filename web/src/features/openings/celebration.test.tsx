import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setPreference } from '#core/preferences.ts';
import { loadSession } from '#core/session.ts';
import { exampleCase, reward, visit } from '#testing/cases.tsx';
import { demoPlayer, stubServer } from '#testing/test-utils.tsx';
import { CasePage } from './case-page.tsx';
import { useOpening } from './opening.ts';

/** The oscillators that played: ticks are triangles, chords are sines. */
let played: string[] = [];

class Loudspeaker {
  readonly state = 'running';
  readonly currentTime = 0;
  readonly destination = {};
  createGain() {
    return {
      gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} },
      connect: () => undefined,
    };
  }
  createOscillator() {
    return {
      type: '',
      frequency: { value: 0 },
      connect: (gain: unknown) => gain,
      start() {
        played.push(this.type);
      },
      stop() {},
    };
  }
}

beforeEach(() => {
  played = [];
  vi.stubGlobal('AudioContext', Loudspeaker);
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  useOpening.setState({ phase: 'idle' }, true);
  setPreference({ isFast: true, isMuted: false });
});
afterEach(() => vi.useRealTimers());

/** Opens the case, which costs 1.000, until the prizes are shown. */
async function win(prices: readonly number[]): Promise<Element[]> {
  const rewards = prices.map((price, index) => ({ ...reward(41 + index, 2), price }));
  stubServer({
    'GET /auth/me': { body: { data: { ...demoPlayer, balance: 5_000 } } },
    'GET /user/getCaseByName/Hive': { body: { data: exampleCase } },
    'GET /case/getLatestDrops': { body: { data: [] } },
    'GET /case/openCase/Hive': { body: { reward: rewards[0], rewards } },
  });
  await loadSession();
  const { user } = visit('/case/:caseName', <CasePage />, '/case/Hive');
  await screen.findByRole('heading', { name: 'Case: Hive' });
  if (prices.length > 1) await user.click(screen.getByRole('radio', { name: `${prices.length} at once` }));
  await user.click(screen.getByRole('button', { name: /^Open/ }));
  await waitFor(() => expect(useOpening.getState().phase).toBe('settling'));
  await act(() => vi.advanceTimersByTimeAsync(800));
  const sells = await screen.findAllByRole('button', { name: /Quick Sell/ });
  return sells.map((sell) => sell.closest('.rarity-edge')!);
}

test.each([
  { prices: [1_001], isPlayed: true, shown: [true] },
  { prices: [1_000], isPlayed: false, shown: [false] },
  { prices: [900], isPlayed: false, shown: [false] },
  // Together they cost 2.000.
  { prices: [1_500, 400], isPlayed: false, shown: [true, false] },
  { prices: [1_700, 400], isPlayed: true, shown: [true, false] },
])('celebrates prizes of $prices, which cost 1.000 each, only as a gain', async ({ prices, isPlayed, shown }) => {
  const views = await win(prices);
  expect(played.includes('sine')).toBe(isPlayed);
  expect(views.map((view) => view.classList.contains('motion-win'))).toEqual(shown);
  expect(views.map((view) => view.querySelector('.motion-win-picture') !== null)).toEqual(shown);
});
