import { expect, test } from 'vitest';
import {
  EXTERIOR_WEAR,
  generatedAvatarUrl,
  caseUrl,
  casePicture,
  mapUrl,
  missionUrl,
  skinUrl,
  skinOf,
  skinPicture,
} from './urls.ts';
import { keysOf } from './core/random.ts';
import { catalogue } from './demo.ts';

test('a URL ends with its image type and needs no encoding', () => {
  const skin = skinPicture({ weapon: 'AK-47', name: 'Redline', rarity: 'Classified', exterior: 'FT' });
  expect(skinUrl(skin, 256)).toMatch(/^\/img\/skin\/[0-9a-z]{14}-256\.webp$/);
  expect(caseUrl(casePicture('Leather & Brass'), 512)).toMatch(/^\/img\/case\/[0-9a-z]{14}-512\.webp$/);
  expect(mapUrl('awp_lego', 800)).toBe('/img/map/awp_lego-800.webp');
  expect(missionUrl('star', 128)).toBe('/img/mission/star-128.webp');
});

test('a known picture keeps its URL; a changed drawing needs a new version and a new hash here', () => {
  const skin = skinPicture({ weapon: 'AK-47', name: 'Redline', rarity: 'Classified', exterior: 'FT' });
  expect(skin.hash).toBe('1hzwrm114lbfuz');
});

test('no two skins of the catalogue, in any exterior, share a URL', () => {
  const hashes = catalogue().flatMap(({ weapon, skinName, specRarity }) =>
    keysOf(EXTERIOR_WEAR).map((exterior) => skinPicture({ weapon, name: skinName, rarity: specRarity, exterior }).hash),
  );
  expect(new Set(hashes).size).toBe(hashes.length);
});

test('parameters contain the wear of the exterior', () => {
  const { parameters } = skinPicture({ weapon: 'AWP', name: 'Asiimov', rarity: 'Covert', exterior: 'BS' });
  expect(parameters).toEqual({ weapon: 'AWP', name: 'Asiimov', rarity: 'Covert', wear: 0.7, backdrop: 'none' });
});

test.each([
  ['AK-47 | Redline (Field-Tested)', { weapon: 'AK-47', name: 'Redline', exterior: 'FT' }],
  ['StatTrak™ AWP | Asiimov (Battle-Scarred)', { weapon: 'AWP', name: 'Asiimov', exterior: 'BS' }],
  ['★ StatTrak™ Karambit | Doppler (Factory New)', { weapon: 'Karambit', name: 'Doppler', exterior: 'FN' }],
  ['Souvenir P250 | Sand Dune (Well-Worn)', { weapon: 'P250', name: 'Sand Dune', exterior: 'WW' }],
  ['★ Bayonet', { weapon: 'Bayonet', name: '', exterior: 'FN' }],
  ['M4A4 | 龍王 (Dragon King) (Minimal Wear)', { weapon: 'M4A4', name: '龍王 (Dragon King)', exterior: 'MW' }],
])('reads the market name %s', (marketName, skin) => {
  expect(skinOf(marketName)).toEqual(skin);
});

test('an avatar has one URL for every spelling of the name', () => {
  expect(generatedAvatarUrl(' Şimşek ')).toBe(generatedAvatarUrl('şimşek'));
  expect(generatedAvatarUrl('a/b')).toBe('/img/avatar/a%2Fb.svg');
});
