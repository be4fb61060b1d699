import { afterEach, expect, test } from 'vitest';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

const STEAM = { PLATFORM: 'steam', STEAM_API_KEY: 'key' };
const BOT = { STEAM_BOT_REFRESH_TOKEN: 'a token', STEAM_BOT_IDENTITY_SECRET: 'a secret' };

let site: TestSite | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

test.each([
  ['the sandbox', {}, true, 'sandbox'],
  ['no platform', { NODE_ENV: 'production', PUBLIC_URL: 'https://karat.example' }, undefined, 'none: no platform'],
  ['Steam without REAL_VALUE', { ...STEAM, ...BOT }, undefined, 'none: REAL_VALUE is off'],
  ['Steam without a bot', { ...STEAM, REAL_VALUE: 'on' }, undefined, 'none: no STEAM_BOT_ settings'],
  ['Steam with both', { ...STEAM, ...BOT, REAL_VALUE: 'on' }, false, 'real'],
])('%s: chooses sandbox, real or no skins, and logs it', async (_, variables, isSandbox, skins) => {
  site = await createTestSite(variables);
  expect(site.deps.trading?.isSandbox).toBe(isSandbox);
  const line = site.lines.find((each) => each.includes('Game platform chosen'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ skins });
  expect(site.lines.join('\n')).not.toContain('a token');
});

test('does not sign in an idle bot, and reports that', async () => {
  site = await createTestSite({ ...STEAM, ...BOT, REAL_VALUE: 'on' });
  await expect(site.deps.trading!.stock()).rejects.toMatchObject({ reason: 'unavailable' });
  expect(site.deps.trading!.offerUrl('7', 'https://karat.example')).toBe('https://steamcommunity.com/tradeoffer/7/');
  expect(site.deps.trading!.suggestedTradeUrl('76561198000000001')).toBeUndefined();
});
