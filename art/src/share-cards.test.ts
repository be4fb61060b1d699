import { expect, test } from 'vitest';
import { writeText, writtenWidth } from './core/write-text.ts';
import { cardPng } from './rasterise.ts';
import { type DropCard, dropCardSvg, type MatchCard, matchCardSvg } from './share-cards.ts';

const HOSTILE = `<script>alert("1")</script>&'`;

const drop: DropCard = {
  marketName: '★ Karambit | Doppler (Factory New)',
  rarity: 'Covert',
  paid: '2.500',
  worth: '203.138',
  player: { name: 'Lena', isSandbox: false },
  address: 'karat.example/fair/roll/Vt2s1hPTaJb0YGrFq9XkLw',
};

const match: MatchCard = {
  map: 'aim_redline',
  mode: '1v1',
  teams: [
    { score: 8, isWinner: true, players: [{ name: 'Lena', isSandbox: false }] },
    { score: 6, isWinner: false, players: [{ name: 'Kaan', isSandbox: true }] },
  ],
  address: 'karat.example/room/12',
};

/** Elements and attributes that the cards may have. Texts are paths, so a name adds none. */
const isInert = (svg: string): boolean => !/<script|<text|<image|<foreignObject|href="(?!#)|\son\w+=/i.test(svg);

test('no text of a drop becomes markup', () => {
  const svg = dropCardSvg({
    marketName: HOSTILE,
    rarity: HOSTILE,
    paid: HOSTILE,
    worth: HOSTILE,
    player: { name: HOSTILE, isSandbox: true },
    address: HOSTILE,
  });
  expect(svg).not.toContain('alert');
  expect(isInert(svg)).toBe(true);
});

test('no text of a match becomes markup', () => {
  const players = [{ name: HOSTILE, isSandbox: true }];
  const team = { score: 8, isWinner: true, players };
  const svg = matchCardSvg({ map: 'awp_lego', mode: HOSTILE, teams: [team, team], address: HOSTILE });
  expect(svg).not.toContain('alert');
  expect(isInert(svg)).toBe(true);
});

test.each([
  ['a drop', () => dropCardSvg(drop)],
  ['a match', () => matchCardSvg(match)],
])('the card of %s is a PNG of 1200 x 630, small enough for every preview', async (_, svgOf) => {
  const png = await cardPng(svgOf());
  expect([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', 1200, 630]);
  expect(png.length).toBeLessThan(600_000);
});

test('a drop without a name shows no avatar, and a sandbox player has a mark', () => {
  const shown = dropCardSvg(drop);
  expect(dropCardSvg({ ...drop, player: { name: null, isSandbox: true } }).length).toBeLessThan(shown.length);
  expect(dropCardSvg({ ...drop, player: { name: 'Lena', isSandbox: true } }).length).toBeGreaterThan(shown.length);
});

test('a text has the letters of names, and leaves out what the fonts lack', () => {
  const at = { x: 0, y: 0, size: 20 };
  expect(writtenWidth('Çağrı Işık', at)).toBeGreaterThan(writtenWidth('Çağrı', at));
  expect(writeText('日本', at)).toBe('');
  expect(writeText('Lena 日本', at)).toBe(writeText('Lena ', at));
  // Composed and decomposed letters are the same.
  expect(writeText('\u0067\u0306', at)).toBe(writeText('ğ', at));
  expect(writeText('constructor', at)).not.toBe('');
});

test('a text shrinks to the width it may have', () => {
  const at = { x: 0, y: 0, size: 20 };
  const scaleOf = (svg: string) => Number(/scale\(([\d.]+)\)/.exec(svg)![1]);
  expect(scaleOf(writeText('Lena', { ...at, fit: 500 }))).toBe(0.02);
  const small = scaleOf(writeText('Lena', { ...at, fit: 30 }));
  expect(writtenWidth('Lena', { size: small * 1_000 })).toBeCloseTo(30);
});

test('a knife has the star of its name, another weapon none', () => {
  const shapes = (marketName: string) => dropCardSvg({ ...drop, marketName }).split('<path').length;
  expect(shapes('★ Karambit | Doppler')).toBe(shapes('Karambit | Doppler') + 1);
});
