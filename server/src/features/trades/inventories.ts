import { Refusal } from '@karat/contract/refusal';
import type { DepositableSkin } from '@karat/contract/trades';
import { depositValueOf } from '@karat/rules/deposits';
import type { Asset } from '#adapters/trading/trading.ts';
import { createBoundedMap } from '#bounded-map.ts';
import type { Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { tradingRefusal, requireTrading } from './trading-access.ts';
import { selectItemsByName } from './item-queries.ts';

/** Steam limits requests, so an inventory is cached this long; a player who asks for a refresh gets a shorter time. */
const CACHE_MS = 3 * 60_000;
const REFRESH_MS = 20_000;
const CACHED_MAX = 1_000;
/** Requests beyond this queue length are refused with a retry time. */
const QUEUE_MAX = 20;

type ReadInventory = { readonly assets: readonly Asset[]; readonly readAtMs: number };
type Failed = { readonly failure: unknown; readonly readAtMs: number };

export type Inventories = {
  /** A player's Steam inventory: at most a few minutes old, or a few seconds if `isFresh`. */
  read(steamId: string, isFresh: boolean): Promise<ReadInventory>;
};

/** Steam inventories, cached per process and read one at a time, because Steam throttles by IP address. */
export function createInventories(deps: Pick<Deps, 'trading'>, { nowMs = () => Date.now() } = {}): Inventories {
  const cache = createBoundedMap<string, ReadInventory>(CACHED_MAX);
  // Failures are cached too: repeated requests for a private inventory would get the whole site throttled.
  const failed = createBoundedMap<string, Failed>(CACHED_MAX);
  const pending = new Map<string, Promise<ReadInventory>>();
  let queue: Promise<unknown> = Promise.resolve();

  async function request(steamId: string): Promise<ReadInventory> {
    try {
      const read = { assets: await requireTrading(deps).fetchInventory(steamId), readAtMs: nowMs() };
      cache.set(steamId, read);
      return read;
    } catch (error) {
      const failure = tradingRefusal(error);
      failed.set(steamId, { failure, readAtMs: nowMs() });
      throw failure;
    }
  }

  function queueRequest(steamId: string): Promise<ReadInventory> {
    if (pending.size >= QUEUE_MAX) {
      throw new Refusal('platform_busy', 'The game platform is busy. Please try again in a minute.', {
        retryAfterSeconds: 10,
      });
    }
    const asking = queue.then(() => request(steamId)).finally(() => pending.delete(steamId));
    pending.set(steamId, asking);
    queue = asking.catch(() => undefined);
    return asking;
  }

  return {
    async read(steamId, isFresh) {
      requireTrading(deps);
      const cached = cache.get(steamId);
      if (cached !== undefined && nowMs() - cached.readAtMs < (isFresh ? REFRESH_MS : CACHE_MS)) return cached;
      const failure = failed.get(steamId);
      if (failure !== undefined && nowMs() - failure.readAtMs < REFRESH_MS) throw failure.failure;
      return pending.get(steamId) ?? queueRequest(steamId);
    },
  };
}

/** A skin that can be deposited, with its catalogue item. */
export type Depositable = { readonly itemId: number; readonly skin: DepositableSkin };

/** The skins that can be deposited, at current prices, the most valuable first. */
export async function findDepositable(sql: Sql, assets: readonly Asset[]): Promise<Depositable[]> {
  const tradable = assets.filter(({ isTradable }) => isTradable);
  const items = await selectItemsByName(sql, [...new Set(tradable.map(({ marketHashName }) => marketHashName))]);
  const byName = new Map(items.map((item) => [item.market_hash_name, item]));
  return tradable
    .flatMap(({ assetId, classId, name, marketHashName, iconUrl }): Depositable[] => {
      const item = byName.get(marketHashName);
      const value = item === undefined ? null : depositValueOf(item);
      if (item === undefined || value === null || value < 0.01) return [];
      const { skinRarity, skinExterior, weaponType } = item;
      const kind = { skinRarity, skinExterior, weaponType };
      const named = { assetid: assetId, classid: classId, name, market_hash_name: marketHashName, icon_url: iconUrl };
      return [{ itemId: item.id, skin: { ...named, ...kind, tradable: 1, balance_on_deposit: value } }];
    })
    .toSorted((a, b) => b.skin.balance_on_deposit - a.skin.balance_on_deposit);
}
