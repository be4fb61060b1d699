import * as contract from '@karat/contract/push';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { createPushKeys } from './keys.ts';
import { removeSubscription, saveSubscription, sendTest, syncSubscription } from './subscriptions.ts';

export function pushRoutes(app: FastifyInstance, deps: Deps): void {
  const { player } = createCallers(deps);
  const { push } = deps;
  const keys = push === undefined ? undefined : createPushKeys({ ...deps, push });

  mount(app, contract.getPushKey, player, async () => ({ publicKey: (await keys?.())?.publicKey ?? null }));

  mount(app, contract.savePushSubscription, player, async ({ body }, caller) => ({
    data: { categories: await saveSubscription(deps, caller, body) },
  }));

  mount(app, contract.syncPushSubscription, player, async ({ body }, caller) => ({
    data: { categories: await syncSubscription(deps, caller, body) },
  }));

  mount(app, contract.removePushSubscription, player, async ({ body }, caller) => {
    await removeSubscription(deps, caller, body.endpoint);
    return { message: 'Notifications are off on this device.' };
  });

  mount(app, contract.sendTestPush, player, async ({ body }, caller) => {
    await sendTest(deps, caller, body.endpoint);
    return { message: 'Test sent.' };
  });
}
