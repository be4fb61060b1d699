import { DEPOSIT_SKINS_MAX } from '@karat/rules/deposits';
import { expect, test } from 'vitest';
import { offerAfter, exampleOffer, offersReply, platformSkin } from '#testing/trades.ts';
import { laterVersion, withOffer } from './queries.ts';
import { chosenOf, matching, sortedByValue, toggled, totalOf, withAll } from './selection.ts';

test('sorts skins by value, untradable ones last', () => {
  const skins = [platformSkin(1), platformSkin(3, { tradable: 0 }), platformSkin(2)];
  expect(sortedByValue(skins).map(({ assetid }) => assetid)).toEqual(['9002', '9001', '9003']);
});

test('shows what will be credited, to the diamond', () => {
  expect(totalOf([platformSkin(1, { balance_on_deposit: 1.15 })])).toBe(115);
  expect(totalOf([0.29, 1.15, 2.005].map((value, id) => platformSkin(id, { balance_on_deposit: value })))).toBe(344);
});

test('rejects further skins in a full offer, but allows removing some', () => {
  const skins = Array.from({ length: DEPOSIT_SKINS_MAX + 5 }, (_, id) => platformSkin(id));
  const full = withAll(new Set(), skins);
  expect(full.size).toBe(DEPOSIT_SKINS_MAX);
  expect(toggled(full, '1').size).toBe(DEPOSIT_SKINS_MAX);
  expect(toggled(full, '9000').has('9000')).toBe(false);
});

test('does not choose skins that are gone or untradable', () => {
  const skins = [platformSkin(1), platformSkin(2, { tradable: 0 })];
  expect(chosenOf(skins, new Set(['9001', '9002', '9003'])).map(({ assetid }) => assetid)).toEqual(['9001']);
});

test('finds any part of the name, ignoring case', () => {
  const skins = [platformSkin(1), platformSkin(2, { market_hash_name: 'AK-47 | Neon (Factory New)' })];
  expect(matching(skins, ' neon ')).toEqual([skins[1]]);
  expect(matching(skins, '')).toEqual(skins);
});

test('updates a page by an event as a fetch would', () => {
  const before = exampleOffer(4);
  const updated = offerAfter(before, 'accepted', { state: 'CREDITED' });
  const { body: page } = offersReply([exampleOffer(5), before]);
  expect(withOffer(page as never, updated)?.data).toEqual([exampleOffer(5), updated]);
  expect(withOffer(page as never, exampleOffer(99))).toBeUndefined();
});

test('ignores an older version of an offer', () => {
  const before = exampleOffer(4);
  const after = offerAfter(before, 'accepted', { state: 'CREDITED' });
  expect(laterVersion(before, after)).toBe(after);
  expect(laterVersion(after, before)).toBe(after);
  const { body: page } = offersReply([after]);
  expect(withOffer(page as never, before)?.data).toEqual([after]);
});
