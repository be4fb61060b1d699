import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { useModals } from '#core/modals.ts';
import { useSession } from '#core/session.ts';
import { exampleRoll } from '#testing/rolls.ts';
import { refusal, stubServer } from '#testing/test-utils.tsx';
import { RollPage } from './roll-page.tsx';

function open(url: string) {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[url]}>
        <Routes>
          <Route path="/fair/roll/:rollId" element={<RollPage />} />
        </Routes>
        <CurrentUrl />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

function CurrentUrl() {
  return <output>{useLocation().pathname}</output>;
}

const stubRoll = (roll: object) => stubServer({ 'GET /fair/getRoll/41': { body: { data: roll } } });

async function states() {
  const list = await screen.findByRole('list', { name: 'Checks for this roll' });
  return within(list)
    .getAllByRole('listitem')
    .map((tick) => tick.dataset['state']);
}

test('shows five checks, the ticket on the bar, the inputs and the table of a revealed roll', async () => {
  stubRoll(exampleRoll);
  open('/fair/roll/41');
  expect(await states()).toEqual(Array(5).fill('right'));
  expect(
    screen.getByText(/Ticket 4\.390 is between 0 and 7\.991\. This range is 79,92\s% of all tickets\./),
  ).toBeTruthy();
  for (const text of [exampleRoll.serverSeed, exampleRoll.serverSeedHash, exampleRoll.caseCanon, exampleRoll.entropy]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(screen.getByRole('link', { name: 'Won from demo' }).getAttribute('href')).toBe('/case/demo');
});

test('replaces the number in the URL by the shareable handle', async () => {
  const roll = { body: { data: exampleRoll } };
  stubServer({ 'GET /fair/getRoll/41': roll, [`GET /fair/getRoll/${exampleRoll.handle}`]: roll });
  open('/fair/roll/41');
  expect(await screen.findByText(`/fair/roll/${exampleRoll.handle}`)).toBeTruthy();
  expect(await states()).toHaveLength(5);
});

test('shows the roll by its handle', async () => {
  stubServer({ [`GET /fair/getRoll/${exampleRoll.handle}`]: { body: { data: exampleRoll } } });
  open(`/fair/roll/${exampleRoll.handle}`);
  expect(await states()).toEqual(Array(5).fill('right'));
});

test('downloads what the stand-alone verifier reads', async () => {
  stubRoll(exampleRoll);
  open('/fair/roll/41');
  const link = await screen.findByRole('link', { name: 'Download as JSON' });
  const [, json = ''] = link.getAttribute('href')!.split('application/json,');
  expect(JSON.parse(decodeURIComponent(json))).toEqual(exampleRoll);
  expect(link.getAttribute('download')).toBe('karat-roll-41.json');
});

test('marks a changed roll and names the input that may be wrong', async () => {
  stubRoll({ ...exampleRoll, itemId: 6 });
  open('/fair/roll/41');
  expect(await states()).toEqual(['right', 'right', 'right', 'right', 'wrong']);
  expect(screen.getByText('The item looks wrong.')).toBeTruthy();
});

test('fails the checks of a changed table without breaking the page', async () => {
  stubRoll({ ...exampleRoll, caseCanon: '{"items":7}' });
  open('/fair/roll/41');
  expect(await states()).toEqual(['right', 'wrong', 'wrong', 'right', 'wrong']);
  expect(screen.getByText('The case table of this roll cannot be read.')).toBeTruthy();
});

test('says before the reveal who can rotate, and links a player there', async () => {
  useSession.setState({ isLoggedIn: true });
  stubRoll({ ...exampleRoll, serverSeed: null });
  open('/fair/roll/41');
  expect(await states()).toEqual(['waiting', 'right', 'right', 'waiting', 'right']);
  expect(screen.getByText('secret until rotated')).toBeTruthy();
  screen.getByRole('button', { name: 'Rotate to verify' }).click();
  expect(useModals.getState().isProvablyFairOpen).toBe(true);
});

test.each(['/fair/roll/0', '/fair/roll/abc', '/fair/roll/1e3'])('sends no request for %s', (url) => {
  const requests = stubServer({});
  open(url);
  expect(screen.getByText('This roll does not exist.')).toBeTruthy();
  expect(requests).toEqual([]);
});

test('shows its own view for an unknown roll', async () => {
  stubServer({ 'GET /fair/getRoll/41': refusal(404, 'not_found', 'Roll not found.') });
  open('/fair/roll/41');
  expect(await screen.findByText('This roll does not exist.')).toBeTruthy();
});

test('offers a retry for a roll that cannot be loaded', async () => {
  stubServer({ 'GET /fair/getRoll/41': 'unreachable' });
  open('/fair/roll/41');
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
