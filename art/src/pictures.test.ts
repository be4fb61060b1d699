import { describe, expect, test } from 'vitest';
import { avatarSvg } from './avatars.ts';
import { currencySvg, faviconSvg, logoSvg, maskableIconSvg, wordmarkSvg } from './brand.ts';
import { drawText } from './core/draw-text.ts';
import { mapPath } from './core/path.ts';
import { keysOf } from './core/random.ts';
import { THEMES, crateTheme } from './crate-themes.ts';
import { crateSvg } from './crate.ts';
import { catalogue } from './demo.ts';
import { FINISHES, chooseFinish } from './finishes/finishes.ts';
import { PALETTES } from './finishes/palettes.ts';
import { MAP_NAMES, mapSvg } from './maps.ts';
import { MISSION_EMBLEMS, TONES, missionBadgeSvg } from './missions.ts';
import { rarityColor, skinSvg } from './skin.ts';
import { mapSocialSvg, socialSvg } from './social.ts';
import { WEAPON_ART, weaponArt } from './weapons/weapons.ts';

const idsOf = (svg: string): string[] => Array.from(svg.matchAll(/ id="([^"]+)"/g), ([, id]) => id!);

/** Invalid numbers, duplicate ids and dangling references. */
function faultsOf(svg: string): string[] {
  const broken = Array.from(svg.matchAll(/NaN|undefined|null|Infinity/g), ([word]) => word);
  const ids = idsOf(svg);
  const duplicateIds = ids.filter((id, index) => ids.indexOf(id) !== index);
  const known = new Set(ids);
  const references = Array.from(svg.matchAll(/(?:url\(#|href="#)([^)"]+)/g), ([, id]) => id!);
  return [...broken, ...duplicateIds, ...references.filter((id) => !known.has(id))];
}

describe('a picture has valid numbers, unique ids and resolvable references', () => {
  test.each(keysOf(WEAPON_ART))('%s', (weapon) => {
    for (const backdrop of ['card', 'glow', 'none'] as const) {
      expect(faultsOf(skinSvg({ weapon, name: 'Fade', backdrop, wear: 0.4 }))).toEqual([]);
    }
  });
  test.each(keysOf(FINISHES))('finish %s', (finish) => {
    expect(faultsOf(skinSvg({ weapon: 'AWP', finish, name: finish }))).toEqual([]);
  });
  test.each(keysOf(THEMES))('case %s', (theme) => {
    expect(faultsOf(crateSvg({ name: 'Test', theme }))).toEqual([]);
  });
  test.each(MAP_NAMES)('map %s', (map) => {
    expect(faultsOf(mapSvg(map))).toEqual([]);
    expect(faultsOf(mapSocialSvg(map))).toEqual([]);
  });
  test.each(MISSION_EMBLEMS)('mission %s', (emblem) => {
    for (const tone of keysOf(TONES)) expect(faultsOf(missionBadgeSvg({ emblem, tone }))).toEqual([]);
  });
  test('avatars and brand', () => {
    for (let i = 0; i < 60; i++) expect(faultsOf(avatarSvg(`player${i}`, { round: i % 2 === 0 }))).toEqual([]);
    for (const draw of [currencySvg, faviconSvg, logoSvg, maskableIconSvg, wordmarkSvg, socialSvg]) {
      expect(faultsOf(draw())).toEqual([]);
    }
  });
});

test('the same input draws the same picture', () => {
  const skin = { weapon: 'AK-47', name: 'Redline', rarity: 'Classified', wear: 0.26 };
  expect(skinSvg(skin)).toBe(skinSvg({ ...skin }));
  expect(crateSvg({ name: 'Hive' })).toBe(crateSvg({ name: 'Hive' }));
  expect(avatarSvg('Ann')).toBe(avatarSvg(' ann '));
});

test('two pictures on one page share no id', () => {
  const pictures = [
    ...[0.03, 0.7].map((wear) => skinSvg({ weapon: 'AK-47', name: 'Redline', wear })),
    ...['Hive', 'Flint'].map((name) => crateSvg({ name })),
    ...MISSION_EMBLEMS.map((emblem) => missionBadgeSvg({ emblem })),
    ...['ann', 'bob'].map((name) => avatarSvg(name)),
  ];
  const ids = pictures.flatMap(idsOf);
  expect(new Set(ids).size).toBe(ids.length);
});

test('wear changes the picture', () => {
  expect(skinSvg({ weapon: 'AWP', name: 'Asiimov', wear: 0.03 })).not.toBe(
    skinSvg({ weapon: 'AWP', name: 'Asiimov', wear: 0.7 }),
  );
});

test('every weapon of the catalogue has its own geometry', () => {
  for (const { weapon } of catalogue()) expect(WEAPON_ART).toHaveProperty([weapon]);
});

test('an unknown weapon is drawn as the nearest class, even if it is named like an object method', () => {
  expect(weaponArt('Odd Knife')).toEqual(weaponArt('Classic Knife'));
  expect(weaponArt('constructor')).toEqual(weaponArt('AK-47'));
});

test('no weapon uses an unsupported path command', () => {
  for (const weapon of keysOf(WEAPON_ART)) {
    for (const { d } of weaponArt(weapon).parts) expect(() => mapPath(d, (x, y) => [x, y])).not.toThrow();
  }
  expect(() => mapPath('M0 0A5 5 0 0 1 9 9', (x, y) => [x, y])).toThrow('unsupported path command A');
});

test('converts relative, short and implied path commands to absolute ones', () => {
  const same = (d: string): string => mapPath(d, (x, y) => [x, y]);
  expect(same('m1 1 2 0v3h-2z')).toBe('M1 1 L3 1 L3 4 L1 4 Z');
  expect(same('M0 0C0 1 1 2 2 2S4 3 4 4')).toBe('M0 0 C0 1 1 2 2 2 C3 2 4 3 4 4 ');
  expect(same('M0 0Q1 1 2 0T4 0')).toBe('M0 0 Q1 1 2 0 Q3 -1 4 0 ');
});

test.each([
  ['Fade', 'fade'],
  ['Marble Fade', 'marble'],
  ['Doppler', 'doppler'],
  ['Crimson Web', 'spiderWeb'],
  ['Case Hardened', 'hardened'],
  ['Asiimov', 'panels'],
  ['Redline', 'redline'],
  ['Neon Rider', 'circuit'],
  ['Dragon Lore', 'dragon'],
  ['Boreal Forest', 'camo'],
  ['', 'chrome'],
])('a skin called "%s" gets the finish %s', (name, finish) => {
  expect(chooseFinish(name).finish).toBe(finish);
});

test('palettes have five colours', () => {
  for (const palette of Object.values(PALETTES)) {
    expect(palette).toHaveLength(5);
    for (const color of palette) expect(color).toMatch(/^#[0-9a-f]{6}$/);
  }
});

test('recognises all spellings of a rarity', () => {
  expect(rarityColor('Mil-Spec')).toBe(rarityColor('Mil-Spec Grade'));
  expect(rarityColor('Exceedingly Rare')).toBe('#ffc93c');
  for (const { specRarity, specRarityLevel } of catalogue()) {
    if (specRarityLevel > 1) expect(rarityColor(specRarity)).not.toBe(rarityColor('Consumer Grade'));
  }
});

test('the theme of a case follows its name', () => {
  expect(crateTheme('Snakebite Case')).toBe('venom');
  expect(crateTheme('Night Market')).toBe('dream');
  expect(crateTheme('Qwerty')).toBe(crateTheme('Qwerty'));
});

test('labels distinguish Turkish letters, and a name in another script has no label', () => {
  expect(drawText('Şafak')).not.toBe(drawText('Safak'));
  expect(drawText('ılık')).toBe(drawText('ilik'));
  expect(drawText('東京')).toBe('');
});

test('avatars have no filters and stay small, because they are sent as SVG', () => {
  for (let i = 0; i < 200; i++) {
    const svg = avatarSvg(`user-${i}`);
    expect(svg).not.toContain('<filter');
    expect(svg.length).toBeLessThan(6_000);
  }
});
