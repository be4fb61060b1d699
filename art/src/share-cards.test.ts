import { expect, test } from 'vitest';
import { drawText, textWidth } from './core/draw-text.ts';
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

test('a text can keep its case', () => {
  expect(drawText('Ab_1', { keepsCase: true })).not.toBe(drawText('AB_1', { keepsCase: true }));
  expect(drawText('Ab')).toBe(drawText('AB'));
  // The mark of a Turkish letter adds a stroke, not width.
  expect(textWidth('çğıöşü', { keepsCase: true })).toBe(textWidth('cgiosu', { keepsCase: true }));
});
