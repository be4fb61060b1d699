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
import type { Caller } from '#sandbox/player-actions/api-request.ts';
import { createRandom } from '#sandbox/player-actions/random.ts';
import type { SimulationContext } from './context.ts';

export const STAFF = { username: 'boss-of-the-week', password: 'password of the simulation' };

const REST_MS = 1_500;
const ADJUSTMENT_MAX = 2_000;
const ITEMS_OF_A_PAGE = 12;
const CASES_OF_A_PAGE = 20;
const REASON = 'In a simulated week.';

const WEIGHTS = { answer: 4, trade: 4, adjust: 3, price: 1, box: 1, room: 1, listing: 1 } as const;

type StaffContext = SimulationContext & {
  readonly admin: Caller;
  readonly people: readonly Person[];
  newKey(): string;
};

export async function answerTickets({
  client,
  admin,
  newKey,
}: Pick<StaffContext, 'client' | 'admin' | 'newKey'>): Promise<void> {
  const ticketList = await client.call(admin, getAllTickets, { query: { filter: 'open', limit: '5' } });
  for (const { id } of ticketList.isDone ? ticketList.reply.data : []) {
    const params = { id: String(id) };
    await client.call(
      admin,
      sendTicketMessage,
      { params, body: { message: 'We have had a look.' } },
      { key: newKey(), mayChange: true },
    );
    if (admin.random.happens(0.3)) await client.call(admin, adminCloseTicket, { body: { ticketId: id } });
  }
}

async function adjust({ client, admin, people, newKey, results }: StaffContext): Promise<void> {
  const { id: userId, record } = admin.random.oneOf(people);
  const amount = admin.random.integer(1, ADJUSTMENT_MAX) * (admin.random.happens(0.7) ? 1 : -1);
  const done = await client.call(admin, adjustBalance, { body: { userId, amount, reason: REASON } }, { key: newKey() });
  if (!done.isDone) return;
  if (done.reply.data.userId !== userId)
    results.breach(`the balance of player ${done.reply.data.userId} was adjusted instead of ${userId}`);
  if (done.reply.data.state === 'done') record.adjusted(amount);
}

async function handleTrades({ client, admin }: StaffContext): Promise<void> {
  const tradeOffers = await client.call(admin, getAllTradeOffers, { query: { limit: '20' } });
  if (!tradeOffers.isDone) return;
  for (const { id, state } of tradeOffers.reply.data) {
    const params = { offerId: String(id) };
    if (state === 'AWAITING_APPROVAL' && admin.random.happens(0.5))
      await client.call(admin, approveWithdrawal, { params });
    else if (state === 'AWAITING_APPROVAL') {
      await client.call(admin, cancelTradeOfferByStaff, { params, body: { reason: REASON } });
    } else if (['FAILED', 'CREDITED', 'DELIVERED'].includes(state) && admin.random.happens(0.2)) {
      await client.call(admin, retryTradeOffer, { params });
    }
  }
  for (const { id: userId } of tradeOffers.reply.flagged) {
    if (admin.random.happens(0.3)) await client.call(admin, clearFlag, { body: { userId, reason: REASON } });
  }
}

const scaled = (price: number, by: number): number => Math.max(1, Math.round(price * by));

async function changeItemPrice({ client, admin }: StaffContext): Promise<void> {
  const first = await client.call(admin, getAllItems, { query: {} });
  if (!first.isDone) return;
  const pages = Math.ceil(first.reply.pagination.totalResults / ITEMS_OF_A_PAGE);
  const itemPage = await client.call(admin, getAllItems, { query: { page: String(admin.random.integer(1, pages)) } });
  if (!itemPage.isDone || itemPage.reply.data.items.length === 0) return;
  const { id, price, image, itemName, skinName, ...rest } = admin.random.oneOf(itemPage.reply.data.items);
  const { skinExterior, skinRarity, weaponType } = rest;
  const itemImgUrl = new URL(image, client.origin).href;
  const fields = { itemName, skinName, itemImgUrl, skinExterior, skinRarity, weaponType };
  const body = { ...fields, price: scaled(price, 0.97 + admin.random.next() * 0.05) };
  await client.call(admin, editItem, { params: { id: String(id) }, body: body as CallInput<typeof editItem>['body'] });
}

/** Raises the price of a paused case until its house edge is high enough again; changes others a little. */
async function changeCasePrice({ client, admin }: StaffContext): Promise<void> {
  const casePage = await client.call(admin, adminGetAllCases, { query: { limit: String(CASES_OF_A_PAGE) } });
  if (!casePage.isDone || casePage.reply.data.length === 0) return;
  const box = casePage.reply.data.find(({ isPaused }) => isPaused) ?? admin.random.oneOf(casePage.reply.data);
  const body = {
    caseName: box.name,
    casePrice: scaled(box.price, box.isPaused ? 1.05 : 1.005),
    caseImgUrl: new URL(box.imgUrl, client.origin).href,
    items: box.items.map(({ parentItem, drop_rate }) => ({ parentItem, drop_rate })),
  };
  await client.call(admin, editCase, { params: { id: String(box.id) }, body });
}

async function voidRoom({ client, admin }: StaffContext): Promise<void> {
  const activeRooms = await client.call(admin, getActiveRooms);
  if (!activeRooms.isDone || activeRooms.reply.data.length === 0) return;
  const { id } = admin.random.oneOf(activeRooms.reply.data);
  await client.call(admin, voidGameRoom, { params: { roomId: String(id) }, body: { reason: REASON } });
}

async function removeListingOfPlayer({ client, admin }: StaffContext): Promise<void> {
  const listingPage = await client.call(admin, getAllListings, { query: { state: 'OPEN' } });
  if (!listingPage.isDone || listingPage.reply.data.length === 0) return;
  const { id } = admin.random.oneOf(listingPage.reply.data);
  await client.call(admin, removeListing, { params: { listingId: String(id) }, body: { reason: REASON } });
}

const ACTIONS: Readonly<Record<keyof typeof WEIGHTS, (staffContext: StaffContext) => Promise<void>>> = {
  answer: answerTickets,
  trade: handleTrades,
  adjust,
  price: changeItemPrice,
  box: changeCasePrice,
  room: voidRoom,
  listing: removeListingOfPlayer,
};

export async function signInStaff(client: Client, seed: string): Promise<Caller> {
  const admin = { name: STAFF.username, token: '', random: createRandom(`${seed}/staff`) };
  const signedIn = await client.call(admin, login, { body: STAFF });
  if (!signedIn.isDone) throw new Error(`staff could not sign in: ${signedIn.code}`);
  return { ...admin, token: signedIn.reply.token };
}

/** Lets an admin act until the week is over. */
export async function workAsStaff(context: SimulationContext, admin: Caller, people: readonly Person[]): Promise<void> {
  let keys = 0;
  const staffContext = { ...context, admin, people, newKey: () => `staff-${(keys += 1)}` };
  while (!context.isClosing()) {
    await ACTIONS[admin.random.weighted(WEIGHTS)](staffContext);
    await context.rest(admin.random.wait(REST_MS / context.calendar.activity()));
  }
}
