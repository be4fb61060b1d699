import type { AdminCase, CaseItem, DescribedCase, ListedCase } from '@karat/contract/cases';
import { expectedPayout, houseEdgePercent, type Payout, rateOfTickets } from '@karat/rules/cases';
import { rarityLevel } from '@karat/rules/items';
import { imageUrl } from '#http/images.ts';
import type { CaseRow, DropRow, DropsOutline } from './queries.ts';

/** A case with what it holds, and where its reader sees us. */
type Seen = { readonly box: CaseRow; readonly drops: readonly DropRow[]; readonly origin: string };

/** Rarest first; what never drops comes last, so that nobody is lured by it. */
function byRarity(one: DropRow, other: DropRow): number {
  return (
    Number(one.tickets === 0) - Number(other.tickets === 0) ||
    one.tickets - other.tickets ||
    rarityLevel(other.skinRarity) - rarityLevel(one.skinRarity) ||
    other.price - one.price ||
    one.id - other.id
  );
}

/** What each drop would pay today. */
export const payoutsOfDrops = (drops: readonly DropRow[]): Payout[] =>
  drops.map(({ quick_sell_price: quickSellPrice, tickets }) => ({ quickSellPrice, tickets }));

function fieldsOf(box: CaseRow, payouts: readonly Payout[], origin: string) {
  const { id, name, price, createdAt, isPaused, hash } = box;
  const image = imageUrl(box.image, origin);
  const houseEdge = houseEdgePercent(price, payouts);
  return { id, _id: id, name, image, imgUrl: image, price, createdAt, isPaused, hash, houseEdge };
}

function itemsOf({ drops, origin }: Seen): CaseItem[] {
  return drops.toSorted(byRarity).map(({ tickets, ...item }) => ({
    ...item,
    image: imageUrl(item.image, origin),
    parentItem: item.id,
    drop_rate: rateOfTickets(tickets),
  }));
}

export function listedCaseOf(box: CaseRow, outline: DropsOutline, origin: string): ListedCase {
  const { itemIds, tickets, quickSellPrices } = outline;
  const payouts = tickets.map((each, at) => ({ quickSellPrice: quickSellPrices[at]!, tickets: each }));
  const items = itemIds.map((id, at) => ({ id, drop_rate: rateOfTickets(tickets[at]!) }));
  return { ...fieldsOf(box, payouts, origin), items };
}

export function adminCaseOf(seen: Seen): AdminCase {
  const items = itemsOf(seen);
  return { ...fieldsOf(seen.box, payoutsOfDrops(seen.drops), seen.origin), items, contains: items };
}

export function describedCaseOf(seen: Seen): DescribedCase {
  const { version, canon } = seen.box;
  return { ...adminCaseOf(seen), version, canon, expectedPayout: expectedPayout(payoutsOfDrops(seen.drops)) };
}
