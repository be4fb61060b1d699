import { holdRequests } from '../hold-requests.ts';
import { balance, createRoom, openSandboxServer, ready, fetchRoom, team, unready } from '../rooms.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, phone, test } from '../fixtures.ts';

test(
  'two players meet in a room: seats, fees, chat and ready, up to the match',
  { tag: '@core' },
  async ({ page, signUp, addPlayer }) => {
    const owner = await signUp();
    const path = await createRoom(page, { place: 'Istanbul', fee: '1.500' });
    await expect(balance(page)).toHaveText('98.500');
    const guest = await addPlayer(phone);

    await guest.page.goto('/?map=aim_redline&fee=paid');
    await guest.page.getByRole('link', { name: `Join ${owner.username}, 1v1` }).click();
    await expect(guest.page).toHaveURL(path);
    await expectNoHorizontalScroll(guest.page);
    await guest.page.getByRole('button', { name: 'Join team 2' }).click();
    await guest.page.getByRole('button', { name: 'Pay 1.500 and join' }).click();
    await expect(team(page, 'Team 2').getByText(guest.account.username)).toBeVisible();
    await expect(page.getByRole('timer')).toBeVisible();
    expect(await fetchRoom(page.request, path)).toMatchObject({ state: 'WAITING', totalAmount: 3_000 });

    await guest.page.getByRole('textbox').fill('gl hf');
    await guest.page.getByRole('textbox').press('Enter');
    await expect(page.getByRole('log').getByText('gl hf')).toHaveCount(1);
    await expectAccessible(guest.page);

    await ready(page).click();
    await expect(team(guest.page, 'Team 1').getByText('Ready', { exact: true })).toBeVisible();
    await ready(guest.page).click();
    await expect(page.getByRole('status').getByText(/^Match is (starting|on)$/)).toBeVisible();
    await expect(page.getByText(/^Team 1 starts as (CT|T), team 2 as (CT|T)\.$/)).toBeVisible();
  },
);

test('a match against the sandbox is played to its result, its pot and its ratings', async ({ page, signUp }) => {
  test.setTimeout(240_000);
  const owner = await signUp();
  const path = await createRoom(page, { place: 'Istanbul', fee: '1.000' });
  await page.getByRole('button', { name: 'Play against a sandbox opponent' }).click();
  await expect(team(page, 'Team 2').getByText('sandbox', { exact: true })).toBeVisible();
  await ready(page).click();
  const server = await openSandboxServer(page);
  await expect(server.getByText(/^connect [\d.]+:\d+/)).toBeVisible();
  await expect(ready(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Check the coin toss' }).click();
  await expect(page.getByText('Checked in your browser: hash, seed and side match.')).toBeVisible();
  await expectAccessible(page);

  await expect(page.getByRole('status').getByText(/^Team [12] won$/)).toBeVisible({ timeout: 150_000 });
  const { winner, players } = await fetchRoom(page.request, path);
  expect(new Set(players.map(({ payout }) => payout))).toEqual(new Set([0, 1_900]));
  const ownerSeat = players.find(({ username }) => username === owner.username)!;
  await expect(balance(page)).toHaveText(winner === ownerSeat.team ? '100.900' : '99.000');
  const moved = `Rating 1.000 → ${(ownerSeat.elo + ownerSeat.eloChange!).toLocaleString('de-DE')}`;
  await expect(team(page, 'Team 1').getByText(moved)).toBeVisible();
  for (const change of ['+900', '-1.000']) await expect(page.getByText(change, { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('leaving a paid seat asks for confirmation and refunds the fee', async ({ page, signUp }) => {
  await signUp();
  const path = await createRoom(page, { place: 'Istanbul', fee: '700' });
  await expect(balance(page)).toHaveText('99.300');
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByText('Everyone left.')).toBeVisible();
  await expect(balance(page)).toHaveText('100.000');
  expect((await fetchRoom(page.request, path)).state).toBe('MATCH_CANCELLED');
});

test('the form and the room work by keyboard alone and are accessible', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/');
  await page.getByRole('button', { name: 'Create Room' }).press('Enter');
  const form = page.getByRole('dialog');
  await form.getByLabel('Entry fee').fill('2.5');
  await form.getByRole('button', { name: 'Create Room' }).press('Enter');
  await expect(form.getByText('Entry fee must be a whole number.')).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('button', { name: '0', exact: true }).press('Space');
  for (const name of ['aim_redline', /^1v1/, 'Tokyo']) await form.getByRole('radio', { name }).press('Space');
  await form.getByRole('button', { name: 'Create Room' }).press('Enter');
  await page.waitForURL(/\/room\/\d+$/);
  await ready(page).press('Space');
  await expect(unready(page)).toBeVisible();
  await expect(team(page, 'Team 1').getByText('Ready', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(unready(page)).toBeVisible();
});

test('a visitor can watch, and is asked to sign in for a seat', async ({ page, addPlayer }) => {
  const owner = await addPlayer(phone);
  const path = await createRoom(owner.page, { place: 'Istanbul', fee: '' });
  await page.goto(path);
  await expect(page.getByRole('complementary', { name: 'Global chat' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign in to take a seat.' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Duellos' }).first().click();
  await expect(page.getByRole('complementary', { name: 'Global chat' })).toBeVisible();
});

test('shows an error page for an unknown room', async ({ page, browserErrors }) => {
  await page.goto('/room/999999');
  await expect(page.getByRole('heading', { name: 'This room does not exist.' })).toBeVisible();
  // The browser logs the 404.
  expect(browserErrors.splice(0)).toEqual([expect.stringContaining('404')]);
});

for (const language of ['mixed', 'tr']) {
  test(`the wheel of the start page does not truncate its texts at 1024 pixels (${language})`, async ({
    page,
    signUp,
  }) => {
    await signUp();
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.goto('/');
    await page.locator('#roulette').scrollIntoViewIfNeeded();
    const buttons = page.locator('#roulette button .truncate');
    await expect(buttons.first()).toBeVisible();
    const cut = await buttons.evaluateAll(
      (texts) => texts.filter((text) => text.scrollWidth > text.clientWidth).length,
    );
    expect(cut).toBe(0);
  });
}

test('Create Room opens its form also if it is pressed before the session and the form have loaded', async ({
  page,
  signUp,
}) => {
  await signUp();
  const releaseSession = await holdRequests(page, '**/auth/me*');
  const releaseForm = await holdRequests(page, '**/assets/create-room-modal-*.js');
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Create Room' });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  releaseSession();
  await expect(page.getByRole('status').filter({ has: page.locator('.motion-spinner') })).toBeVisible();
  releaseForm();
  await expect(page.getByRole('dialog', { name: 'Create Room' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
});
