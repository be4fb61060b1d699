import type { Room } from '@karat/contract/rooms';
import type { GameServer } from '@karat/contract/servers';
import type { APIRequestContext, Browser, Locator, Page } from '@playwright/test';
import { admin } from './admin.ts';
import { expect, newAccount } from './fixtures.ts';

const json = { headers: { Accept: 'application/json' } };

/** Locations by their label on the page. A journey that sends commands to a game server must be the only one to use its location. */
export const LOCATIONS = {
  Istanbul: 'istanbul',
  Tokyo: 'tokyo',
  Warsaw: 'warsaw',
  Miami: 'miami',
  Bucharest: 'bucharest',
  Düsseldorf: 'dusseldorf',
  'New York City': 'new_york_city',
  'Los Angeles': 'los_angeles',
  Beauharnois: 'beauharnois',
} as const;
export type LocationLabel = keyof typeof LOCATIONS;

/** Timeout from the countdown until players have joined. */
export const SET_UP_TIMEOUT = { timeout: 60_000 };
/** Timeout until a match ends, a deadline passes or a silent server is given up. */
export const END_TIMEOUT = { timeout: 90_000 };
/** A whole match takes long on a busy machine. */
export const JOURNEY_MS = 240_000;

export const balance = (page: Page) => page.getByRole('banner').getByText(/^[\d.]+$/);
export const ready = (page: Page) => page.getByRole('button', { name: 'Ready', exact: true });
export const unready = (page: Page) => page.getByRole('button', { name: 'I’m not ready', exact: true });
export const team = (page: Page, name: 'Team 1' | 'Team 2') => page.getByRole('region', { name, exact: true });
/** The text about the room's state. */
export const statusText = (page: Page, words: string | RegExp) => page.getByRole('status').getByText(words);
/** The rounds of the match, newest first. */
export const roundList = (page: Page) => page.getByRole('list', { name: 'Rounds' });
export const eventList = (page: Page) => page.getByRole('list', { name: 'Timeline' });

/** Opens the data of the sandbox's game server, which players need not see; returns its region. */
export async function openSandboxServer(page: Page): Promise<Locator> {
  const server = page.getByRole('region', { name: 'Game server' });
  await server.getByText('Game server', { exact: true }).click(SET_UP_TIMEOUT);
  return server;
}

type NewRoom = { place: LocationLabel; fee: string; size?: '1v1' | '2v2' };

/** Creates a room with the form on the start page; returns its path. */
export async function createRoom(page: Page, { place, fee, size = '1v1' }: NewRoom): Promise<string> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Create Room' }).click();
  const form = page.getByRole('dialog');
  await form.getByText('aim_redline', { exact: true }).click();
  await form.getByText(size, { exact: true }).click();
  await form.getByText(place, { exact: true }).click();
  await form.getByLabel('Entry fee').fill(fee);
  await form.getByRole('button', { name: 'Create Room' }).click();
  await page.waitForURL(/\/room\/\d+$/);
  await expect(page.getByText('You successfully created a room!')).toBeVisible();
  return new URL(page.url()).pathname;
}

/** Joins a room with an entry fee, on its page. */
export async function paySeat(page: Page, path: string, side: 1 | 2): Promise<void> {
  await page.goto(path);
  await page
    .getByRole('button', { name: `Join team ${side}` })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pay [\d.]+ and join$/ })
    .click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(team(page, `Team ${side}`).getByText('You', { exact: true })).toBeVisible();
}

export const roomIdOf = (path: string): number => Number(path.split('/').at(-1));

export async function fetchRoom(request: APIRequestContext, path: string): Promise<Room> {
  const reply = await request.get(`/room/getGameRoom/${roomIdOf(path)}`, json);
  return (await reply.json()) as Room;
}

const originOptions = (origin: string | undefined) => (origin === undefined ? {} : { baseURL: origin });

/** Signs up a player who only uses the API. */
export async function addApiPlayer(browser: Browser, origin?: string): Promise<APIRequestContext> {
  const { request } = await browser.newContext(originOptions(origin));
  expect((await request.post('/auth/signup', { data: newAccount() })).status()).toBe(200);
  return request;
}

/** Posts, and expects status 200. */
export async function post(request: APIRequestContext, path: string, data: object = {}): Promise<void> {
  const reply = await request.post(path, { data });
  expect([path, reply.status()]).toEqual([path, 200]);
}

/** Sends console commands to a game server as staff: troubles of its next match, the winner, the speed. */
export async function sendServerCommands(
  browser: Browser,
  place: LocationLabel,
  commands: readonly string[],
  origin?: string,
): Promise<void> {
  const context = await browser.newContext(originOptions(origin));
  await post(context.request, '/auth/login', admin);
  const reply = await context.request.get('/rcon/getGameServers', json);
  const { data: servers } = (await reply.json()) as { data: GameServer[] };
  const serverId = servers.find(({ location }) => location === LOCATIONS[place])!.id;
  for (const cmd of commands) await post(context.request, '/rcon/cmd', { cmd, serverId, isConfirmed: true });
  await context.close();
}

/** Opens the notifications; returns their text. */
export async function readNotifications(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByRole('listitem').first()).toBeVisible();
  const text = await panel.innerText();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  return text;
}
