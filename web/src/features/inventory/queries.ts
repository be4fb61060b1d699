import {
  INVENTORY_SORTS,
  type InventorySort,
  type OwnedItem,
  getUserInventory,
  quickSellItem,
  quickSellItems,
} from '@karat/contract/inventory';
import { EXTERIORS, type Exterior, RARITIES, type Rarity, WEAPON_TYPES, type WeaponType } from '@karat/rules/items';
import { pageFrom } from '@karat/rules/pager';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiRefusal, call, isUnauthenticated } from '#core/api.ts';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { textOfRefusal } from '#i18n/refusals.ts';
import { showToast } from '#ui/toast.ts';

/** Fills rows of two, four, five and eight cards; never more than one sale accepts. */
const ITEMS_PER_PAGE = 40;
export const SORT_DEFAULT: InventorySort = 'newest';

export type InventoryFilter = {
  readonly page: number;
  readonly search: string;
  readonly sort: InventorySort;
  readonly rarity: Rarity | undefined;
  readonly weaponType: WeaponType | undefined;
  readonly exterior: Exterior | undefined;
};

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | undefined =>
  values.find((value) => value === text);

/** The filter in a URL; invalid values are ignored. */
export function inventoryFilterOf(params: URLSearchParams): InventoryFilter {
  return {
    page: pageFrom(params.get('page')),
    search: (params.get('search') ?? '').trim().slice(0, 100),
    sort: oneOf(INVENTORY_SORTS, params.get('sort')) ?? SORT_DEFAULT,
    rarity: oneOf(RARITIES, params.get('rarity')),
    weaponType: oneOf(WEAPON_TYPES, params.get('type')),
    exterior: oneOf(EXTERIORS, params.get('exterior')),
  };
}

export const isFiltered = ({ search, rarity, weaponType, exterior }: InventoryFilter): boolean =>
  search !== '' || (rarity ?? weaponType ?? exterior) !== undefined;

export const inventoryQuery = ({ page, search, sort, rarity, weaponType, exterior }: InventoryFilter) =>
  queryOptions({
    queryKey: ['inventory', { page, search, sort, rarity, weaponType, exterior }],
    meta: { isPrivate: true },
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = {
        page: String(page),
        limit: String(ITEMS_PER_PAGE),
        sort,
        ...(search !== '' && { search }),
        ...(rarity && { rarity }),
        ...(weaponType && { weaponType }),
        ...(exterior && { exterior }),
      };
      const { data, pagination, totalPrice = 0 } = await call(getUserInventory, { query }, { signal });
      // Without `view` the data is a list; the market view is an object.
      return { items: Array.isArray(data) ? data : [], pagination, totalPrice };
    },
  });

type InventoryPage = Awaited<ReturnType<NonNullable<ReturnType<typeof inventoryQuery>['queryFn']>>>;

/** Removes prizes of a running spin, which the server already lists. */
export function withoutUnrevealed(page: InventoryPage, hiddenIds: ReadonlySet<number>): InventoryPage {
  const items = page.items.filter(({ id }) => !hiddenIds.has(id));
  const hidden = page.items.length - items.length;
  if (hidden === 0) return page;
  const price = page.items.reduce((sum, item) => (hiddenIds.has(item.id) ? sum + item.price : sum), 0);
  const pagination = { ...page.pagination, totalResults: page.pagination.totalResults - hidden };
  return { items, pagination, totalPrice: page.totalPrice - price };
}

/** A sale with its own key: repeated after a lost response, it pays once. */
export type Sale = { readonly items: readonly OwnedItem[]; readonly idempotencyKey: string };

async function sell({ items, idempotencyKey }: Sale): Promise<{ soldIds: readonly number[]; price: number }> {
  const [first, ...more] = items;
  if (first && more.length === 0) {
    const { price } = await call(quickSellItem, { params: { itemId: String(first.id) } }, { idempotencyKey });
    return { soldIds: [first.id], price };
  }
  const itemIds = items.map(({ id }) => id);
  return call(quickSellItems, { body: { itemIds } }, { idempotencyKey });
}

/** Sells items to the house. The balance arrives by event, as in other tabs. */
export function useSell(onSold: (items: readonly OwnedItem[]) => void) {
  const t = useText();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: sell,
    onSuccess: ({ soldIds, price }, { items }) => {
      const sold = items.filter(({ id }) => soldIds.includes(id));
      onSold(sold);
      const amount = formatNumber(Math.floor(price));
      const [first] = sold;
      if (first && sold.length === 1) {
        showToast('success', t.openings.soldFor(first.parentItemDetails.market_hash_name, amount));
      } else showToast('success', t.stock.soldManyFor(sold.length, amount));
      if (sold.length < items.length) showToast('info', t.stock.leftOut(items.length - sold.length));
    },
    onError: (error) => {
      if (isUnauthenticated(error)) return;
      const hasReason = error instanceof ApiRefusal && error.message !== '';
      showToast('error', hasReason ? textOfRefusal(t, error) : t.toasts.networkError);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['inventory'] }),
  });
}
