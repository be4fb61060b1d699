import { getAllCases, openCase } from '@karat/contract/cases';
import { getUserInventory, type OwnedItem, quickSellItem, quickSellItems } from '@karat/contract/inventory';
import type { Calls, ProgramPlayer } from './calls.ts';

const ENTROPY_DIGITS = 32;
const CASES_PER_PAGE = 8;

type Opening = { readonly page: number; readonly priceMax: number; readonly count: number };
type OpenedCases = { readonly itemIds: readonly number[]; readonly price: number };

/** Opens some of a case from a page of the list, cheapest first. Sends the hash of the version it saw, so that the price is known. */
export async function openSomeCase(
  calls: Calls,
  player: ProgramPlayer,
  { page, priceMax, count }: Opening,
): Promise<OpenedCases | undefined> {
  const { random } = player;
  const query = { sort: 'lowest', limit: String(CASES_PER_PAGE), page: String(page) } as const;
  const cases = await calls.call(player, getAllCases, { query });
  const offered = cases.isDone ? cases.reply.data.filter((box) => !box.isPaused && box.price <= priceMax) : [];
  if (offered.length === 0) return undefined;
  const { name, hash, price } = random.oneOf(offered);
  const opened = await calls.call(
    player,
    openCase,
    { params: { caseName: name }, query: { count: String(count), hash } },
    { key: player.newKey(), entropy: random.hex(ENTROPY_DIGITS) },
  );
  if (!opened.isDone) return undefined;
  const { reward, rewards = [reward] } = opened.reply;
  return { itemIds: rewards.map(({ id }) => id), price };
}

/** Items that the player owns and can sell or list. */
export async function fetchFreeItems(calls: Calls, player: ProgramPlayer): Promise<OwnedItem[]> {
  const sort = player.random.integer(0, 1) === 0 ? 'newest' : 'lowest';
  const inventory = await calls.call(player, getUserInventory, { query: { limit: '60', sort } });
  if (!inventory.isDone || !Array.isArray(inventory.reply.data)) return [];
  return inventory.reply.data.filter(({ state }) => state === 'OWNED');
}

type Sale = { readonly soldIds: readonly number[]; readonly price: number };

/** Sells items to the house: one by its own call, several together. */
export async function sellItems(
  calls: Calls,
  player: ProgramPlayer,
  items: readonly OwnedItem[],
): Promise<Sale | undefined> {
  const [first] = items;
  if (first === undefined) return undefined;
  const key = player.newKey();
  if (items.length === 1) {
    const sold = await calls.call(player, quickSellItem, { params: { itemId: String(first.id) } }, { key });
    return sold.isDone ? { soldIds: [first.id], price: sold.reply.price } : undefined;
  }
  const sold = await calls.call(player, quickSellItems, { body: { itemIds: items.map(({ id }) => id) } }, { key });
  return sold.isDone ? sold.reply : undefined;
}
