import * as z from 'zod/mini';
import { failureOf } from './steam-states.ts';
import { type Asset, TradingFailure } from './trading.ts';

const IMAGES = 'https://community.akamai.steamstatic.com/economy/image/';
const PAGE_SIZE = 1_000;
const PAGES_MAX = 20;
const TIMEOUT_MS = 5_000;
/** Steam limits by address: after a 429 no request is made for this time, which doubles each time. */
const REST_MS = 15_000;
const REST_MAX_MS = 5 * 60_000;

const page = z.object({
  assets: z.optional(
    z.array(z.object({ assetid: z.string(), classid: z.string(), instanceid: z.optional(z.string()) })),
  ),
  descriptions: z.optional(
    z.array(
      z.object({
        classid: z.string(),
        instanceid: z.optional(z.string()),
        name: z.string(),
        market_hash_name: z.string(),
        icon_url: z.string(),
        tradable: z.number(),
      }),
    ),
  ),
  more_items: z.optional(z.number()),
  last_assetid: z.optional(z.string()),
});
type Page = z.output<typeof page>;

/** Paths stay as they are, because only the sandbox uses them. */
export function iconUrlOf(icon: string): string {
  return icon.startsWith('/') ? icon : `${IMAGES}${icon}/360fx360f`;
}

function assetsOf({ assets = [], descriptions = [] }: Page): Asset[] {
  const keyOf = ({ classid, instanceid = '0' }: { classid: string; instanceid?: string | undefined }) =>
    `${classid}_${instanceid}`;
  const described = new Map(descriptions.map((description) => [keyOf(description), description]));
  return assets.flatMap((asset) => {
    const description = described.get(keyOf(asset));
    if (description === undefined) return [];
    const { name, market_hash_name: marketHashName, icon_url: icon, tradable } = description;
    const { assetid: assetId, classid: classId } = asset;
    return [{ assetId, classId, name, marketHashName, iconUrl: iconUrlOf(icon), isTradable: tradable === 1 }];
  });
}

function assertReadable(status: number): void {
  if (status === 403 || status === 401) throw failureOf('private');
  if (status === 429) throw failureOf('busy');
  if (status !== 200) throw failureOf('unavailable', `HTTP error ${status}`);
}

type InventoryOptions = { readonly communityUrl: string; readonly now?: () => number };

/** Reads public inventories one after another, because Steam limits requests by address. */
export function createInventoryReader({ communityUrl, now = () => performance.now() }: InventoryOptions) {
  let [restUntil, restMs] = [0, REST_MS];
  let last: Promise<unknown> = Promise.resolve();

  async function readPage(steamId: string, start: string | undefined): Promise<Page> {
    const query = new URLSearchParams({
      l: 'english',
      count: String(PAGE_SIZE),
      ...(start && { start_assetid: start }),
    });
    const response = await fetch(`${communityUrl}/inventory/${steamId}/730/2?${query.toString()}`, {
      headers: { referer: `https://steamcommunity.com/profiles/${steamId}/inventory` },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    assertReadable(response.status);
    return page.parse(await response.json());
  }

  async function readAll(steamId: string): Promise<Asset[]> {
    const assets: Asset[] = [];
    let start: string | undefined;
    for (let pages = 0; pages < PAGES_MAX; pages++) {
      const reply = await readPage(steamId, start);
      assets.push(...assetsOf(reply));
      if (reply.more_items !== 1 || reply.last_assetid === undefined) break;
      start = reply.last_assetid;
    }
    return assets;
  }

  async function read(steamId: string): Promise<Asset[]> {
    if (now() < restUntil) throw failureOf('busy');
    try {
      const assets = await readAll(steamId);
      restMs = REST_MS;
      return assets;
    } catch (error) {
      if (!(error instanceof TradingFailure)) throw failureOf('unavailable');
      if (error.reason === 'busy') {
        restUntil = now() + restMs;
        restMs = Math.min(restMs * 2, REST_MAX_MS);
      }
      throw error;
    }
  }

  return function fetchInventory(steamId: string): Promise<Asset[]> {
    const reading = last.then(() => read(steamId));
    last = reading.catch(() => undefined);
    return reading;
  };
}
