import { PUSH_CATEGORIES, type PushPayload } from '@karat/contract/push';
import type { Sql } from '#db/db.ts';
import { startPushService } from './push-service.ts';
import type { TestPlayer } from './fixtures.ts';
import type { TestSite } from './test-site.ts';

/** Subscribes a browser of the player to every category, in English. */
export async function subscribeToAll(site: Pick<TestSite, 'http'>, { headers }: TestPlayer): Promise<void> {
  const service = await startPushService();
  const { endpoint, keys } = service.addBrowser();
  await service.close();
  const payload = { endpoint, keys, language: 'en', categories: PUSH_CATEGORIES };
  const reply = await site.http.inject({ method: 'POST', url: '/user/savePushSubscription', headers, payload });
  if (reply.statusCode !== 200) throw new Error(reply.body);
}

/** The messages that wait for a player's devices, oldest first. */
export async function readPushQueue(sql: Sql, { id }: TestPlayer): Promise<PushPayload[]> {
  const rows = await sql<{ payload: PushPayload }>`
    select payload from push_messages as message join push_subscriptions as subscription
      on subscription.id = subscription_id where player_id = ${id} order by message.id`;
  return rows.map(({ payload }) => payload);
}
