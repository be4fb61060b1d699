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
import { pressOnSandbox } from './sandbox-page.ts';
import { type Act, freeItemsOf, type Stage } from './stage.ts';

const SKINS_AT_ONCE_MAX = 3;
/** What becomes of an offer that waits for its answer, on the platform's own page. */
const ANSWERS = { accept: 8, decline: 2, expire: 1, 'call off': 1, nothing: 3 } as const;
const REVERSED_CHANCE = 0.06;

async function offersOf({ client }: Stage, person: Person) {
  const seen = await client.call(person, getTradeOffers, { query: { limit: '20' } });
  return seen.isDone ? seen.reply : undefined;
}

async function ensureTradeUrl(stage: Stage, person: Person): Promise<void> {
  const offers = await offersOf(stage, person);
  const tradeUrl = offers?.standing.suggestedTradeUrl ?? undefined;
  if (offers?.standing.hasTradeUrl === false && tradeUrl !== undefined) {
    await stage.client.call(person, setTradeUrl, { body: { tradeUrl } });
  }
}

export const depositSome: Act = async (stage, person) => {
  await ensureTradeUrl(stage, person);
  const { random } = person;
  const seen = await stage.client.call(person, getUserSteamInventory, { query: {} });
  const skins = seen.isDone ? seen.reply.data.filter(({ tradable }) => tradable === 1) : [];
  if (skins.length === 0) return;
  const chosen = Array.from({ length: random.whole(1, SKINS_AT_ONCE_MAX) }, () => random.oneOf(skins));
  const byId = new Map(chosen.map((skin) => [skin.assetid, skin.balance_on_deposit]));
  const amount = depositDiamonds([...byId.values()]);
  const body = { assetIds: [...byId.keys()], amount };
  const made = await stage.client.call(person, createDeposit, { body }, { key: person.newKey() });
  if (made.isDone && made.reply.data.amount !== amount) {
    stage.tally.breach(`${person.name} was shown a deposit of ${amount} and told of ${made.reply.data.amount}`);
  }
};

export const withdrawOne: Act = async (stage, person) => {
  await ensureTradeUrl(stage, person);
  const items = await freeItemsOf(stage, person);
  if (items.length === 0) return;
  const { id } = person.random.oneOf(items);
  const made = await stage.client.call(
    person,
    withdrawItem,
    { params: { itemId: String(id) } },
    { key: person.newKey() },
  );
  if (made.isDone) person.diary.withdrawn(made.reply.data.id, id);
};

async function answer(stage: Stage, person: Person, offer: TradeOffer): Promise<void> {
  const { client } = stage;
  const { random } = person;
  const { id, state, offerUrl } = offer;
  if (state === 'SENT' && offerUrl !== null) {
    const deed = random.weighted(ANSWERS);
    if (deed === 'call off') await client.call(person, cancelTradeOffer, { params: { offerId: String(id) } });
    else if (deed !== 'nothing') await pressOnSandbox(stage, person, { offerUrl, act: deed });
  } else if (isCancellable(state) && random.isSo(0.05)) {
    await client.call(person, cancelTradeOffer, { params: { offerId: String(id) } });
  } else if ((state === 'CREDITED' || state === 'DELIVERED') && offerUrl !== null && random.isSo(REVERSED_CHANCE)) {
    await pressOnSandbox(stage, person, { offerUrl, act: 'reverse' });
  }
}

/** Leaves nothing on the platform without an answer: once the week is over nobody comes back for it. */
export const answerLastOffers: Act = async (stage, person) => {
  const offers = await offersOf(stage, person);
  for (const { state, offerUrl } of offers?.data ?? []) {
    const act = person.random.isSo(0.7) ? 'accept' : 'decline';
    if (state === 'SENT' && offerUrl !== null) await pressOnSandbox(stage, person, { offerUrl, act });
  }
};

/** Goes to the platform and answers what waits there. */
export const answerOffers: Act = async (stage, person) => {
  const offers = await offersOf(stage, person);
  for (const offer of offers?.data ?? []) await answer(stage, person, offer);
};
