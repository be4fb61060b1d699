import { act, screen, waitFor, within } from '@testing-library/react';
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
async function win(prices: readonly number[], skinRarity = 'Classified'): Promise<HTMLElement[]> {
  const rewards = prices.map((price, index) => ({ ...reward(41 + index, 2), price }));
  const items = exampleCase.items.map((each) => ({ ...each, skinRarity }));
  stubServer({
    'GET /auth/me': { body: { data: { ...demoPlayer, balance: 10_000 } } },
    'GET /user/getCaseByName/Hive': { body: { data: { ...exampleCase, items } } },
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
  await screen.findAllByRole('button', { name: /Quick Sell/ });
  return [...document.querySelectorAll<HTMLElement>('.prize, .prize-card')];
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
  expect(views.map((view) => 'gain' in view.dataset)).toEqual(shown);
  expect(views.map((view) => view.querySelector('.motion-win-picture') !== null)).toEqual(shown);
});

test.each([
  ['Consumer Grade', '1'],
  ['Restricted', '4'],
  ['Covert', '6'],
  ['Exceedingly Rare', '7'],
])('gives %s its own light and shows its name, even at a loss', async (rarity, tier) => {
  const [view] = await win([200], rarity);
  expect(view!.dataset['tier']).toBe(tier);
  expect(within(view!).getByText(rarity)).toBeTruthy();
  expect(view!.querySelector('.prize-rays') !== null).toBe(tier === '7');
  expect('gain' in view!.dataset).toBe(false);
  // The sound of the rarity, without that of a win.
  expect(played).toContain('triangle');
  expect(played).not.toContain('sine');
});

test('shows what was paid beside what the prize sells for, and how often it drops', async () => {
  const [view] = await win([1_800]);
  const figure = (label: string) => within(view!).getByText(label).closest('div')!.textContent;
  expect(figure('Paid')).toContain('1.000');
  expect(figure('Quick Sell value')).toContain('1.800 diamonds');
  expect(within(view!).getByText('Factory New · drops in 7,25 % of openings')).toBeTruthy();
});

test('plays nothing while the sound is off', async () => {
  setPreference({ isMuted: true });
  await win([5_000], 'Covert');
  expect(played).toEqual([]);
});
