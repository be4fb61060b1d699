import type { ProfilePrivacy } from '@karat/contract/profile';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { loadSession } from '#core/session.ts';
import { visit } from '#testing/cases.tsx';
import { demoPlayer, refusal, renderInApp, type SentRequest, stubServer } from '#testing/test-utils.tsx';
import { PrivacyPanel } from './privacy-panel.tsx';

const shown: ProfilePrivacy = {
  hidesEverything: false,
  hidesDrops: false,
  hidesMatches: false,
  hidesMissions: false,
  hidesRatingCurve: false,
  showsSteamProfile: false,
};

beforeEach(async () => {
  stubServer({ 'GET /auth/me': { body: { data: demoPlayer } } });
  await loadSession();
});

function open(stored: ProfilePrivacy, answer?: ReturnType<typeof refusal>) {
  const requests: SentRequest[] = stubServer({
    'GET /user/getProfilePrivacy': { body: { data: stored } },
    'PUT /user/setProfilePrivacy': () =>
      answer ?? { body: { message: 'Saved.', data: requests.at(-1)!.body as ProfilePrivacy } },
  });
  const saved = () => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  return { saved, ...renderInApp(<PrivacyPanel />) };
}

const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name });

test('saves each choice at once', async () => {
  const { user, saved } = open(shown);
  await user.click(await box(/^Best drops/));
  expect(await screen.findByText('Saved.')).toBeTruthy();
  await user.click(await box(/^Link to my Steam/));
  await waitFor(() =>
    expect(saved()).toEqual([
      { ...shown, hidesDrops: true },
      { ...shown, hidesDrops: true, showsSteamProfile: true },
    ]),
  );
  expect((await box(/^Best drops/)).checked).toBe(false);
  expect(screen.getByRole('link', { name: 'Open my page' }).getAttribute('href')).toBe('/player/kaan_tr');
});

test('shows a choice from the moment it is made', async () => {
  open(shown);
  const drops = await box(/^Best drops/);
  fireEvent.click(drops);
  expect(drops.checked).toBe(false);
});

test('hiding everything leaves no other choice', async () => {
  const { user, saved } = open(shown);
  await user.click(await box(/^Hide everything/));
  expect((await box(/^Matches/)).disabled).toBe(true);
  await waitFor(() => expect(saved()).toEqual([{ ...shown, hidesEverything: true }]));
});

test('takes back a choice that was not saved', async () => {
  const { user } = open(shown, refusal(503, 'unavailable', 'no'));
  await user.click(await box(/^Completed missions/));
  expect(await screen.findByText('The choice could not be saved. Please try again.')).toBeTruthy();
  await waitFor(async () => expect((await box(/^Completed missions/)).checked).toBe(true));
});

test('takes the focus for a link to it', async () => {
  stubServer({ 'GET /user/getProfilePrivacy': { body: { data: shown } } });
  visit('/profile', <PrivacyPanel />, '/profile#public-profile');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Public profile' }));
});
