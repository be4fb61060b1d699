import { partnerOf, type TradePartner } from '@karat/rules/trades';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ensureDemoItems } from '#features/items/demo-items.ts';
import { acceptOffer, declineOffer, expireOffer, reverseTrade } from '#sandbox/steam/offers.ts';
import { openSteamOverSandbox, type SteamOverSandbox } from '#testing/steam-over-sandbox.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import type { Asset, Trading } from './trading.ts';

const DENIZ = '76561199900000001';
const ALI = '76561199900000002';
const PRIVATE = '76561199900000011';
const EMPTY = '76561199900000012';
const OFFLINE = '76561199900000013';
const BUSY = '76561199900000014';
const UNGUARDED = '76561199900000015';
const ESCROW_SECONDS = 15 * 86_400;

let site: TestSite;
let steam: SteamOverSandbox;
let codes = 0;
const newCode = (): string => `KR-${++codes}`;

beforeAll(async () => {
  site = await createTestSite();
  await ensureDemoItems(site.deps);
  await site.listen();
  steam = openSteamOverSandbox(site);
}, 60_000);
afterAll(async () => {
  await steam.close();
  await site.close();
});

function partner(steamId: string): TradePartner {
  return partnerOf(site.deps.trading!.suggestedTradeUrl(steamId)!)!;
}

async function someTradable(trading: Trading, steamId: string, count = 1): Promise<string[]> {
  const assets = await trading.fetchInventory(steamId);
  return assets
    .filter(({ isTradable }) => isTradable)
    .slice(0, count)
    .map(({ assetId }) => assetId);
}

const idsOf = (assets: readonly Asset[]): string[] => assets.map(({ assetId }) => assetId);

describe.each([
  ['the sandbox', () => site.deps.trading!],
  ['Steam by its libraries', () => steam.trading],
])('%s', (_, open) => {
  let trading: Trading;
  beforeAll(() => {
    trading = open();
  });

  async function deposit(count = 1, steamId = DENIZ) {
    const take = await someTradable(trading, steamId, count);
    const code = newCode();
    const draft = { code, message: `Karat deposit ${code}`, partner: partner(steamId), give: [], take };
    return { id: await trading.send(draft), code, take };
  }

  async function withdrawal() {
    const skin = (await trading.stock()).find(({ isTradable }) => isTradable)!;
    const code = newCode();
    const draft = { code, message: `Karat withdrawal ${code}`, partner: partner(ALI), give: [skin.assetId], take: [] };
    return { id: await trading.send(draft), code, skin };
  }

  test('lists the skins of an inventory and which cannot be traded', async () => {
    const assets = await trading.fetchInventory(DENIZ);
    expect(assets).toHaveLength(14);
    expect(assets.filter(({ isTradable }) => !isTradable)).toHaveLength(2);
    expect(new Set(idsOf(assets)).size).toBe(14);
    for (const { name, marketHashName, iconUrl, classId } of assets) {
      expect(marketHashName.startsWith(`${name} (`)).toBe(true);
      expect(iconUrl).toMatch(/^\/img\/skin\//);
      expect(classId).toMatch(/^\d+$/);
    }
  });

  test('distinguishes an empty inventory from an unreadable one', async () => {
    expect(await trading.fetchInventory(EMPTY)).toEqual([]);
    await expect(trading.fetchInventory(PRIVATE)).rejects.toMatchObject({ reason: 'private' });
    await expect(trading.fetchInventory(OFFLINE)).rejects.toMatchObject({ reason: 'unavailable' });
  });

  test('reads the whole stock page by page', async () => {
    const stock = await trading.stock();
    const [{ count } = { count: 0 }] = await site.deps.db.sql<{ count: number }>`select count(*) from items`;
    expect(new Set(stock.map(({ marketHashName }) => marketHashName)).size).toBe(count);
  });

  test('sends a deposit that is accepted, completed with new asset ids, and reversed', async () => {
    const { id, code, take } = await deposit(2);
    expect(await trading.offer(id)).toEqual({
      id,
      state: 'active',
      tradeId: undefined,
      message: `Karat deposit ${code}`,
      partnerSteamId: DENIZ,
    });
    await acceptOffer(site.deps.db, id);
    const { tradeId, state } = (await trading.offer(id))!;
    expect(state).toBe('accepted');
    const { status, moved } = await trading.fetchOutcome(tradeId!);
    expect([status, moved.map(({ assetId }) => assetId).toSorted()]).toEqual(['complete', take.toSorted()]);
    expect(moved.every(({ assetId, newAssetId }) => assetId !== newAssetId)).toBe(true);
    const stock = new Set(idsOf(await trading.stock()));
    expect(moved.some(({ newAssetId }) => stock.has(newAssetId))).toBe(false);

    await reverseTrade(site.deps.db, id);
    expect((await trading.fetchOutcome(tradeId!)).status).toBe('reversed');
    expect(await trading.fetchInventory(DENIZ)).toHaveLength(14);
  });

  test('finds an offer by its exact code', async () => {
    const { id, code } = await deposit();
    expect(await trading.findByCode(code)).toMatchObject({ id, state: 'active' });
    expect(await trading.findByCode(code.slice(0, -1))).not.toMatchObject({ id });
    expect(await trading.findByCode('KR-none')).toBeUndefined();
    await trading.cancel(id);
    expect(await trading.findByCode(code)).toMatchObject({ id, state: 'cancelled' });
  });

  test('finds the accepted one of two offers with a code', async () => {
    const { id, code } = await deposit();
    await acceptOffer(site.deps.db, id);
    const take = await someTradable(trading, DENIZ);
    const second = await trading.send({ code, message: `Again ${code}`, partner: partner(DENIZ), give: [], take });
    expect(await trading.findByCode(code)).toMatchObject({ id, state: 'accepted' });
    await trading.cancel(second);
    await reverseTrade(site.deps.db, id);
  });

  test.each([
    ['declined', declineOffer],
    ['expired', expireOffer],
  ] as const)('an offer can be %s, and nothing changes hands', async (state, apply) => {
    const { id, take } = await deposit();
    await apply(site.deps.db, id);
    expect(await trading.offer(id)).toMatchObject({ state, tradeId: undefined });
    expect(idsOf(await trading.fetchInventory(DENIZ))).toEqual(expect.arrayContaining(take));
  });

  test('does not accept a cancelled offer, and cancels twice without an error', async () => {
    const { id } = await deposit();
    await trading.cancel(id);
    await trading.cancel(id);
    await acceptOffer(site.deps.db, id);
    expect(await trading.offer(id)).toMatchObject({ state: 'cancelled', tradeId: undefined });
  });

  test('keeps an accepted offer accepted when it is cancelled then or at the same time', async () => {
    const { id } = await deposit();
    await Promise.all([acceptOffer(site.deps.db, id), trading.cancel(id)]);
    const { state, tradeId } = (await trading.offer(id))!;
    expect(['accepted', 'cancelled']).toContain(state);
    await trading.cancel(id);
    expect(await trading.offer(id)).toMatchObject({ state });
    if (tradeId !== undefined) expect((await trading.fetchOutcome(tradeId)).status).toBe('complete');
    await reverseTrade(site.deps.db, id);
  });

  test('accepts a withdrawal only after its confirmation', async () => {
    const { id, skin } = await withdrawal();
    expect(await trading.offer(id)).toMatchObject({ state: 'unconfirmed' });
    await acceptOffer(site.deps.db, id);
    expect(await trading.offer(id)).toMatchObject({ state: 'unconfirmed' });
    await trading.confirm(id);
    await trading.confirm(id);
    expect(await trading.offer(id)).toMatchObject({ state: 'active' });
    await acceptOffer(site.deps.db, id);
    const { tradeId } = (await trading.offer(id))!;
    expect(await trading.fetchOutcome(tradeId!)).toMatchObject({
      status: 'complete',
      moved: [{ assetId: skin.assetId }],
    });
    // While protected the skin is invisible to others.
    expect((await trading.fetchInventory(ALI)).map(({ assetId }) => assetId)).not.toContain(skin.assetId);
    await reverseTrade(site.deps.db, id);
    expect((await trading.fetchOutcome(tradeId!)).status).toBe('reversed');
  });

  test('refuses offers with missing, foreign or locked skins', async () => {
    const { id, take } = await deposit();
    await acceptOffer(site.deps.db, id);
    const locked = (await trading.fetchInventory(DENIZ)).find(({ isTradable }) => !isTradable);
    const foreign = await someTradable(trading, ALI);
    for (const taken of [take, foreign, [locked!.assetId], ['1']]) {
      const draft = { code: newCode(), message: 'gone', partner: partner(DENIZ), give: [], take: taken };
      await expect(trading.send(draft)).rejects.toMatchObject({ reason: 'invalid_items' });
    }
    await reverseTrade(site.deps.db, id);
  });

  test('invalidates the second of two accepted offers for one skin', async () => {
    const { id, take } = await deposit();
    const second = await trading.send({ code: newCode(), message: 'too', partner: partner(DENIZ), give: [], take });
    await Promise.all([acceptOffer(site.deps.db, id), acceptOffer(site.deps.db, second)]);
    const states = [(await trading.offer(id))!.state, (await trading.offer(second))!.state];
    expect(states.toSorted()).toEqual(['accepted', 'invalid_items']);
    await reverseTrade(site.deps.db, id);
    await reverseTrade(site.deps.db, second);
  });

  test('refuses a wrong trade URL, and reports a platform that is down as temporary', async () => {
    const take = await someTradable(trading, DENIZ);
    const wrongPartner = { steamId: DENIZ, token: 'AAAAAAAA' };
    const draft = { code: newCode(), message: 'wrong partner', partner: wrongPartner, give: [], take };
    await expect(trading.send(draft)).rejects.toMatchObject({ reason: 'refused' });
    await expect(trading.fetchEscrowSeconds(wrongPartner)).rejects.toMatchObject({ reason: 'refused' });
    await expect(trading.send({ ...draft, partner: partner(OFFLINE) })).rejects.toMatchObject({
      reason: 'unavailable',
    });
  });

  test('reports how long skins would be held', async () => {
    expect(await trading.fetchEscrowSeconds(partner(DENIZ))).toBe(0);
    expect(await trading.fetchEscrowSeconds(partner(UNGUARDED))).toBe(ESCROW_SECONDS);
  });

  test('reports an offer accepted by an unguarded account as under way', async () => {
    const { id } = await deposit(1, UNGUARDED);
    await acceptOffer(site.deps.db, id);
    const { state, tradeId } = (await trading.offer(id))!;
    expect(state).toBe('in_escrow');
    expect(await trading.fetchOutcome(tradeId!)).toEqual({ status: 'under_way', moved: [] });
  });

  test('reports unknown offers and trades', async () => {
    expect(await trading.offer('12345')).toBeUndefined();
    await trading.cancel('12345');
    await trading.confirm('12345');
    await expect(trading.fetchOutcome('12345')).rejects.toMatchObject({ reason: 'unavailable' });
  });

  test('notifies about a changed offer', async () => {
    const ending = new AbortController();
    const [sent, notified] = [new Set<string>(), new Set<string>()];
    const onChanged = (platformId: string): void => void notified.add(platformId);
    const work = trading.isSandbox ? trading.work(ending.signal, onChanged) : undefined;
    // The adapter starts to listen a moment after `work` begins: the first changes may be missed.
    await vi.waitFor(
      async () => {
        const { id } = await deposit();
        await declineOffer(site.deps.db, id);
        sent.add(id);
        expect([...sent].some((each) => notified.has(each) || steam.changed.has(each))).toBe(true);
      },
      { timeout: 20_000, interval: 200 },
    );
    ending.abort();
    await work;
  });

  // Last, because the adapter backs off afterwards.
  test('reports too many requests', async () => {
    await expect(trading.fetchInventory(BUSY)).rejects.toMatchObject({ reason: 'busy' });
  });
});

describe('the bot', () => {
  test('retries a failed sign-in while calls wait', async () => {
    const late = openSteamOverSandbox(site, { failures: 2 });
    expect(await late.trading.fetchEscrowSeconds(partner(DENIZ))).toBe(0);
    expect(late.lines.filter((line) => line.includes('Bot sign-in failed'))).toHaveLength(2);
    await late.close();
    await expect(late.trading.stock()).rejects.toMatchObject({ reason: 'unavailable' });
  });

  test('replaces rejected cookies', async () => {
    const stale = openSteamOverSandbox(site, { areStale: true });
    const seconds = (): Promise<number> => stale.trading.fetchEscrowSeconds(partner(DENIZ));
    await vi.waitFor(async () => expect(await seconds()).toBe(0), { timeout: 10_000, interval: 100 });
    expect(stale.cookieRefreshes()).toBeGreaterThan(0);
    await stale.close();
  });

  test('acknowledges once that trades can be reversed, and stores its poll data', async () => {
    const { sql } = site.deps.db;
    const memory = await sql<{ name: string }>`select name from adapter_state order by name`;
    expect(memory).toEqual([{ name: 'steam/poll-data' }, { name: 'steam/trade-protection-acknowledged' }]);
  });

  test('keeps cookies and tokens out of errors and the log', async () => {
    const failures = await Promise.allSettled([
      steam.trading.fetchEscrowSeconds({ steamId: DENIZ, token: 'SECRET_1' }),
      steam.trading.send({
        code: 'KR-x',
        message: 'x',
        partner: { steamId: DENIZ, token: 'SECRET_1' },
        give: [],
        take: ['1'],
      }),
    ]);
    const output = [...steam.lines, ...failures.map((failure) => JSON.stringify(failure))].join('\n');
    expect(failures.every(({ status }) => status === 'rejected')).toBe(true);
    expect(output).not.toMatch(/steamLoginSecure|access_token|eyJ|SECRET_1/);
  });
});
