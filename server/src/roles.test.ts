import { randomUUID } from 'node:crypto';
import { LIVE_PATH } from '@karat/contract/live-settings';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { notify } from '#features/notifications/notifications.ts';
import { PARTS, PROCESS_ROLES } from '#roles.ts';
import type { Site } from '#site.ts';
import { addPlayer, findBreaches, type TestPlayer } from '#testing/fixtures.ts';
import { createRoleSites } from '#testing/role-sites.ts';
import { parseMetrics, valueOf } from '#testing/scrape.ts';
import { openTab, type Tab } from '#testing/tab.ts';
import { PAGE } from '#testing/test-site.ts';

let sites: Awaited<ReturnType<typeof createRoleSites>>;
let web: Site;
let gateway: Site;
let worker: Site;
let port: number;
beforeAll(async () => {
  sites = await createRoleSites();
  [web, gateway, worker] = [sites.open('web'), sites.open('gateway'), sites.open('worker')];
  port = await gateway.listen();
});
afterAll(() => sites.close());

async function openPlayerTab({ headers }: TestPlayer): Promise<Tab> {
  const tab = openTab(port, { token: headers.authorization.replace('Bearer ', '') });
  onTestFinished(() => tab.close());
  await tab.connected();
  return tab;
}

describe('calls', () => {
  test.each(['gateway', 'worker'] as const)('are refused by a %s, so that they are sent again', async (role) => {
    const site = { gateway, worker }[role];
    for (const url of ['/case/getAllCases', '/auth/me', '/', '/admin/getItems']) {
      const reply = await site.http.inject({ url, headers: { accept: 'text/html' } });
      expect([url, reply.statusCode, reply.headers['retry-after']]).toEqual([url, 503, '1']);
      expect(reply.json()).toMatchObject({ code: 'unavailable' });
    }
    const wager = await site.http.inject({ method: 'POST', url: '/roulette/placeBet', payload: {} });
    expect(wager.statusCode).toBe(503);
    expect(site.http.karat.calls).toEqual([]);
  });

  test('are answered by a web process', async () => {
    expect((await web.http.inject('/case/getAllCases')).statusCode).toBe(200);
    expect((await web.http.inject({ url: '/', headers: { accept: 'text/html' } })).body).toBe(PAGE);
  });
});

describe('sockets', () => {
  test.each(['web', 'worker'] as const)('are refused by a %s, so that browsers connect again', async (role) => {
    const site = { web, worker }[role];
    const address = await site.listen();
    const reply = await fetch(`http://localhost:${address}${LIVE_PATH}/?EIO=4&transport=websocket`);
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '1']);
    const tab = openTab(address);
    onTestFinished(() => tab.close());
    await expect(tab.connected()).rejects.toThrow('websocket error');
  });

  test('of a gateway get what other processes did, and their state from the database', async () => {
    const [player, admin] = [await addPlayer(worker.deps.db), await addPlayer(worker.deps.db, 'admin')];
    const [tab, staffTab] = [await openPlayerTab(player), await openPlayerTab(admin)];
    await tab.next('BALANCE_UPDATE');
    await tab.next('ONLINE_COUNT', ({ count }) => count === 2);
    await tab.next('NOTIFICATION', ({ data }) => data.length === 0);
    await worker.deps.db.transaction((tx) =>
      notify(tx, worker.deps.live, { playerId: player.id, key: 'account.welcome', parameters: {} }),
    );
    await tab.next('ADD_NOTIFICATION');
    const ticket = await web.http.inject({
      method: 'POST',
      url: '/auth/createTicket',
      headers: { ...player.headers, 'idempotency-key': randomUUID() },
      payload: { title: 'A lost skin', message: 'It was there yesterday.' },
    });
    expect(ticket.statusCode).toBe(200);
    await staffTab.next('TICKET_UPDATED');
  });

  test('write messages, and keep the session in use', async () => {
    const { db } = web.deps;
    const player = await addPlayer(db);
    await db.sql`update sessions set last_seen_at = now() - interval '1 hour' where player_id = ${player.id}`;
    const tab = await openPlayerTab(player);
    tab.emit('SEND_MESSAGE', { message: 'to all tabs of the site' });
    const { sender } = await tab.next('NEW_MESSAGE', ({ message }) => message === 'to all tabs of the site');
    expect(sender.id).toBe(player.id);
    await vi.waitUntil(async () => {
      const seen = await db.sql`
        select from sessions where player_id = ${player.id} and last_seen_at > now() - interval '1 minute'`;
      return seen.length === 1;
    });
  });
});

describe('every role', () => {
  test.each(PROCESS_ROLES)('%s reports its health, its readiness and its role', async (role) => {
    const { http } = sites.open(role);
    expect((await http.inject('/healthz')).statusCode).toBe(200);
    expect((await http.inject('/readyz')).statusCode).toBe(200);
    const families = parseMetrics((await http.inject('/metrics')).body);
    expect(valueOf(families, 'karat_process_info', { role })).toBe(1);
    expect(families.has('karat_opening_batches_total')).toBe(PARTS[role].calls);
  });

  test('of a gateway changes nothing that is worth diamonds', async () => {
    const { id } = await addPlayer(web.deps.db);
    const { sql } = gateway.deps.db;
    for (const attempt of [
      () => sql`update wallets set balance = balance + 1 where player_id = ${id}`,
      () => sql`insert into inventory (player_id) values (${id})`,
      () => sql`delete from ledger`,
      () => gateway.deps.db.transaction((tx) => tx.sql`update wallets set balance = balance + 1`),
    ]) {
      await expect(attempt()).rejects.toThrow('may not change the table');
    }
    expect(await findBreaches(web.deps.db)).toEqual([]);
  });
});
