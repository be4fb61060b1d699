import { getAllCases, openCase } from '@karat/contract/cases';
import { quickSellItem, quickSellItems } from '@karat/contract/inventory';
import { claimMission, getAllMissions } from '@karat/contract/missions';
import { type CurrentRound, getCurrentRound, placeBet } from '@karat/contract/roulette';
import { COLORS } from '@karat/rules/roulette';
import { type Action, assertMayWager, fetchFreeItems } from './context.ts';

const BET_MAX = 400;
const BETS_PER_VISIT_MAX = 3;
const ITEMS_PER_SALE_MAX = 6;
const ENTROPY_DIGITS = 32;
const CASE_PRICE_MAX = 5_000;

/** Opens one to five of a case. Sends the hash of the version it saw, so that the price is known. */
export const openSome: Action = async (context, person) => {
  const { random, record } = person;
  const page = random.happens(0.8) ? '1' : '2';
  const casePage = await context.client.call(person, getAllCases, { query: { sort: 'lowest', limit: '8', page } });
  const offered = casePage.isDone
    ? casePage.reply.data.filter(({ isPaused, price }) => !isPaused && price <= CASE_PRICE_MAX)
    : [];
  if (offered.length === 0) return;
  const { name, hash, price } = random.oneOf(offered);
  const count = random.happens(0.6) ? 1 : random.integer(2, 5);
  const sentAt = performance.now();
  const opened = await context.client.call(
    person,
    openCase,
    { params: { caseName: name }, query: { count: String(count), hash } },
    { key: person.newKey(), entropy: random.hex(ENTROPY_DIGITS) },
  );
  if (!opened.isDone) return;
  assertMayWager(context, person, sentAt);
  const { reward, rewards = [reward] } = opened.reply;
  if (rewards.length !== count) context.results.breach(`${person.name} opened ${count} and received ${rewards.length}`);
  record.opened(
    rewards.map(({ id }) => id),
    price,
  );
};

export const sellSome: Action = async (context, person) => {
  const { client, results } = context;
  const { random, record } = person;
  const items = (await fetchFreeItems(context, person)).slice(0, random.integer(1, ITEMS_PER_SALE_MAX));
  const [first] = items;
  if (first === undefined) return;
  const key = person.newKey();
  if (items.length === 1) {
    const sold = await client.call(person, quickSellItem, { params: { itemId: String(first.id) } }, { key });
    if (!sold.isDone) return;
    if (sold.reply.price !== first.price)
      results.breach(`item ${first.id} was shown at ${first.price} and sold at ${sold.reply.price}`);
    return record.sold([first]);
  }
  const sold = await client.call(person, quickSellItems, { body: { itemIds: items.map(({ id }) => id) } }, { key });
  if (!sold.isDone) return;
  const gone = items.filter(({ id }) => sold.reply.soldIds.includes(id));
  const price = gone.reduce((sum, item) => sum + item.price, 0);
  if (price !== sold.reply.price)
    results.breach(`items of ${person.name} were shown at ${price} and sold at ${sold.reply.price}`);
  record.sold(gone);
};

async function fetchCurrentRound(...[{ client }, person]: Parameters<Action>): Promise<CurrentRound | undefined> {
  const currentRound = await client.call(person, getCurrentRound);
  return currentRound.isDone ? (currentRound.reply.data ?? undefined) : undefined;
}

/** Bets in the current round. Most bets name the round, so that a late one is refused and not placed in the next. */
export const betSome: Action = async (context, person) => {
  const { random, record } = person;
  const round = await fetchCurrentRound(context, person);
  if (round === undefined) return;
  for (let remaining = random.integer(1, BETS_PER_VISIT_MAX); remaining > 0; remaining--) {
    const body = {
      playerBet: random.oneOf(COLORS),
      amount: random.integer(1, BET_MAX),
      ...(random.happens(0.8) && { roundId: round.id }),
    };
    const sentAt = performance.now();
    const placed = await context.client.call(person, placeBet, { body }, { key: person.newKey() });
    if (!placed.isDone) return;
    assertMayWager(context, person, sentAt);
    const { amount, playerBet } = placed.reply.data;
    if (amount !== body.amount || playerBet !== body.playerBet)
      context.results.breach(`${person.name} got another bet than requested`);
    record.bet(placed.reply.data);
  }
};

export const claimRewards: Action = async ({ client, results }, person) => {
  const missions = await client.call(person, getAllMissions);
  const due = missions.isDone
    ? missions.reply.data.filter(({ progress, isClaimed }) => progress > 99 && !isClaimed)
    : [];
  for (const { id, reward } of due) {
    const claimed = await client.call(
      person,
      claimMission,
      { params: { missionId: String(id) } },
      { key: person.newKey() },
    );
    if (!claimed.isDone) continue;
    if (claimed.reply.reward !== reward)
      results.breach(`${person.name} was promised ${reward} and received ${claimed.reply.reward}`);
    person.record.rewarded(claimed.reply.reward);
  }
};
