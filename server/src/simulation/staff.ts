import { login } from '@karat/contract/accounts';
import { adminGetAllCases, editCase } from '@karat/contract/cases';
import type { CallInput } from '@karat/contract/endpoint';
import { editItem, getAllItems } from '@karat/contract/items';
import { getAllListings, removeListing } from '@karat/contract/market';
import { getActiveRooms, voidGameRoom } from '@karat/contract/rooms';
import { adminCloseTicket, getAllTickets, sendTicketMessage } from '@karat/contract/tickets';
import {
  approveWithdrawal,
  cancelTradeOfferByStaff,
  clearFlag,
  getAllTradeOffers,
  retryTradeOffer,
} from '@karat/contract/trades';
import { adjustBalance } from '@karat/contract/adjustments';
import type { Client } from './client.ts';
import type { Person } from './people.ts';
import type { Caller } from './press.ts';
import { createRandom } from './random.ts';
import type { Stage } from './stage.ts';

export const STAFF = { username: 'boss-of-the-week', password: 'somebody has to look after it' };

const REST_MS = 1_500;
const ADJUSTMENT_MAX = 2_000;
const ITEMS_OF_A_PAGE = 12;
const CASES_OF_A_PAGE = 20;
const REASON = 'In a simulated week.';

const DUTIES = { answer: 4, trade: 4, adjust: 3, price: 1, box: 1, room: 1, listing: 1 } as const;

type Desk = Stage & { readonly boss: Caller; readonly people: readonly Person[]; newKey(): string };

async function answerTickets({ client, boss, newKey }: Desk): Promise<void> {
  const seen = await client.call(boss, getAllTickets, { query: { filter: 'open', limit: '5' } });
  for (const { id } of seen.isDone ? seen.reply.data : []) {
    const params = { id: String(id) };
    await client.call(
      boss,
      sendTicketMessage,
      { params, body: { message: 'We have had a look.' } },
      { key: newKey(), mayMoveOn: true },
    );
    if (boss.random.isSo(0.3)) await client.call(boss, adminCloseTicket, { body: { ticketId: id } });
  }
}

async function adjust({ client, boss, people, newKey, tally }: Desk): Promise<void> {
  const { id: userId, diary } = boss.random.oneOf(people);
  const amount = boss.random.whole(1, ADJUSTMENT_MAX) * (boss.random.isSo(0.7) ? 1 : -1);
  const done = await client.call(boss, adjustBalance, { body: { userId, amount, reason: REASON } }, { key: newKey() });
  if (!done.isDone) return;
  if (done.reply.data.userId !== userId)
    tally.breach(`the balance of player ${done.reply.data.userId} was adjusted instead of ${userId}`);
  if (done.reply.data.state === 'done') diary.adjusted(amount);
}

async function lookAfterTrades({ client, boss }: Desk): Promise<void> {
  const seen = await client.call(boss, getAllTradeOffers, { query: { limit: '20' } });
  if (!seen.isDone) return;
  for (const { id, state } of seen.reply.data) {
    const params = { offerId: String(id) };
    if (state === 'AWAITING_APPROVAL' && boss.random.isSo(0.5)) await client.call(boss, approveWithdrawal, { params });
    else if (state === 'AWAITING_APPROVAL') {
      await client.call(boss, cancelTradeOfferByStaff, { params, body: { reason: REASON } });
    } else if (['FAILED', 'CREDITED', 'DELIVERED'].includes(state) && boss.random.isSo(0.2)) {
      await client.call(boss, retryTradeOffer, { params });
    }
  }
  for (const { id: userId } of seen.reply.flagged) {
    if (boss.random.isSo(0.3)) await client.call(boss, clearFlag, { body: { userId, reason: REASON } });
  }
}

const nudged = (price: number, by: number): number => Math.max(1, Math.round(price * by));

async function nudgePrice({ client, boss }: Desk): Promise<void> {
  const first = await client.call(boss, getAllItems, { query: {} });
  if (!first.isDone) return;
  const pages = Math.ceil(first.reply.pagination.totalResults / ITEMS_OF_A_PAGE);
  const seen = await client.call(boss, getAllItems, { query: { page: String(boss.random.whole(1, pages)) } });
  if (!seen.isDone || seen.reply.data.items.length === 0) return;
  const { id, price, image, itemName, skinName, ...rest } = boss.random.oneOf(seen.reply.data.items);
  const { skinExterior, skinRarity, weaponType } = rest;
  const itemImgUrl = new URL(image, client.origin).href;
  const fields = { itemName, skinName, itemImgUrl, skinExterior, skinRarity, weaponType };
  const body = { ...fields, price: nudged(price, 0.97 + boss.random.next() * 0.05) };
  await client.call(boss, editItem, { params: { id: String(id) }, body: body as CallInput<typeof editItem>['body'] });
}

/** A case that has paused itself is made dearer until it pays again; others move a little. */
async function nudgeCase({ client, boss }: Desk): Promise<void> {
  const seen = await client.call(boss, adminGetAllCases, { query: { limit: String(CASES_OF_A_PAGE) } });
  if (!seen.isDone || seen.reply.data.length === 0) return;
  const box = seen.reply.data.find(({ isPaused }) => isPaused) ?? boss.random.oneOf(seen.reply.data);
  const body = {
    caseName: box.name,
    casePrice: nudged(box.price, box.isPaused ? 1.05 : 1.005),
    caseImgUrl: new URL(box.imgUrl, client.origin).href,
    items: box.items.map(({ parentItem, drop_rate }) => ({ parentItem, drop_rate })),
  };
  await client.call(boss, editCase, { params: { id: String(box.id) }, body });
}

async function voidRoom({ client, boss }: Desk): Promise<void> {
  const seen = await client.call(boss, getActiveRooms);
  if (!seen.isDone || seen.reply.data.length === 0) return;
  const { id } = boss.random.oneOf(seen.reply.data);
  await client.call(boss, voidGameRoom, { params: { roomId: String(id) }, body: { reason: REASON } });
}

async function removeOne({ client, boss }: Desk): Promise<void> {
  const seen = await client.call(boss, getAllListings, { query: { state: 'OPEN' } });
  if (!seen.isDone || seen.reply.data.length === 0) return;
  const { id } = boss.random.oneOf(seen.reply.data);
  await client.call(boss, removeListing, { params: { listingId: String(id) }, body: { reason: REASON } });
}

const DEEDS: Readonly<Record<keyof typeof DUTIES, (desk: Desk) => Promise<void>>> = {
  answer: answerTickets,
  trade: lookAfterTrades,
  adjust,
  price: nudgePrice,
  box: nudgeCase,
  room: voidRoom,
  listing: removeOne,
};

export async function signInStaff(client: Client, seed: string): Promise<Caller> {
  const boss = { name: STAFF.username, token: '', random: createRandom(`${seed}/staff`) };
  const signedIn = await client.call(boss, login, { body: STAFF });
  if (!signedIn.isDone) throw new Error(`staff could not sign in: ${signedIn.code}`);
  return { ...boss, token: signedIn.reply.token };
}

/** Whoever looks after the site, until the week is over. */
export async function workAsStaff(stage: Stage, boss: Caller, people: readonly Person[]): Promise<void> {
  let keys = 0;
  const desk = { ...stage, boss, people, newKey: () => `staff-${(keys += 1)}` };
  while (!stage.isClosing()) {
    await DEEDS[boss.random.weighted(DUTIES)](desk);
    await stage.rest(boss.random.wait(REST_MS / stage.calendar.bustle()));
  }
}
