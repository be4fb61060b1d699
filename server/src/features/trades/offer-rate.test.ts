import { expect, onTestFinished, test } from 'vitest';
import { addRoomPlayer } from '#testing/fixtures.ts';
import { createTestSite } from '#testing/test-site.ts';

test('rate-limits offers that are created and cancelled in a loop', async () => {
  const site = await createTestSite();
  onTestFinished(() => site.close());
  const { headers } = await addRoomPlayer(site.deps, 0);
  const codes: string[] = [];
  for (let times = 0; times < 30; times++) {
    const reply = await site.http.inject({ method: 'POST', url: '/user/withdrawItem/1', headers });
    codes.push(reply.json<{ code: string }>().code);
  }
  expect(codes.filter((code) => code === 'too_many').length).toBeGreaterThanOrEqual(8);
  expect(codes[0]).toBe('trade_url_required');
});
