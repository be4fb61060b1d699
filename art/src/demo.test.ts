import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CASE_WIDTHS, MAP_WIDTHS, MISSION_WIDTHS, SKIN_WIDTHS } from './urls.ts';
import { caseUrl, casePicture, mapUrl, missionUrl, skinUrl, skinPicture } from './urls.ts';
import { crateTheme } from './crate-themes.ts';
import { catalogue, demoCases, demoSkins, type DemoCase, type DemoItem } from './demo.ts';
import { MAP_NAMES } from './maps.ts';
import { MISSION_EMBLEMS } from './missions.ts';
import { BYTES_MAX } from './rasterise.ts';

const TICKETS_TOTAL = 10_000;
const PICTURES = join(import.meta.dirname, '..', 'pictures');
const BYTES_TOTAL_MAX = 8_000_000;

const cases = demoCases();
const skins = new Map(catalogue().map((skin) => [skin.market_hash_name, skin]));

const priceOf = ({ skin, exterior }: DemoItem): number => skins.get(skin)?.prices[exterior] ?? Number.NaN;
const quickSellPrice = (item: DemoItem): number => Math.floor(priceOf(item) * 0.9);

function edgePercent({ price, items }: DemoCase, worthOf: (item: DemoItem) => number): number {
  const paid = items.reduce((sum, item) => sum + worthOf(item) * item.tickets, 0) / TICKETS_TOTAL;
  return ((price - paid) / price) * 100;
}

describe.each(cases.map((demoCase) => [demoCase.name, demoCase] as const))('%s', (_, demoCase) => {
  test('assigns every ticket to one item', () => {
    expect(demoCase.items.reduce((sum, item) => sum + item.tickets, 0)).toBe(TICKETS_TOTAL);
    for (const { tickets } of demoCase.items) expect(Number.isInteger(tickets) && tickets > 0).toBe(true);
    expect(demoCase.items.length).toBeGreaterThanOrEqual(8);
    expect(demoCase.items.length).toBeLessThanOrEqual(18);
    expect(new Set(demoCase.items.map((item) => item.skin)).size).toBe(demoCase.items.length);
  });

  test('contains only items with a price in the catalogue', () => {
    for (const item of demoCase.items) expect(priceOf(item)).toBeGreaterThan(0);
  });

  test('keeps a fair house edge when sold back, and a small one when withdrawn', () => {
    expect(edgePercent(demoCase, quickSellPrice)).toBeGreaterThan(11);
    expect(edgePercent(demoCase, quickSellPrice)).toBeLessThan(15);
    expect(edgePercent(demoCase, priceOf)).toBeGreaterThan(2);
    expect(edgePercent(demoCase, priceOf)).toBeLessThan(5);
  });

  test('has a knife, at least three rarities, and its most expensive item is the rarest', () => {
    const found = demoCase.items.map((item) => skins.get(item.skin)!);
    expect(found.some((skin) => skin.specWeaponType === 'Knife')).toBe(true);
    expect(new Set(found.map((skin) => skin.specRarityLevel)).size).toBeGreaterThanOrEqual(3);
    const byPrice = demoCase.items.toSorted((a, b) => priceOf(b) - priceOf(a));
    expect(byPrice[0]!.tickets).toBe(Math.min(...demoCase.items.map((item) => item.tickets)));
  });
});

test('the cases cover all prices, each with its own name and look', () => {
  const prices = cases.map((demoCase) => demoCase.price).toSorted((a, b) => a - b);
  expect(cases.length).toBeGreaterThanOrEqual(14);
  expect(prices[0]).toBeLessThanOrEqual(500);
  expect(prices.at(-1)).toBe(100_000);
  for (const [index, price] of prices.entries()) expect(price / (prices[index - 1] ?? price)).toBeLessThan(3);
  expect(new Set(cases.map((demoCase) => demoCase.name)).size).toBe(cases.length);
  expect(new Set(cases.map((demoCase) => crateTheme(demoCase.name))).size).toBe(cases.length);
});

test('no case has the name of a call, because calls use the same paths', () => {
  for (const { name } of cases) expect(name).not.toMatch(/^(get|open|add|edit|quick)[A-Z]/);
});

const sizeOf = (url: string): number => {
  const file = join(PICTURES, url.replace('/img/', ''));
  return existsSync(file) ? statSync(file).size : Number.NaN;
};

describe('every picture of the demo is on disk and small enough', () => {
  test('skins', () => {
    for (const skin of demoSkins()) {
      for (const width of SKIN_WIDTHS) {
        expect(sizeOf(skinUrl(skinPicture(skin), width))).toBeLessThanOrEqual(BYTES_MAX.skin[width]);
      }
    }
  });
  test('cases', () => {
    for (const { name } of cases) {
      for (const width of CASE_WIDTHS) {
        expect(sizeOf(caseUrl(casePicture(name), width))).toBeLessThanOrEqual(BYTES_MAX.case[width]);
      }
    }
  });
  test('maps and missions', () => {
    for (const map of MAP_NAMES) {
      for (const width of MAP_WIDTHS) expect(sizeOf(mapUrl(map, width))).toBeLessThanOrEqual(BYTES_MAX.map[width]);
    }
    for (const emblem of MISSION_EMBLEMS) {
      for (const width of MISSION_WIDTHS) {
        expect(sizeOf(missionUrl(emblem, width))).toBeLessThanOrEqual(BYTES_MAX.mission[width]);
      }
    }
  });
  test('all of them together, without unused files', () => {
    const files = readdirSync(PICTURES, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const bytes = files.map((entry) => statSync(join(entry.parentPath, entry.name)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(BYTES_TOTAL_MAX);
    const skinFiles = files.filter((entry) => entry.parentPath.endsWith('skin'));
    expect(skinFiles).toHaveLength(demoSkins().length * SKIN_WIDTHS.length);
  });
});
