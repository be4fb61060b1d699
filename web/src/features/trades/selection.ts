import type { DepositableSkin } from '@karat/contract/trades';
import { DEPOSIT_SKINS_MAX, depositDiamonds } from '@karat/rules/deposits';

export const isDepositable = ({ tradable }: DepositableSkin): boolean => tradable === 1;

/** Most valuable first; untradable skins last. */
export function sortedByValue(skins: readonly DepositableSkin[]): DepositableSkin[] {
  return skins.toSorted(
    (a, b) =>
      b.tradable - a.tradable ||
      b.balance_on_deposit - a.balance_on_deposit ||
      a.market_hash_name.localeCompare(b.market_hash_name, 'en') ||
      a.assetid.localeCompare(b.assetid, 'en'),
  );
}

/** The chosen skins that are still there and tradable. */
export function chosenOf(skins: readonly DepositableSkin[], ids: ReadonlySet<string>): DepositableSkin[] {
  return skins.filter((skin) => ids.has(skin.assetid) && isDepositable(skin));
}

/** Adds or removes one skin; a full offer accepts no more. */
export function toggled(ids: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(ids);
  if (!next.delete(id) && next.size < DEPOSIT_SKINS_MAX) next.add(id);
  return next;
}

/** Adds as many of these as one offer accepts, most valuable first. */
export function withAll(ids: ReadonlySet<string>, skins: readonly DepositableSkin[]): Set<string> {
  const more = skins.filter((skin) => isDepositable(skin) && !ids.has(skin.assetid)).map(({ assetid }) => assetid);
  return new Set([...ids, ...more].slice(0, DEPOSIT_SKINS_MAX));
}

/** Searches the whole name, ignoring case. */
export function matching(skins: readonly DepositableSkin[], search: string): DepositableSkin[] {
  const searchText = search.trim().toLowerCase();
  return skins.filter(({ market_hash_name: name }) => name.toLowerCase().includes(searchText));
}

export function totalOf(skins: readonly DepositableSkin[]): number {
  return depositDiamonds(skins.map((skin) => skin.balance_on_deposit));
}
