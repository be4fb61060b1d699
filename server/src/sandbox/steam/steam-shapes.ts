import type { PlatformOfferState } from '#adapters/trading/trading.ts';
import type { SandboxAsset } from './inventories.ts';
import type { SandboxOffer, SandboxTrade } from './offers.ts';

const APP_ID = 730;
const ACCOUNT_ID_BASE = 76_561_197_960_265_728n;
/** Inventory contexts: normal skins, and skins under trade protection. */
export const PLAIN_CONTEXT = '2';
export const PROTECTED_CONTEXT = '16';

const OFFER_STATES: Readonly<Record<PlatformOfferState, number>> = {
  active: 2,
  accepted: 3,
  countered: 4,
  expired: 5,
  cancelled: 6,
  declined: 7,
  invalid_items: 8,
  unconfirmed: 9,
  in_escrow: 11,
  reversed: 12,
};
const TRADE_STATUSES: Readonly<Record<SandboxTrade['status'], number>> = { complete: 3, in_escrow: 10, reversed: 12 };

const RARITIES: Readonly<Record<string, readonly [internal: string, shown: string, color: string]>> = {
  'Consumer Grade': ['Rarity_Common_Weapon', 'Consumer Grade', 'b0c3d9'],
  'Industrial Grade': ['Rarity_Uncommon_Weapon', 'Industrial Grade', '5e98d9'],
  'Mil-Spec': ['Rarity_Rare_Weapon', 'Mil-Spec Grade', '4b69ff'],
  Restricted: ['Rarity_Mythical_Weapon', 'Restricted', '8847ff'],
  Classified: ['Rarity_Legendary_Weapon', 'Classified', 'd32ce6'],
  Covert: ['Rarity_Ancient_Weapon', 'Covert', 'eb4b4b'],
  'Exceedingly Rare': ['Rarity_Ancient_Weapon', 'Covert', 'eb4b4b'],
};
const EXTERIORS = ['Factory New', 'Minimal Wear', 'Field-Tested', 'Well-Worn', 'Battle-Scarred'];

const seconds = (time: string): number => Math.floor(Date.parse(time) / 1_000);

/** Assets of one class and instance share a description. */
const instanceOf = ({ isTradable }: SandboxAsset): string => (isTradable ? '302028390' : '302028391');

function assetOf(asset: SandboxAsset, contextid: string) {
  const { assetId: assetid, classId: classid } = asset;
  return { appid: APP_ID, contextid, assetid, classid, instanceid: instanceOf(asset), amount: '1' };
}

function tagsOf({ name, rarity, exterior, weaponType, marketHashName }: SandboxAsset) {
  const tag = (category: string, internal: string, shown: string, color?: string) => ({
    category,
    internal_name: internal,
    localized_category_name: category,
    localized_tag_name: shown,
    ...(color !== undefined && { color }),
  });
  const type = weaponType === 'Sniper' ? 'SniperRifle' : weaponType;
  const weapon = name.split(' | ')[0] ?? name;
  const isUnusual = marketHashName.startsWith('★');
  const [internal = '', shown = '', color = ''] = RARITIES[rarity] ?? [];
  return [
    tag('Type', `CSGO_Type_${type}`, weaponType === 'Sniper' ? 'Sniper Rifle' : weaponType),
    tag('Weapon', `weapon_${weapon.toLowerCase().replace(/[^a-z0-9]+/g, '')}`, weapon),
    // Knives have no collection, as on Steam, so code must not read tags by position.
    ...(isUnusual ? [] : [tag('ItemSet', 'set_sandbox', 'The Sandbox Collection')]),
    tag('Quality', isUnusual ? 'unusual' : 'normal', isUnusual ? '★' : 'Normal'),
    tag('Rarity', internal, shown, color),
    tag('Exterior', `WearCategory${EXTERIORS.indexOf(exterior)}`, exterior),
  ];
}

function descriptionOf(asset: SandboxAsset) {
  const { classId: classid, name, marketHashName, iconUrl, isTradable } = asset;
  return {
    appid: APP_ID,
    classid,
    instanceid: instanceOf(asset),
    currency: 0,
    icon_url: iconUrl,
    descriptions: [{ type: 'html', value: `Exterior: ${asset.exterior}`, name: 'exterior_wear' }],
    tradable: isTradable ? 1 : 0,
    name,
    type: `${asset.rarity} ${asset.weaponType}`,
    market_name: marketHashName,
    market_hash_name: marketHashName,
    commodity: 0,
    marketable: 1,
    tags: tagsOf(asset),
    sealed: 0,
  };
}

function descriptionsOf(assets: readonly SandboxAsset[]) {
  return [...new Map(assets.map((asset) => [`${asset.classId}_${instanceOf(asset)}`, descriptionOf(asset)])).entries()];
}

type Page = { readonly count: number; readonly start: string | null; readonly contextid: string };

/** One page of a public inventory. */
export function inventoryBody(all: readonly SandboxAsset[], { count, start, contextid }: Page) {
  const total = { total_inventory_count: all.length, success: 1, rwgrsn: -2 };
  const from = start === null ? 0 : all.findIndex(({ assetId }) => assetId === start) + 1;
  const assets = all.slice(from, from + count);
  if (assets.length === 0) return total;
  const isMore = from + count < all.length;
  return {
    assets: assets.map((asset) => assetOf(asset, contextid)),
    descriptions: descriptionsOf(assets).map(([, description]) => description),
    ...(isMore && { more_items: 1, last_assetid: assets.at(-1)!.assetId }),
    ...total,
  };
}

/** The partner's inventory in the window for new offers, in Steam's older format. */
export function partnerInventoryBody(all: readonly SandboxAsset[]) {
  const assets = all.filter(({ isTradable }) => isTradable);
  return {
    success: true,
    rgInventory: Object.fromEntries(
      assets.map((asset, index) => [
        asset.assetId,
        {
          id: asset.assetId,
          classid: asset.classId,
          instanceid: instanceOf(asset),
          amount: '1',
          hide_in_china: 0,
          pos: index + 1,
        },
      ]),
    ),
    rgCurrency: [],
    rgDescriptions: Object.fromEntries(descriptionsOf(assets)),
    more: false,
    more_start: false,
  };
}

export type KnownAssets = ReadonlyMap<string, SandboxAsset>;

export function offerBody(offer: SandboxOffer, knownAssets: KnownAssets) {
  const items = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const asset = knownAssets.get(id);
      return asset === undefined ? [] : [{ ...assetOf(asset, PLAIN_CONTEXT), missing: false, est_usd: '100' }];
    });
  return {
    tradeofferid: offer.id,
    accountid_other: Number(BigInt(offer.partnerSteamId) - ACCOUNT_ID_BASE),
    message: offer.message,
    expiration_time: seconds(offer.expiresAt),
    trade_offer_state: OFFER_STATES[offer.state],
    items_to_give: items(offer.give),
    items_to_receive: items(offer.take),
    is_our_offer: true,
    time_created: seconds(offer.createdAt),
    time_updated: seconds(offer.updatedAt),
    from_real_time_trade: false,
    escrow_end_date: 0,
    confirmation_method: offer.state === 'unconfirmed' ? 2 : 0,
    ...(offer.tradeId !== null && { tradeid: offer.tradeId }),
  };
}

export function tradeBody(trade: SandboxTrade, knownAssets: KnownAssets) {
  const isReturn = trade.rollbackOf !== null;
  const moved = (pairs: SandboxTrade['given']) =>
    pairs.flatMap(({ assetId, newAssetId }) => {
      const asset = knownAssets.get(assetId);
      if (asset === undefined) return [];
      return [
        {
          ...assetOf(asset, isReturn ? PROTECTED_CONTEXT : PLAIN_CONTEXT),
          new_assetid: newAssetId,
          new_contextid: isReturn ? PLAIN_CONTEXT : PROTECTED_CONTEXT,
        },
      ];
    });
  return {
    tradeid: trade.id,
    steamid_other: trade.partnerSteamId,
    time_init: seconds(trade.createdAt),
    status: TRADE_STATUSES[trade.status],
    assets_received: moved(trade.received),
    assets_given: moved(trade.given),
    ...(trade.rollbackOf !== null && { rollback_trade: trade.rollbackOf }),
  };
}

/** A mobile confirmation. */
export function confirmationBody(offer: SandboxOffer) {
  return {
    type: 2,
    type_name: 'Trade Offer',
    id: `9${offer.id}`,
    creator_id: offer.id,
    nonce: `1${offer.id}`,
    creation_time: seconds(offer.createdAt),
    headline: offer.partnerSteamId,
    summary: [`You will give up ${offer.give.length} of your skins`],
    icon: '',
    multi: false,
    cancel: 'Cancel',
    accept: 'Send Offer',
    warn: null,
  };
}
