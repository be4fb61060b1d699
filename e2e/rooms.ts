import type { Room } from '@karat/contract/rooms';
import type { GameServer } from '@karat/contract/servers';
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { admin } from './admin.ts';
import { expect, newPerson } from './site.ts';

const json = { headers: { Accept: 'application/json' } };

/** A place of the form, as the page spells it and as the calls do. Journeys that command its server have it for themselves. */
export const PLACES = {
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
export type Place = keyof typeof PLACES;

/** From the countdown over the set-up to players who have come. */
export const SET_UP = { timeout: 60_000 };
/** To the end of a match, of a wait, or of the patience with a silent server. */
export const END = { timeout: 90_000 };
/** A whole match takes its time on a busy machine. */
export const JOURNEY_MS = 240_000;

export const balance = (page: Page) => page.getByRole('banner').getByText(/^[\d.]+$/);
export const ready = (page: Page) => page.getByRole('button', { name: 'Ready', exact: true });
export const unready = (page: Page) => page.getByRole('button', { name: 'I am not ready', exact: true });
export const team = (page: Page, name: 'Team 1' | 'Team 2') => page.getByRole('region', { name, exact: true });
/** Where the room stands, in words. */
export const says = (page: Page, words: string | RegExp) => page.getByRole('status').getByText(words);
export const happened = (page: Page) => page.getByRole('list', { name: 'What happened' });

type NewRoom = { place: Place; fee: string; size?: '1v1' | '2v2' };

/** Opens a room by its form, from the start page; answers its path. */
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

/** Takes a seat that costs something, from the page of the room. */
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

export async function roomAt(request: APIRequestContext, path: string): Promise<Room> {
  const reply = await request.get(`/room/getGameRoom/${roomIdOf(path)}`, json);
  return (await reply.json()) as Room;
}

const at = (origin: string | undefined) => (origin === undefined ? {} : { baseURL: origin });

/** Somebody who plays without a page of the site in front of them. */
export async function addCaller(browser: Browser, origin?: string): Promise<APIRequestContext> {
  const { request } = await browser.newContext(at(origin));
  expect((await request.post('/auth/signup', { data: newPerson() })).status()).toBe(200);
  return request;
}

/** Posts what a page would, and sees it taken. */
export async function post(request: APIRequestContext, address: string, data: object = {}): Promise<void> {
  const reply = await request.post(address, { data });
  expect([address, reply.status()]).toEqual([address, 200]);
}

/** Has staff send commands to the server of a place: what its next match suffers from, who wins it, how fast it is. */
export async function order(
  browser: Browser,
  place: Place,
  commands: readonly string[],
  origin?: string,
): Promise<void> {
  const context = await browser.newContext(at(origin));
  await post(context.request, '/auth/login', admin);
  const reply = await context.request.get('/rcon/getGameServers', json);
  const { data: servers } = (await reply.json()) as { data: GameServer[] };
  const serverId = servers.find(({ location }) => location === PLACES[place])!.id;
  for (const cmd of commands) await post(context.request, '/rcon/cmd', { cmd, serverId, isConfirmed: true });
  await context.close();
}

/** Opens the bell; answers what stands there. */
export async function readNotifications(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByRole('listitem').first()).toBeVisible();
  const text = await panel.innerText();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  return text;
}
