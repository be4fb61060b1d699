// The cases of the demo and the skins in them. Node only: it reads files.
import { readFileSync } from 'node:fs';
import { skinOf, type Exterior, type Skin } from './urls.ts';

export interface CatalogueSkin {
  /** Name without exterior: `AK-47 | Redline`. */
  market_hash_name: string;
  weapon: string;
  skinName: string;
  specWeaponType: 'Knife' | 'Rifle' | 'Sniper' | 'Pistol';
  specRarity: string;
  specRarityLevel: number;
  min_float: number;
  max_float: number;
  /** US cents, which are diamonds, for each exterior that exists; null if the price is unknown. */
  prices: Partial<Record<Exterior, number | null>>;
}

export interface DemoItem {
  skin: string;
  exterior: Exterior;
  tickets: number;
}

export interface DemoCase {
  name: string;
  price: number;
  items: readonly DemoItem[];
}

const EXTERIOR_NAMES: Readonly<Record<Exterior, string>> = {
  FN: 'Factory New',
  MW: 'Minimal Wear',
  FT: 'Field-Tested',
  WW: 'Well-Worn',
  BS: 'Battle-Scarred',
};

/** The market name of a skin in one exterior: `AK-47 | Redline (Field-Tested)`. */
export const marketNameOf = ({ skin, exterior }: Pick<DemoItem, 'skin' | 'exterior'>): string =>
  `${skin} (${EXTERIOR_NAMES[exterior]})`;

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(`../data/${file}`, import.meta.url), 'utf8'));

export const catalogue = (): readonly CatalogueSkin[] => read('catalogue.json') as readonly CatalogueSkin[];

export const demoCases = (): readonly DemoCase[] => read('demo-cases.json') as readonly DemoCase[];

/** Each skin of the demo cases once, with the data for its picture. */
export function demoSkins(): (Skin & { rarity: string })[] {
  const rarities = new Map(catalogue().map((skin) => [skin.market_hash_name, skin.specRarity]));
  const found = new Map<string, Skin & { rarity: string }>();
  for (const { skin, exterior } of demoCases().flatMap((demoCase) => demoCase.items)) {
    found.set(`${skin}|${exterior}`, { ...skinOf(skin), exterior, rarity: rarities.get(skin)! });
  }
  return [...found.values()];
}
