import {
  cancelTradeOffer,
  createDeposit,
  getTradeOffers,
  getUserSteamInventory,
  setTradeUrl,
  type TradeOffer,
  withdrawItem,
} from '@karat/contract/trades';
import { depositDiamonds } from '@karat/rules/deposits';
import { isCancellable } from '@karat/rules/trades';
import type { Person } from './people.ts';
import { submitOnSandbox } from './sandbox-page.ts';
import { fetchFreeItems } from '#sandbox/player-actions/case-actions.ts';
import type { Action, ActionContext } from './context.ts';

const SKINS_AT_ONCE_MAX = 3;
/** Weights of the answers to an offer, given on the sandbox's trade page. */
const ANSWERS = { accept: 8, decline: 2, expire: 1, 'call off': 1, nothing: 3 } as const;
const REVERSED_CHANCE = 0.06;

async function fetchOffers({ client }: ActionContext, person: Person) {
  const offers = await client.call(person, getTradeOffers, { query: { limit: '20' } });
  return offers.isDone ? offers.reply : undefined;
}

async function ensureTradeUrl(context: ActionContext, person: Person): Promise<void> {
  const offers = await fetchOffers(context, person);
  const tradeUrl = offers?.standing.suggestedTradeUrl ?? undefined;
  if (offers?.standing.hasTradeUrl === false && tradeUrl !== undefined) {
    await context.client.call(person, setTradeUrl, { body: { tradeUrl } });
  }
}

export const depositSome: Action = async (context, person) => {
  await ensureTradeUrl(context, person);
  const { random } = person;
  const offers = await context.client.call(person, getUserSteamInventory, { query: {} });
  const skins = offers.isDone ? offers.reply.data.filter(({ tradable }) => tradable === 1) : [];
  if (skins.length === 0) return;
  const chosen = Array.from({ length: random.integer(1, SKINS_AT_ONCE_MAX) }, () => random.oneOf(skins));
  const byId = new Map(chosen.map((skin) => [skin.assetid, skin.balance_on_deposit]));
  const amount = depositDiamonds([...byId.values()]);
  const body = { assetIds: [...byId.keys()], amount };
  const created = await context.client.call(person, createDeposit, { body }, { key: person.newKey() });
  if (created.isDone && created.reply.data.amount !== amount) {
    context.results.breach(`${person.name} was shown a deposit of ${amount} and got ${created.reply.data.amount}`);
  }
};

export const withdrawOne: Action = async (context, person) => {
  await ensureTradeUrl(context, person);
  const items = await fetchFreeItems(context.client, person);
  if (items.length === 0) return;
  const { id } = person.random.oneOf(items);
  const created = await context.client.call(
    person,
    withdrawItem,
    { params: { itemId: String(id) } },
    { key: person.newKey() },
  );
  if (created.isDone) person.record.withdrawn(created.reply.data.id, id);
};

async function answer(context: ActionContext, person: Person, offer: TradeOffer): Promise<void> {
  const { client } = context;
  const { random } = person;
  const { id, state, offerUrl } = offer;
  if (state === 'SENT' && offerUrl !== null) {
    const choice = random.weighted(ANSWERS);
    if (choice === 'call off') await client.call(person, cancelTradeOffer, { params: { offerId: String(id) } });
    else if (choice !== 'nothing') await submitOnSandbox(context, person, { offerUrl, action: choice });
  } else if (isCancellable(state) && random.happens(0.05)) {
    await client.call(person, cancelTradeOffer, { params: { offerId: String(id) } });
  } else if ((state === 'CREDITED' || state === 'DELIVERED') && offerUrl !== null && random.happens(REVERSED_CHANCE)) {
    await submitOnSandbox(context, person, { offerUrl, action: 'reverse' });
  }
}

/** Answers all open offers, so that none stays open after the week. */
export const answerLastOffers: Action = async (context, person) => {
  const offers = await fetchOffers(context, person);
  for (const { state, offerUrl } of offers?.data ?? []) {
    const action = person.random.happens(0.7) ? 'accept' : 'decline';
    if (state === 'SENT' && offerUrl !== null) await submitOnSandbox(context, person, { offerUrl, action });
  }
};

/** Answers open offers on the sandbox's trade page. */
export const answerOffers: Action = async (context, person) => {
  const offers = await fetchOffers(context, person);
  for (const offer of offers?.data ?? []) await answer(context, person, offer);
};
