import { readFile } from 'node:fs/promises';
import type { ProvenRound, Round } from '@karat/contract/roulette';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures.ts';

/** Timeout for a whole round. */
const ROUND_MAX_MS = 60_000;

const ticks = (page: Page, state: string) => page.locator(`[data-tick][data-state=${state}]`);

/** Waits for the second finished round; returns the newest. */
async function waitForFinishedRound(page: Page): Promise<Round> {
  let found: Round | undefined;
  await expect(async () => {
    const reply = await page.request.get('/roulette/getRounds', { params: { limit: '1' } });
    const { data } = (await reply.json()) as { data: Round[] };
    expect(data[0]?.id).toBeGreaterThan(1);
    found = data[0];
  }).toPass({ timeout: 2 * ROUND_MAX_MS, intervals: [500] });
  return found!;
}

test.describe.configure({ timeout: 4 * ROUND_MAX_MS });

test('visitors find a past round on the fairness page, verify it, and follow its chain to the end', async ({
  page,
}) => {
  const { id } = await waitForFinishedRound(page);
  await page.goto('/fair');
  await expect(page.getByText('Seeded locally, no public event').first()).toBeVisible();
  await page.getByRole('link', { name: new RegExp(`^#${id} `) }).click();
  await expect(page).toHaveURL(new RegExp(`/fair/round/${id}$`));
  await expect(page.getByText('All three checks passed. This round was not altered.')).toBeVisible();
  await expect(page.getByText(`The hash of this round is the seed of round #${id - 1}.`)).toBeVisible();
  await expectAccessible(page);

  // The browser verifies alone: meanwhile only requests for assets are answered.
  const verified = Promise.withResolvers<void>();
  await page.route(
    (url) => !url.pathname.startsWith('/assets/'),
    async (route) => {
      await verified.promise;
      await route.continue();
    },
  );
  await page.getByRole('button', { name: 'Follow the chain to its published end' }).click();
  await expect(page.getByText(/^Reached the published end of the chain/)).toBeVisible();
  await expect(ticks(page, 'right')).toHaveCount(5);
  verified.resolve();

  await page.getByRole('link', { name: 'Previous round' }).click();
  await expect(page.getByRole('heading', { name: `Round #${id - 1}`, level: 1 })).toBeVisible();
  await expect(page.getByText('All three checks passed. This round was not altered.')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
});

test('a link opens a round in the verifier, which marks changed values', async ({ page }) => {
  const { id } = await waitForFinishedRound(page);
  await page.goto(`/fair/round/${id}`);
  await page.getByRole('link', { name: 'Open in the verifier' }).click();
  await expect(page.getByLabel('Roulette round')).toBeChecked();
  await expect(ticks(page, 'right')).toHaveCount(3);
  const color = await page.getByLabel('Winning colour').inputValue();
  await page.getByLabel('Winning colour').fill(color === 'red' ? 'black' : 'red');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(ticks(page, 'wrong')).toHaveText(/The winning colour looks wrong\./);
  await page.getByLabel('Winning colour').fill(color);
  await page.getByLabel('Seed hash').fill('0'.repeat(64));
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(ticks(page, 'wrong')).toHaveText(/The seed does not match the hash that was shown/);
  await expectAccessible(page);
});

test('an open round does not show its seed, and is verified on the open page after the draw', async ({ page }) => {
  const pastRound = await waitForFinishedRound(page);
  let open: ProvenRound | undefined;
  // Wait for a round that is open for bets.
  await expect(async () => {
    const reply = await page.request.get('/roulette/getCurrentRound');
    const { data } = (await reply.json()) as { data: ProvenRound };
    expect(data.state).toBe('BETTING');
    open = data;
  }).toPass({ timeout: ROUND_MAX_MS, intervals: [100] });
  expect(open!.id).toBeGreaterThan(pastRound.id);
  await page.goto(`/fair/round/${open!.id}`);
  await expect(ticks(page, 'right').or(ticks(page, 'waiting')).first()).toBeVisible();
  await expect(page.getByText(open!.hash)).toBeVisible();
  await expect(page.getByText('All three checks passed. This round was not altered.')).toBeVisible({
    timeout: ROUND_MAX_MS,
  });
  await expect(page.getByText(open!.hash)).toBeVisible();
});

test('the saved verifier verifies a saved round without the site', async ({ page }) => {
  const { id } = await waitForFinishedRound(page);
  await page.goto(`/fair/round/${id}`);
  const link = page.getByRole('link', { name: 'Download as JSON' });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe(`karat-round-${id}.json`);
  const round = await readFile(await download.path(), 'utf8');
  const saving = page.waitForEvent('download');
  await page.goto('/verify/karat-verify.html').catch(() => undefined);
  const file = test.info().outputPath('karat-verify.html');
  await (await saving).saveAs(file);
  await page.goto(`file://${file}`);
  await page.locator('#given').fill(round);
  await expect(page.getByText('All three checks pass')).toBeVisible();
  await expect(page.getByText(/1 round leads to the published end of the chain/)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Seed hash').fill('0'.repeat(64));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('1 check of three failed.')).toBeVisible();
});

test('the modal on the roulette page starts with rounds, and needs no account', async ({ page }) => {
  const { id } = await waitForFinishedRound(page);
  await page.goto('/roulette');
  await page.getByRole('button', { name: 'Provably fair' }).click();
  const modal = page.getByRole('dialog', { name: 'Provably fair' });
  await expect(modal.getByLabel('Roulette', { exact: true })).toBeChecked();
  await expectAccessible(page);
  await modal.getByRole('link', { name: new RegExp(`^#${id} `) }).click();
  await expect(modal).toBeHidden();
  await expect(ticks(page, 'right')).toHaveCount(4);
});

test('shows an error page for an unknown round', async ({ page }) => {
  await page.goto('/fair/round/not-a-number');
  await expect(page.getByRole('heading', { name: 'This round does not exist.' })).toBeVisible();
});

test('the start page shows the current round', async ({ page }) => {
  await waitForFinishedRound(page);
  await page.goto('/');
  const table = page.getByRole('region', { name: 'Roulette', exact: true });
  // It renders when a player comes near, and open rooms may push it far down.
  await table.scrollIntoViewIfNeeded();
  await expect(table).toContainText(/Betting closes in \d+ s|No more bets|Rolling…|wins/);
  await expect(table.getByText(/^Round \d+: (red|green|black) \d+$/).first()).toBeAttached();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoHorizontalScroll(page);
});
