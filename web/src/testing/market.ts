import type { SteamInventoryItem } from '@karat/contract/inventory';
import type { BuyOrder, MarketBook, MarketItem, OfferedListing, OwnListing } from '@karat/contract/market';

const NAME = 'AK-47 | Neon Hive (Factory New)';
const AT = '2026-03-03T12:00:00.000Z';

const skin = (itemId: number, name = NAME) => ({
  itemId,
  market_hash_name: name,
  image: `/img/skin/${itemId}-256.webp`,
  skinRarity: 'Covert',
  skinExterior: 'Factory New',
  weaponType: 'Rifle',
});

type Named<Row> = Partial<Row> & { name?: string };

/** A skin in the grid of the market. */
export function marketItem(itemId: number, { name, ...overrides }: Named<MarketItem> = {}): MarketItem {
  return { id: itemId * 10, ...skin(itemId, name), price: 1_000, listings: 1, createdAt: AT, ...overrides };
}

/** The data of a skin's market page. */
export function marketBook(overrides: Partial<MarketBook> = {}): MarketBook {
  return {
    ...skin(7),
    price: 1_100,
    quick_sell_price: 990,
    listings: 2,
    lowestPrice: 1_000,
    orders: 0,
    highestOrder: null,
    history: [],
    lastSales: [],
    ...overrides,
  };
}

export function exampleOffer(id: number, overrides: Partial<OfferedListing> = {}): OfferedListing {
  return {
    id,
    price: 1_000,
    seller: { id: 50, username: 'deniz', isSandbox: false, avatar: '' },
    createdAt: AT,
    ...overrides,
  };
}

export function ownListing(id: number, { name, ...overrides }: Named<OwnListing> = {}): OwnListing {
  return {
    id,
    ...skin(7, name),
    price: 1_000,
    fee: 50,
    state: 'OPEN',
    createdAt: AT,
    closedAt: null,
    isUndercut: false,
    reason: null,
    ...overrides,
  };
}

export function buyOrder(id: number, overrides: Partial<BuyOrder> = {}): BuyOrder {
  return {
    id,
    ...skin(7),
    price: 900,
    state: 'OPEN',
    paid: null,
    lowestPrice: 1_000,
    createdAt: AT,
    closedAt: null,
    ...overrides,
  };
}

/** An owned item in the shape of the sell modal. */
export function exampleSteamItem(
  id: number,
  { name, ...overrides }: Partial<SteamInventoryItem> = {},
): SteamInventoryItem {
  const marketName = name ?? `AK-47 | Neon Hive ${id} (Factory New)`;
  const tags = ['Rifle', 'AK-47', 'Karat', 'Normal', 'Covert', 'Factory New'];
  return {
    id,
    classid: '7',
    name: marketName,
    market_name: marketName,
    icon_url: `/img/skin/${id}-256.webp`,
    tradable: 1,
    state: 'OWNED',
    quick_sell_price: 900,
    tags: tags.map((each) => ({ category: each, name: each, localized_tag_name: each })),
    ...overrides,
  };
}

/** The reply of a list call with all rows on one page. */
export function listReply<Row>(data: readonly Row[], totalResults = data.length) {
  return { body: { data, pagination: { totalResults, resultsPerPage: 40, currentPage: 1 } } };
}
