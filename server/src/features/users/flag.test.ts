import type { UserInfo } from '@karat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { createTradeFixture, type TradeFixture } from '#testing/trade-fixture.ts';

let post: TradeFixture;
let staff: TestPlayer;
beforeAll(async () => {
  post = await createTradeFixture();
  staff = await addPlayer(post.db, 'admin');
});
afterAll(() => post.close());

async function fetchInfo({ id }: TestPlayer): Promise<UserInfo> {
  const { body } = await post.call('GET', `/admin/getUserInfoById/${id}`, staff);
  return (body.data as unknown as { userInfo: UserInfo }).userInfo;
}

test('a flagged account shows the reversed trade until the flag is cleared', async () => {
  const trader = await post.addTrader();
  await post.depositNow(trader, [300]);
  const reversed = await post.depositNow(trader, [500]);
  expect(await fetchInfo(trader)).toMatchObject({ flaggedAt: null, flaggedFor: null });
  await post.reverse(reversed);
  await post.processOffers();
  expect(await fetchInfo(trader)).toMatchObject({
    flaggedAt: expect.any(String) as string,
    flaggedFor: { offerId: reversed, kind: 'deposit' },
  });
  await post.call('POST', '/admin/clearFlag', staff, { userId: trader.id, reason: 'Looked at it.' });
  expect(await fetchInfo(trader)).toMatchObject({ flaggedAt: null, flaggedFor: null });
});
