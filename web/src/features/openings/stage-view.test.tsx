import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { setPreference } from '#core/preferences.ts';
import { runAfterReveal } from '#core/reveals.ts';
import { loadSession } from '#core/session.ts';
import { exampleCase, reward, visit } from '#testing/cases.tsx';
import { demoPlayer, stubServer } from '#testing/test-utils.tsx';
import { CasePage } from './case-page.tsx';
import { useOpening } from './opening.ts';

const scrollIntoView = vi.fn<(options: ScrollIntoViewOptions) => void>();
const animate = vi.fn<(keyframes: Keyframe[]) => Animation>(
  () => ({ currentTime: 0, effect: null, cancel() {} }) as unknown as Animation,
);

function setReducedMotion(isReduced: boolean): void {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: isReduced && media.includes('prefers-reduced-motion'),
    media,
    addEventListener() {},
    removeEventListener() {},
  }));
}

async function request() {
  stubServer({
    'GET /auth/me': { body: { data: { ...demoPlayer, balance: 10_000 } } },
    'GET /user/getCaseByName/Hive': { body: { data: exampleCase } },
    'GET /case/getLatestDrops': { body: { data: [] } },
    'GET /case/openCase/Hive': { body: { reward: reward(41) } },
  });
  await loadSession();
  const { user } = visit('/case/:caseName', <CasePage />, '/case/Hive');
  await user.click(await screen.findByRole('button', { name: /^Open/ }));
}

const phase = () => useOpening.getState().phase;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const stage = () => screen.getByRole('region', { name: 'Opening' });

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  useOpening.setState({ phase: 'idle' }, true);
  setPreference({ isFast: false, isMuted: true });
  scrollIntoView.mockClear();
  animate.mockClear();
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(scrollIntoView as Element['scrollIntoView']);
  vi.spyOn(Element.prototype, 'animate').mockImplementation(animate as unknown as Element['animate']);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test.each([
  { isReduced: false, behavior: 'smooth' },
  { isReduced: true, behavior: 'auto' },
])('scrolls to the stage on the click and on the result, $behavior', async ({ isReduced, behavior }) => {
  setReducedMotion(isReduced);
  await request();
  expect(scrollIntoView.mock.contexts).toEqual([stage()]);
  await waitFor(() => expect(['spinning', 'settling']).toContain(phase()));
  await pass(8_000);
  expect(phase()).toBe('revealed');
  expect(scrollIntoView.mock.contexts).toEqual([stage(), stage()]);
  for (const [options] of scrollIntoView.mock.calls) expect(options).toEqual({ block: 'nearest', behavior });
});

test('fades to the result within a second with reduced motion, then reveals the drop', async () => {
  setReducedMotion(true);
  await request();
  await waitFor(() => expect(phase()).toBe('settling'));
  const onReveal = vi.fn<() => void>();
  runAfterReveal(onReveal);
  expect(screen.queryByRole('button', { name: 'Skip' })).toBeNull();
  // Shows the reward well before it ends, without a move.
  const [keyframes] = animate.mock.calls.at(-1)!;
  expect(keyframes.map(({ opacity }) => opacity)).toEqual([0, 0, 1, 1]);
  expect(new Set(keyframes.map(({ transform }) => transform)).size).toBe(1);
  expect(keyframes[2]!.offset).toBeLessThan(1);
  expect(onReveal).not.toHaveBeenCalled();
  await pass(760);
  expect(phase()).toBe('revealed');
  expect(screen.getByText('You won AK-47 | Skin 2 (Factory New).')).toBeTruthy();
  expect(onReveal).toHaveBeenCalledOnce();
});

test('shows the crate at rest, opens it into the strip within 520 ms, then moves the strip', async () => {
  setReducedMotion(false);
  const startTimes: Record<string, number> = {};
  onTestFinished(useOpening.subscribe(({ phase: now }) => void (startTimes[now] ??= Date.now())));
  await request();
  await waitFor(() => expect(phase()).toBe('lifting'));
  expect(stage().querySelector('.crate-body img')?.getAttribute('src')).toBe(exampleCase.image);
  expect(stage().querySelectorAll('.reels [data-won]')).toHaveLength(1);
  await waitFor(() => expect(phase()).toBe('spinning'));
  expect(startTimes['spinning']! - startTimes['lifting']!).toBe(520);
});

test('skips from the opening crate to the result', async () => {
  setReducedMotion(false);
  await request();
  await waitFor(() => expect(phase()).toBe('lifting'));
  act(() => screen.getByRole('button', { name: 'Skip' }).click());
  expect(phase()).toBe('settling');
});
