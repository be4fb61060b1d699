import type { DepositableSkin } from '@karat/contract/trades';
import { DEPOSIT_SKINS_MAX, depositDiamonds } from '@karat/rules/deposits';

export const isDepositable = ({ tradable }: DepositableSkin): boolean => tradable === 1;

/** The dearest first; what cannot be traded yet stands at the end. */
export function sortedByValue(skins: readonly DepositableSkin[]): DepositableSkin[] {
  return skins.toSorted(
    (one, other) =>
      other.tradable - one.tradable ||
      other.balance_on_deposit - one.balance_on_deposit ||
      one.market_hash_name.localeCompare(other.market_hash_name, 'en') ||
      one.assetid.localeCompare(other.assetid, 'en'),
  );
}

/** What is chosen of the skins that are there: one that has gone or is bound by now is not. */
export function chosenOf(skins: readonly DepositableSkin[], ids: ReadonlySet<string>): DepositableSkin[] {
  return skins.filter((skin) => ids.has(skin.assetid) && isDepositable(skin));
}

/** With one more or one less; a full offer takes no more. */
export function toggled(ids: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(ids);
  if (!next.delete(id) && next.size < DEPOSIT_SKINS_MAX) next.add(id);
  return next;
}

/** As many of these as one offer takes, the dearest first, beside what is chosen already. */
export function withAll(ids: ReadonlySet<string>, skins: readonly DepositableSkin[]): Set<string> {
  const more = skins.filter((skin) => isDepositable(skin) && !ids.has(skin.assetid)).map(({ assetid }) => assetid);
  return new Set([...ids, ...more].slice(0, DEPOSIT_SKINS_MAX));
}

/** By its whole name; letters count alike, whatever their case. */
export function matching(skins: readonly DepositableSkin[], search: string): DepositableSkin[] {
  const wanted = search.trim().toLowerCase();
  return skins.filter(({ market_hash_name: name }) => name.toLowerCase().includes(wanted));
}

export function totalOf(skins: readonly DepositableSkin[]): number {
  return depositDiamonds(skins.map((skin) => skin.balance_on_deposit));
}
