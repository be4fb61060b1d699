import { admin } from '../admin.ts';
import {
  addCaller,
  balance,
  createRoom,
  END,
  happened,
  JOURNEY_MS,
  order,
  paySeat,
  post,
  readNotifications,
  ready,
  roomIdOf,
  says,
  SET_UP,
  team,
} from '../rooms.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, phone, test } from '../site.ts';

test.setTimeout(JOURNEY_MS);

const LOST = 'Connection lost. Trying to reconnect...';

test('a match to which nobody comes is called off at its deadline, and the fees come back', async ({
  page,
  signUp,
  arrive,
  browser,
}) => {
  await order(browser, 'Miami', ['sandbox_trouble no_show both']);
  await signUp();
  const path = await createRoom(page, { place: 'Miami', fee: '1.000' });
  const guest = await arrive(phone);
  await paySeat(guest.page, path, 2);
  for (const each of [page, guest.page]) await ready(each).click();
  await expect(says(guest.page, 'The players are joining the server.')).toBeVisible(SET_UP);
  await expect(guest.page.getByRole('timer')).toHaveText(/^\d+ s$/);
  for (const each of [page, guest.page]) {
    await expect(says(each, 'The match was not begun in time.')).toBeVisible(END);
    await expect(says(each, 'Every entry fee is back.')).toBeVisible();
    for (const name of ['Team 1', 'Team 2'] as const)
      await expect(team(each, name).getByText('Given back')).toBeVisible();
    await expect(balance(each)).toHaveText('100.000');
    await expect(happened(each).getByText(/got 1\.000 diamonds back\.$/)).toHaveCount(2);
    await expect(each.getByText(/^Rating 1\.000$/)).toHaveCount(2);
    await expectAccessible(each);
    await expectNoSidewaysScroll(each);
  }
  expect(await readNotifications(guest.page)).toContain('Your 1.000 diamonds are back.');
});

test('whoever comes to a match alone has won it', async ({ page, signUp, browser }) => {
  await order(browser, 'Bucharest', ['sandbox_trouble no_show team2']);
  await signUp();
  const path = await createRoom(page, { place: 'Bucharest', fee: '1.000' });
  const absent = await addCaller(browser);
  await post(absent, `/room/joinGameRoom/${roomIdOf(path)}`);
  await post(absent, `/room/setReadyState/${roomIdOf(path)}`, { ready: true });
  await ready(page).click();
  await expect(happened(page).getByText('Team 1 has joined the server.')).toBeVisible(END);
  await expect(says(page, 'Team 1 has won: the others did not come')).toBeVisible(END);
  await expect(balance(page)).toHaveText('100.900');
  await expect(team(page, 'Team 1').getByText('Rating 1.000 → 1.025')).toBeVisible();
  await expectAccessible(page);
});

test('a server that dies in mid-match costs nobody anything', async ({ page, signUp, arrive, browser }) => {
  await order(browser, 'Düsseldorf', ['sandbox_trouble crash 60000']);
  await signUp();
  const path = await createRoom(page, { place: 'Düsseldorf', fee: '1.000' });
  const guest = await arrive(phone);
  await paySeat(guest.page, path, 2);
  for (const each of [page, guest.page]) await ready(each).click();
  await expect(happened(guest.page).getByText(/^Round over: /)).toHaveCount(3, END);
  for (const each of [page, guest.page]) {
    await expect(says(each, 'The game server fell silent.')).toBeVisible(END);
    await expect(says(each, 'Every entry fee is back.')).toBeVisible();
    await expect(balance(each)).toHaveText('100.000');
    await expect(each.getByText(/^Rating 1\.000$/)).toHaveCount(2);
    await expectAccessible(each);
    await expectNoSidewaysScroll(each);
  }
  await page.goto('/oyungecmisim');
  await expect(page.getByRole('heading', { name: 'Game history' })).toBeVisible();
  await expect(page.getByRole('row', { name: `#${roomIdOf(path)}` })).toHaveCount(0);
});

test('staff end a running match with a reason, and both players see it at once with their fees back', async ({
  page: desk,
  arrive,
  browser,
}) => {
  await order(browser, 'New York City', ['sandbox_speed 0.5']);
  const { page } = await arrive();
  const path = await createRoom(page, { place: 'New York City', fee: '1.000' });
  const guest = await arrive(phone);
  await paySeat(guest.page, path, 2);
  for (const each of [page, guest.page]) await ready(each).click();
  await expect(happened(guest.page).getByText('The match is live.')).toBeVisible(SET_UP);
  await order(browser, 'New York City', ['css_forcepause']);

  await post(desk.request, '/auth/login', admin);
  await desk.goto('/admin/server');
  const link = desk.getByRole('link', { name: `Room #${roomIdOf(path)}`, exact: true });
  const row = desk.getByRole('table', { name: 'Active rooms' }).getByRole('row').filter({ has: link });
  await expect(row).toContainText('Being played');
  await row.getByRole('button', { name: `Void room #${roomIdOf(path)}`, exact: true }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Void and refund' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The map was the wrong one.');
  await expectAccessible(desk);
  await dialog.getByRole('button', { name: 'Void and refund' }).click();
  await expect(desk.getByText(`Room #${roomIdOf(path)} is void. Every entry fee was given back.`)).toBeVisible();
  await expect(row).toHaveCount(0);

  for (const each of [page, guest.page]) {
    await expect(says(each, 'The staff closed this room')).toBeVisible();
    await expect(says(each, 'Their reason: The map was the wrong one.')).toBeVisible();
    await expect(says(each, 'Every entry fee is back.')).toBeVisible();
    await expect(balance(each)).toHaveText('100.000');
    await expect(each.getByText(/^Rating 1\.000$/)).toHaveCount(2);
  }
  expect(await readNotifications(guest.page)).toContain('The map was the wrong one. Your 1.000 diamonds are back.');
  await guest.page.goto('/');
  await guest.page.getByRole('button', { name: /^Notifications/ }).click();
  await guest.page.getByRole('link', { name: `Room #${roomIdOf(path)} was cancelled` }).click();
  await expect(guest.page).toHaveURL(path);
});

test('a player whose line breaks in mid-match finds the result without reloading', async ({
  arrive,
  browser,
  complaints,
}) => {
  await order(browser, 'Los Angeles', ['sandbox_winner team1']);
  const owner = await arrive(phone);
  const path = await createRoom(owner.page, { place: 'Los Angeles', fee: '1.000' });
  const rival = await addCaller(browser);
  await post(rival, `/room/joinGameRoom/${roomIdOf(path)}`);
  await post(rival, `/room/setReadyState/${roomIdOf(path)}`, { ready: true });
  await ready(owner.page).click();
  await expect(happened(owner.page).getByText('The server is ready: players can join.')).toBeVisible(SET_UP);
  await owner.page.context().setOffline(true);
  await expect(owner.page.getByText(LOST)).toBeVisible(SET_UP);
  await expectNoSidewaysScroll(owner.page);
  await owner.page.context().setOffline(false);
  await expect(owner.page.getByText(LOST)).toBeHidden(SET_UP);
  await expect(says(owner.page, 'Team 1 has won')).toBeVisible(END);
  await expect(balance(owner.page)).toHaveText('100.900');
  await expect(team(owner.page, 'Team 1').getByText('Rating 1.000 → 1.025')).toBeVisible();
  // The browser tells of every try that failed meanwhile.
  complaints.splice(0);
});

test('a match that the site itself was lost in is called off, and pages catch up by themselves', async ({
  launch,
  arrive,
  complaints,
}) => {
  const site = await launch({ SANDBOX_MATCH_SPEED: '0.5' });
  const [owner, guest] = [await arrive({ baseURL: site.origin }), await arrive({ ...phone, baseURL: site.origin })];
  const path = await createRoom(owner.page, { place: 'Istanbul', fee: '1.000' });
  await paySeat(guest.page, path, 2);
  for (const { page } of [owner, guest]) await ready(page).click();
  await expect(happened(owner.page).getByText('The match is live.')).toBeVisible(SET_UP);
  await site.kill();
  await expect(owner.page.getByText(LOST)).toBeVisible(SET_UP);
  await site.startAgain();
  for (const { page } of [owner, guest]) {
    await expect(page.getByText(LOST)).toBeHidden(SET_UP);
    await expect(says(page, 'The match was cancelled')).toBeVisible(END);
    await expect(balance(page)).toHaveText('100.000');
    await expect(page.getByText(/^Rating 1\.000$/)).toHaveCount(2);
  }
  // The browsers tell of every try that failed meanwhile.
  complaints.splice(0);
});
