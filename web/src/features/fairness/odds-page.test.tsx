import type { PublicCaseRoll } from '@karat/contract/fairness';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { describe, expect, test, vi } from 'vitest';
import { buildCsv, exampleHandle, honestRolls, versionOdds } from '#testing/rolls.ts';
import { refusal } from '#testing/test-utils.tsx';
import { deviation, formatFigure } from './figures.ts';
import { OddsPage } from './odds-page.tsx';

type Answer = Response | Promise<Response>;

/** Serves the page and the download; the case name in the URL needs encoding. */
function open(answers: { odds: () => Answer; csv?: (signal: AbortSignal) => Answer }) {
  vi.stubGlobal('fetch', async (url: string, { signal }: { signal: AbortSignal }) => {
    if (url === '/fair/getCaseOdds/%C5%9Eans%20%2F%201') return answers.odds();
    if (url === '/fair/downloadCaseRolls/%C5%9Eans%20%2F%201' && answers.csv) return answers.csv(signal);
    throw new Error(`nothing answers ${url}`);
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={['/case/%C5%9Eans%20%2F%201/odds']}>
        <Routes>
          <Route path="/case/:caseName/odds" element={<OddsPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const shown = (rolls: readonly PublicCaseRoll[], change: object = {}) => ({
  odds: () => Response.json({ data: { caseName: 'Şans / 1', versions: [{ ...versionOdds(rolls), ...change }] } }),
});
const failure = ({ status, body }: ReturnType<typeof refusal>) => Response.json(body, { status });
const rolls = honestRolls(1_200);

async function recompute(user: ReturnType<typeof open>) {
  await user.click(await screen.findByRole('button', { name: 'Recompute in my browser' }));
}

test('shows published, observed and expected drops of each item', async () => {
  open(shown(rolls));
  const table = await screen.findByRole('table', { name: 'Published and actual odds of version 1' });
  const row = within(table).getByText('Skin 1').closest('tr')!;
  const { observed } = versionOdds(rolls).items[0]!;
  expect(row.textContent).toContain('79,92');
  expect(row.textContent).toContain('959');
  expect(row.textContent).toContain(String(observed));
  expect(within(row).getByRole('img', { name: 'within the usual range' })).toBeTruthy();
  expect(screen.getByText('Matches the published odds')).toBeTruthy();
});

describe('the verdict as text', () => {
  test.each([
    ['Too few openings', rolls.slice(0, 999), {}],
    ['Matches the published odds', rolls, {}],
    ['Does not match', rolls, { verdict: 'doubtful', test: { chiSquare: 99, degrees: 4, p: 1e-12 } }],
  ])('%s', async (words, of, change) => {
    open(shown(of, change));
    expect(await screen.findByText(words)).toBeTruthy();
  });

  test('says how many openings are by programs, if any', async () => {
    open(shown(rolls, { sandboxOpenings: 12 }));
    expect(await screen.findByText(/12 openings by sandbox players, which are programs\./)).toBeTruthy();
  });

  test('says that a case was never opened', async () => {
    open(shown([]));
    expect(await screen.findByText('0 openings')).toBeTruthy();
    expect(screen.getByText('Too few openings')).toBeTruthy();
  });
});

describe('recount in the browser', () => {
  test('recounts the file with equal results, and checks every item by its ticket', async () => {
    const user = open({ ...shown(rolls), csv: () => new Response(buildCsv(rolls)) });
    await recompute(user);
    expect(await screen.findByText(/1\.200 rolls counted in your browser\. The counts match this page\./)).toBeTruthy();
    expect(screen.getByText('1.200 tickets match their item.')).toBeTruthy();
    expect(screen.getByText('No opening is listed twice.')).toBeTruthy();
  });

  test('detects a wrong page and shows the own count instead', async () => {
    const honest = versionOdds(rolls);
    const items = honest.items.map((item) => (item.itemId === 6 ? { ...item, observed: item.observed + 40 } : item));
    const user = open({ ...shown(rolls, { items }), csv: () => new Response(buildCsv(rolls)) });
    await recompute(user);
    const notice = await screen.findByText(/The counts do not match this page/);
    expect(notice.closest('li')?.dataset['state']).toBe('wrong');
    const row = within(screen.getByRole('table')).getByText('Skin 6').closest('tr')!;
    expect(row.textContent).not.toContain(String(items.at(-1)!.observed));
  });

  test('names a roll whose ticket does not win its item', async () => {
    const tampered = rolls.map((roll) => (roll.handle === exampleHandle(7) ? { ...roll, itemId: 6 } : roll));
    const user = open({ ...shown(tampered), csv: () => new Response(buildCsv(tampered)) });
    await recompute(user);
    expect(await screen.findByText(`1 roll failed: ${exampleHandle(7)}`)).toBeTruthy();
  });

  test('can be cancelled', async () => {
    const never = (signal: AbortSignal) =>
      new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    const user = open({ ...shown(rolls), csv: never });
    await recompute(user);
    expect(screen.getByRole('progressbar', { name: '0 of 1.200 rolls' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getByRole('button', { name: 'Recompute in my browser' })).toBeTruthy();
  });

  test('says that a download failed', async () => {
    vi.spyOn(console, 'error').mockImplementationOnce(() => undefined);
    const user = open({ ...shown(rolls), csv: () => failure(refusal(429, 'too_many', 'Too many downloads.')) });
    await recompute(user);
    expect(await screen.findByText('The rolls could not be loaded. Please try again.')).toBeTruthy();
  });
});

test('shows its own view for an unknown case', async () => {
  open({ odds: () => failure(refusal(404, 'not_found', 'Case not found.')) });
  expect(await screen.findByText('This case does not exist.')).toBeTruthy();
});

test.each([
  [{ observed: 110, expected: 100, openings: 200 }, 1.414],
  [{ observed: 0, expected: 0, openings: 200 }, 0],
  [{ observed: 1, expected: 0, openings: 200 }, Number.POSITIVE_INFINITY],
  [{ observed: 200, expected: 200, openings: 200 }, 0],
  [{ observed: 0, expected: 0, openings: 0 }, 0],
])('%o lies %d standard deviations away', (count, expected) => {
  expect(deviation(count)).toBeCloseTo(expected, 3);
});

test.each([
  [0, '0'],
  [1_234.56, '1.234,6'],
  [0.0123, '0,012'],
  [1e-12, '<\u00a00,000001'],
])('formats %d as "%s"', (value, read) => {
  expect(formatFigure(value)).toBe(read);
});
