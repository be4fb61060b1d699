import { admin } from '../admin.ts';
import {
  addApiPlayer,
  balance,
  createRoom,
  END_TIMEOUT,
  eventList,
  JOURNEY_MS,
  sendServerCommands,
  paySeat,
  post,
  readNotifications,
  ready,
  roomIdOf,
  statusText,
  SET_UP_TIMEOUT,
  team,
} from '../rooms.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, phone, test } from '../fixtures.ts';

test.setTimeout(JOURNEY_MS);

const LOST = 'Connection lost. Trying to reconnect...';

test('cancels a match that no player joins at its deadline, and refunds the fees', async ({
  page,
  signUp,
  addPlayer,
  browser,
}) => {
  await sendServerCommands(browser, 'Miami', ['sandbox_trouble no_show both']);
  await signUp();
  const path = await createRoom(page, { place: 'Miami', fee: '1.000' });
  const guest = await addPlayer(phone);
  await paySeat(guest.page, path, 2);
  for (const each of [page, guest.page]) await ready(each).click();
  await expect(statusText(guest.page, 'The players are joining the server.')).toBeVisible(SET_UP_TIMEOUT);
  await expect(guest.page.getByRole('timer')).toHaveText(/^\d+ s$/);
  for (const each of [page, guest.page]) {
    await expect(statusText(each, 'The match did not start in time.')).toBeVisible(END_TIMEOUT);
    await expect(statusText(each, 'All entry fees were refunded.')).toBeVisible();
    for (const name of ['Team 1', 'Team 2'] as const)
      await expect(team(each, name).getByText('Refunded')).toBeVisible();
    await expect(balance(each)).toHaveText('100.000');
    await expect(eventList(each).getByText(/got 1\.000 diamonds back\.$/)).toHaveCount(2);
    await expect(each.getByText(/^Rating 1\.000$/)).toHaveCount(2);
    await expectAccessible(each);
    await expectNoHorizontalScroll(each);
  }
  expect(await readNotifications(guest.page)).toContain('Your 1.000 diamonds are back.');
});

test('a team that joins alone wins the match', async ({ page, signUp, browser }) => {
  await sendServerCommands(browser, 'Bucharest', ['sandbox_trouble no_show team2']);
  await signUp();
  const path = await createRoom(page, { place: 'Bucharest', fee: '1.000' });
  const absent = await addApiPlayer(browser);
  await post(absent, `/room/joinGameRoom/${roomIdOf(path)}`);
  await post(absent, `/room/setReadyState/${roomIdOf(path)}`, { ready: true });
  await ready(page).click();
  await expect(eventList(page).getByText('Team 1 has joined the server.')).toBeVisible(END_TIMEOUT);
  await expect(statusText(page, 'Team 1 won: the other team did not join')).toBeVisible(END_TIMEOUT);
  await expect(balance(page)).toHaveText('100.900');
  await expect(team(page, 'Team 1').getByText('Rating 1.000 → 1.025')).toBeVisible();
  await expectAccessible(page);
});

test('refunds the fees when the game server crashes during a match', async ({ page, signUp, addPlayer, browser }) => {
  await sendServerCommands(browser, 'Düsseldorf', ['sandbox_trouble crash 60000']);
  await signUp();
  const path = await createRoom(page, { place: 'Düsseldorf', fee: '1.000' });
  const guest = await addPlayer(phone);
  await paySeat(guest.page, path, 2);
  for (const each of [page, guest.page]) await ready(each).click();
  await expect(eventList(guest.page).getByText(/^Round over: /)).toHaveCount(3, END_TIMEOUT);
  for (const each of [page, guest.page]) {
    await expect(statusText(each, 'The game server stopped responding.')).toBeVisible(END_TIMEOUT);
    await expect(statusText(each, 'All entry fees were refunded.')).toBeVisible();
    await expect(balance(each)).toHaveText('100.000');
    await expect(each.getByText(/^Rating 1\.000$/)).toHaveCount(2);
    await expectAccessible(each);
    await expectNoHorizontalScroll(each);
  }
  await page.goto('/oyungecmisim');
  await expect(page.getByRole('heading', { name: 'Game history' })).toBeVisible();
  await expect(page.getByRole('row', { name: `#${roomIdOf(path)}` })).toHaveCount(0);
});

test('staff void a running match with a reason, and both players see it and get their fees back', async ({
  page: staffPage,
  addPlayer,
  browser,
}) => {
  await sendServerCommands(browser, 'New York City', ['sandbox_speed 0.5']);
  const { page } = await addPlayer();
  const path = await createRoom(page, { place: 'New York City', fee: '1.000' });
  const guest = await addPlayer(phone);
  await paySeat(guest.page, path, 2);
  for (const each of [page, guest.page]) await ready(each).click();
  await expect(eventList(guest.page).getByText('The match is live.')).toBeVisible(SET_UP_TIMEOUT);
  await sendServerCommands(browser, 'New York City', ['css_forcepause']);

  await post(staffPage.request, '/auth/login', admin);
  await staffPage.goto('/admin/server');
  const link = staffPage.getByRole('link', { name: `Room #${roomIdOf(path)}`, exact: true });
  const row = staffPage.getByRole('table', { name: 'Active rooms' }).getByRole('row').filter({ has: link });
  await expect(row).toContainText('In progress');
  await row.getByRole('button', { name: `Void room #${roomIdOf(path)}`, exact: true }).click();
  const dialog = staffPage.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Void and refund' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The map was the wrong one.');
  await expectAccessible(staffPage);
  await dialog.getByRole('button', { name: 'Void and refund' }).click();
  await expect(staffPage.getByText(`Room #${roomIdOf(path)} was voided. All entry fees were refunded.`)).toBeVisible();
  await expect(row).toHaveCount(0);

  for (const each of [page, guest.page]) {
    await expect(statusText(each, 'Our staff closed this room')).toBeVisible();
    await expect(statusText(each, 'Reason: The map was the wrong one.')).toBeVisible();
    await expect(statusText(each, 'All entry fees were refunded.')).toBeVisible();
    await expect(balance(each)).toHaveText('100.000');
    await expect(each.getByText(/^Rating 1\.000$/)).toHaveCount(2);
  }
  expect(await readNotifications(guest.page)).toContain('The map was the wrong one. Your 1.000 diamonds are back.');
  await guest.page.goto('/');
  await guest.page.getByRole('button', { name: /^Notifications/ }).click();
  await guest.page.getByRole('link', { name: `Room #${roomIdOf(path)} was cancelled` }).click();
  await expect(guest.page).toHaveURL(path);
});

test('a player who loses the connection during a match sees the result without reloading', async ({
  addPlayer,
  browser,
  browserErrors,
}) => {
  await sendServerCommands(browser, 'Los Angeles', ['sandbox_winner team1']);
  const owner = await addPlayer(phone);
  const path = await createRoom(owner.page, { place: 'Los Angeles', fee: '1.000' });
  const rival = await addApiPlayer(browser);
  await post(rival, `/room/joinGameRoom/${roomIdOf(path)}`);
  await post(rival, `/room/setReadyState/${roomIdOf(path)}`, { ready: true });
  await ready(owner.page).click();
  await expect(eventList(owner.page).getByText('The server is ready. Players can join.')).toBeVisible(SET_UP_TIMEOUT);
  await owner.page.context().setOffline(true);
  await expect(owner.page.getByText(LOST)).toBeVisible(SET_UP_TIMEOUT);
  await expectNoHorizontalScroll(owner.page);
  await owner.page.context().setOffline(false);
  await expect(owner.page.getByText(LOST)).toBeHidden(SET_UP_TIMEOUT);
  await expect(statusText(owner.page, 'Team 1 won')).toBeVisible(END_TIMEOUT);
  await expect(balance(owner.page)).toHaveText('100.900');
  await expect(team(owner.page, 'Team 1').getByText('Rating 1.000 → 1.025')).toBeVisible();
  // The browser logs every failed reconnection.
  browserErrors.splice(0);
});

test('cancels a match after a crash of the site, and pages catch up by themselves', async ({
  launch,
  addPlayer,
  browserErrors,
}) => {
  const site = await launch({ SANDBOX_MATCH_SPEED: '0.5' });
  const [owner, guest] = [
    await addPlayer({ baseURL: site.origin }),
    await addPlayer({ ...phone, baseURL: site.origin }),
  ];
  const path = await createRoom(owner.page, { place: 'Istanbul', fee: '1.000' });
  await paySeat(guest.page, path, 2);
  for (const { page } of [owner, guest]) await ready(page).click();
  await expect(eventList(owner.page).getByText('The match is live.')).toBeVisible(SET_UP_TIMEOUT);
  await site.kill();
  await expect(owner.page.getByText(LOST)).toBeVisible(SET_UP_TIMEOUT);
  await site.startAgain();
  for (const { page } of [owner, guest]) {
    await expect(page.getByText(LOST)).toBeHidden(SET_UP_TIMEOUT);
    await expect(statusText(page, 'The match was cancelled')).toBeVisible(END_TIMEOUT);
    await expect(balance(page)).toHaveText('100.000');
    await expect(page.getByText(/^Rating 1\.000$/)).toHaveCount(2);
  }
  // The browsers log every failed reconnection.
  browserErrors.splice(0);
});
