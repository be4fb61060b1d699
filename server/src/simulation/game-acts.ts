import { getAllCases, openCase } from '@karat/contract/cases';
import { quickSellItem, quickSellItems } from '@karat/contract/inventory';
import { claimMission, getAllMissions } from '@karat/contract/missions';
import { type CurrentRound, getCurrentRound, placeBet } from '@karat/contract/roulette';
import { COLORS } from '@karat/rules/roulette';
import { type Act, assertMayWager, freeItemsOf } from './stage.ts';

const BET_MAX = 400;
const BETS_AT_ONCE_MAX = 3;
const SOLD_AT_ONCE_MAX = 6;
const ENTROPY_DIGITS = 32;
/** The dearest that most people open. */
const CASE_PRICE_MAX = 5_000;

/** Opens one to five of a case, in the version that was seen: so its price is known. */
export const openSome: Act = async (stage, person) => {
  const { random, diary } = person;
  const page = random.isSo(0.8) ? '1' : '2';
  const seen = await stage.client.call(person, getAllCases, { query: { sort: 'lowest', limit: '8', page } });
  const offered = seen.isDone
    ? seen.reply.data.filter(({ isPaused, price }) => !isPaused && price <= CASE_PRICE_MAX)
    : [];
  if (offered.length === 0) return;
  const { name, hash, price } = random.oneOf(offered);
  const count = random.isSo(0.6) ? 1 : random.whole(2, 5);
  const sentAt = performance.now();
  const opened = await stage.client.call(
    person,
    openCase,
    { params: { caseName: name }, query: { count: String(count), hash } },
    { key: person.newKey(), entropy: random.hex(ENTROPY_DIGITS) },
  );
  if (!opened.isDone) return;
  assertMayWager(stage, person, sentAt);
  const { reward, rewards = [reward] } = opened.reply;
  if (rewards.length !== count) stage.tally.breach(`${person.name} opened ${count} and was given ${rewards.length}`);
  diary.opened(
    rewards.map(({ id }) => id),
    price,
  );
};

export const sellSome: Act = async (stage, person) => {
  const { client, tally } = stage;
  const { random, diary } = person;
  const items = (await freeItemsOf(stage, person)).slice(0, random.whole(1, SOLD_AT_ONCE_MAX));
  const [first] = items;
  if (first === undefined) return;
  const key = person.newKey();
  if (items.length === 1) {
    const sold = await client.call(person, quickSellItem, { params: { itemId: String(first.id) } }, { key });
    if (!sold.isDone) return;
    if (sold.reply.price !== first.price)
      tally.breach(`item ${first.id} was shown at ${first.price} and sold at ${sold.reply.price}`);
    return diary.sold([first]);
  }
  const sold = await client.call(person, quickSellItems, { body: { itemIds: items.map(({ id }) => id) } }, { key });
  if (!sold.isDone) return;
  const gone = items.filter(({ id }) => sold.reply.soldIds.includes(id));
  const price = gone.reduce((sum, item) => sum + item.price, 0);
  if (price !== sold.reply.price)
    tally.breach(`items of ${person.name} were shown at ${price} and sold at ${sold.reply.price}`);
  diary.sold(gone);
};

async function lookAtRound(...[{ client }, person]: Parameters<Act>): Promise<CurrentRound | undefined> {
  const seen = await client.call(person, getCurrentRound);
  return seen.isDone ? (seen.reply.data ?? undefined) : undefined;
}

/** Bets in the round that is seen, mostly by its number: one that comes too late is refused, not taken for the next. */
export const betSome: Act = async (stage, person) => {
  const { random, diary } = person;
  const round = await lookAtRound(stage, person);
  if (round === undefined) return;
  for (let left = random.whole(1, BETS_AT_ONCE_MAX); left > 0; left--) {
    const body = {
      playerBet: random.oneOf(COLORS),
      amount: random.whole(1, BET_MAX),
      ...(random.isSo(0.8) && { roundId: round.id }),
    };
    const sentAt = performance.now();
    const placed = await stage.client.call(person, placeBet, { body }, { key: person.newKey() });
    if (!placed.isDone) return;
    assertMayWager(stage, person, sentAt);
    const { amount, playerBet } = placed.reply.data;
    if (amount !== body.amount || playerBet !== body.playerBet)
      stage.tally.breach(`${person.name} was told of another bet`);
    diary.bet(placed.reply.data);
  }
};

export const claimRewards: Act = async ({ client, tally }, person) => {
  const seen = await client.call(person, getAllMissions);
  const due = seen.isDone ? seen.reply.data.filter(({ progress, isClaimed }) => progress > 99 && !isClaimed) : [];
  for (const { id, reward } of due) {
    const claimed = await client.call(
      person,
      claimMission,
      { params: { missionId: String(id) } },
      { key: person.newKey() },
    );
    if (!claimed.isDone) continue;
    if (claimed.reply.reward !== reward)
      tally.breach(`${person.name} was promised ${reward} and given ${claimed.reply.reward}`);
    person.diary.rewarded(claimed.reply.reward);
  }
};
