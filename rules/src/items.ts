export const EXTERIORS = ['Factory New', 'Minimal Wear', 'Field-Tested', 'Well-Worn', 'Battle-Scarred'] as const;
export type Exterior = (typeof EXTERIORS)[number];

/** In order of their level, from 1 to 7. */
export const RARITIES = [
  'Consumer Grade',
  'Industrial Grade',
  'Mil-Spec',
  'Restricted',
  'Classified',
  'Covert',
  'Exceedingly Rare',
] as const;
export type Rarity = (typeof RARITIES)[number];

export const WEAPON_TYPES = ['Knife', 'Rifle', 'Sniper', 'Pistol'] as const;
export type WeaponType = (typeof WEAPON_TYPES)[number];

/** The rank of a rarity, 1 to 7; an unknown rarity counts as the lowest. */
export function rarityLevel(rarity: string): number {
  return Math.max(RARITIES.indexOf(rarity as Rarity), 0) + 1;
}

/** The percentage of the price that the house pays for an item. */
const QUICK_SELL_PERCENT = 90n;

/** The price at which the house buys a skin back. Computes in whole numbers, because 0.9 times a large price would be off by one. */
export function quickSellPriceOf(price: number): number {
  return Number((BigInt(price) * QUICK_SELL_PERCENT) / 100n);
}

export type NamedItem = { readonly itemName: string; readonly skinName: string; readonly skinExterior: string };

export function marketNameOf({ itemName, skinName, skinExterior }: NamedItem): string {
  return `${itemName} | ${skinName} (${skinExterior})`;
}

/** Splits a market name into the name and the exterior in trailing parentheses (empty if there are none). */
export function splitMarketName(marketName: string): { name: string; exterior: string } {
  const [, name = marketName, exterior = ''] = /^(.*?)\s*\(([^()]*)\)\s*$/.exec(marketName) ?? [];
  return { name, exterior };
}

/** The highest price: far above any skin, far below where sums stop being exact. */
export const PRICE_MAX = 1_000_000_000;
