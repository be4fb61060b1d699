import { claimMission, getAllMissions } from '@karat/contract/missions';
import { COLORS } from '@karat/rules/roulette';
import { bet, fetchCurrentRound } from '#sandbox/player-actions/bet-actions.ts';
import { fetchFreeItems, openSomeCase, sellItems } from '#sandbox/player-actions/case-actions.ts';
import { type Action, assertMayWager } from './context.ts';

const BET_MAX = 400;
const BETS_PER_VISIT_MAX = 3;
const ITEMS_PER_SALE_MAX = 6;
const CASE_PRICE_MAX = 5_000;

/** Opens one to five of a case. */
export const openSome: Action = async (context, person) => {
  const { random, record } = person;
  const page = random.happens(0.8) ? 1 : 2;
  const count = random.happens(0.6) ? 1 : random.integer(2, 5);
  const sentAt = performance.now();
  const opened = await openSomeCase(context.client, person, { page, priceMax: CASE_PRICE_MAX, count });
  if (opened === undefined) return;
  assertMayWager(context, person, sentAt);
  const { itemIds, price } = opened;
  if (itemIds.length !== count) context.results.breach(`${person.name} opened ${count} and received ${itemIds.length}`);
  record.opened(itemIds, price);
};

export const sellSome: Action = async ({ client, results }, person) => {
  const { random, record } = person;
  const items = (await fetchFreeItems(client, person)).slice(0, random.integer(1, ITEMS_PER_SALE_MAX));
  const sale = await sellItems(client, person, items);
  if (sale === undefined) return;
  const gone = items.filter(({ id }) => sale.soldIds.includes(id));
  const price = gone.reduce((sum, item) => sum + item.price, 0);
  if (price !== sale.price) results.breach(`items of ${person.name} were shown at ${price} and sold at ${sale.price}`);
  record.sold(gone);
};

/** Bets in the current round. Most bets name the round, so that a late one is refused and not placed in the next. */
export const betSome: Action = async (context, person) => {
  const { random, record } = person;
  const round = await fetchCurrentRound(context.client, person);
  if (round === undefined) return;
  for (let remaining = random.integer(1, BETS_PER_VISIT_MAX); remaining > 0; remaining--) {
    const choice = {
      playerBet: random.oneOf(COLORS),
      amount: random.integer(1, BET_MAX),
      ...(random.happens(0.8) && { roundId: round.id }),
    };
    const sentAt = performance.now();
    const placed = await bet(context.client, person, choice);
    if (placed === undefined) return;
    assertMayWager(context, person, sentAt);
    if (placed.amount !== choice.amount || placed.playerBet !== choice.playerBet)
      context.results.breach(`${person.name} got another bet than requested`);
    record.bet(placed);
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
