import { expect, test } from 'vitest';
import {
  EXTERIORS,
  marketNameOf,
  quickSellPriceOf,
  RARITIES,
  rarityLevel,
  splitMarketName,
  WEAPON_TYPES,
} from './items.ts';

test.each([
  [1, 0],
  [9, 8],
  [10, 9],
  [11, 9],
  [100, 90],
  [1_000_001, 900_000],
  [9_007_199_254_740_991, 8_106_479_329_266_891],
])('an item of %i diamonds is bought back for %i', (price, quickSellPrice) => {
  expect(quickSellPriceOf(price)).toBe(quickSellPrice);
});

test('exteriors, rarities and weapon types are those of the specification, in its order', () => {
  expect(EXTERIORS).toEqual(['Factory New', 'Minimal Wear', 'Field-Tested', 'Well-Worn', 'Battle-Scarred']);
  expect(RARITIES).toEqual([
    'Consumer Grade',
    'Industrial Grade',
    'Mil-Spec',
    'Restricted',
    'Classified',
    'Covert',
    'Exceedingly Rare',
  ]);
  expect(WEAPON_TYPES).toEqual(['Knife', 'Rifle', 'Sniper', 'Pistol']);
});

test('rarities have the levels 1 to 7, and an unknown one has level 1', () => {
  expect([...RARITIES, 'Common', ''].map(rarityLevel)).toEqual([1, 2, 3, 4, 5, 6, 7, 1, 1]);
});

test.each([
  ['AK-47 | Redline (Field-Tested)', 'AK-47 | Redline', 'Field-Tested'],
  ['★ Karambit | Doppler (Factory New) ', '★ Karambit | Doppler', 'Factory New'],
  ['Glock-18 | Fade', 'Glock-18 | Fade', ''],
  ['P250 (old) | Sand (Well-Worn)', 'P250 (old) | Sand', 'Well-Worn'],
  ['P250 | Sand ()', 'P250 | Sand', ''],
  ['', '', ''],
])('%j is %j in %j', (marketName, name, exterior) => {
  expect(splitMarketName(marketName)).toEqual({ name, exterior });
});

test('a composed name can be split again', () => {
  const name = marketNameOf({ itemName: 'AWP', skinName: 'Şimşek', skinExterior: 'Minimal Wear' });
  expect(name).toBe('AWP | Şimşek (Minimal Wear)');
  expect(splitMarketName(name)).toEqual({ name: 'AWP | Şimşek', exterior: 'Minimal Wear' });
});
