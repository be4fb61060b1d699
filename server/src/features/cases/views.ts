import type { AdminCase, CaseItem, CaseDetails, ListedCase } from '@karat/contract/cases';
import {
  expectedPayout,
  houseEdgePercent,
  type Payout,
  rateOfTickets,
  type WithdrawalCost,
  withdrawalEdgePercent,
} from '@karat/rules/cases';
import { rarityLevel } from '@karat/rules/items';
import { imageUrl } from '#http/images.ts';
import type { CaseRow, DropRow, DropsOutline } from './queries.ts';

/** A case with its drops, and the origin for addresses. */
type CaseView = { readonly box: CaseRow; readonly drops: readonly DropRow[]; readonly origin: string };

/** Rarest first. Items that never drop come last, so that they attract no one. */
function byRarity(one: DropRow, other: DropRow): number {
  return (
    Number(one.tickets === 0) - Number(other.tickets === 0) ||
    one.tickets - other.tickets ||
    rarityLevel(other.skinRarity) - rarityLevel(one.skinRarity) ||
    other.price - one.price ||
    one.id - other.id
  );
}

/** The diamonds that a drop pays when sold back, and its cost when withdrawn. */
export type DropValue = Payout & WithdrawalCost;

/** Today's values of the drops. */
export const valuesOfDrops = (drops: readonly DropRow[]): DropValue[] =>
  drops.map(({ quick_sell_price: quickSellPrice, price, tickets }) => ({ quickSellPrice, price, tickets }));

export type Edges = { readonly houseEdge: number; readonly withdrawalEdge: number };

export const edgesOf = (price: number, dropValues: readonly DropValue[]): Edges => ({
  houseEdge: houseEdgePercent(price, dropValues),
  withdrawalEdge: withdrawalEdgePercent(price, dropValues),
});

function fieldsOf(box: CaseRow, dropValues: readonly DropValue[], origin: string) {
  const { id, name, price, createdAt, isPaused, hash } = box;
  const image = imageUrl(box.image, origin);
  return { id, _id: id, name, image, imgUrl: image, price, createdAt, isPaused, hash, ...edgesOf(price, dropValues) };
}

function itemsOf({ drops, origin }: CaseView): CaseItem[] {
  return drops.toSorted(byRarity).map(({ tickets, ...item }) => ({
    ...item,
    image: imageUrl(item.image, origin),
    parentItem: item.id,
    drop_rate: rateOfTickets(tickets),
  }));
}

/** The same for an outline. */
export const valuesOfOutline = ({ tickets, quickSellPrices, prices }: DropsOutline): DropValue[] =>
  tickets.map((each, index) => ({ quickSellPrice: quickSellPrices[index]!, price: prices[index]!, tickets: each }));

export function listedCaseOf(box: CaseRow, outline: DropsOutline, origin: string): ListedCase {
  const { itemIds, tickets } = outline;
  const items = itemIds.map((id, index) => ({ id, drop_rate: rateOfTickets(tickets[index]!) }));
  return { ...fieldsOf(box, valuesOfOutline(outline), origin), items };
}

export function adminCaseOf(view: CaseView): AdminCase {
  const items = itemsOf(view);
  return { ...fieldsOf(view.box, valuesOfDrops(view.drops), view.origin), items, contains: items };
}

export function describedCaseOf(view: CaseView): CaseDetails {
  const { version, canon } = view.box;
  return { ...adminCaseOf(view), version, canon, expectedPayout: expectedPayout(valuesOfDrops(view.drops)) };
}
