import { afterEach, expect, test } from 'vitest';
import { stubSiteSettings } from '#testing/welcome.ts';
import { siteSettings } from './site.ts';

afterEach(() => stubSiteSettings(''));

test.each([
  ['sandbox welcome=100000', { isSandbox: true, isRealValue: false, welcomeBonus: 100_000 }],
  ['real-value', { isSandbox: false, isRealValue: true, welcomeBonus: 0 }],
  ['', { isSandbox: false, isRealValue: false, welcomeBonus: 0 }],
  ['__SITE_SETTINGS__', { isSandbox: false, isRealValue: false, welcomeBonus: 0 }],
])('reads the settings "%s"', (content, settings) => {
  stubSiteSettings(content);
  expect(siteSettings()).toEqual(settings);
});
