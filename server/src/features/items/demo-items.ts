import { skinUrl, skinOf, skinPicture, type Exterior } from '@karat/art/urls';
import { catalogue, type CatalogueSkin, marketNameOf } from '@karat/art/demo';
import { splitMarketName } from '@karat/rules/items';
import type { Deps } from '#deps.ts';
import { itemOf } from './items.ts';
import { analyzeItems, insertItems, type NewItem, selectMissingNames } from './queries.ts';

const PICTURE_WIDTH = 256;

type PricedExterior = { readonly skin: CatalogueSkin; readonly exterior: Exterior; readonly price: number };

/** The exteriors with a known price; the others are not offered. */
function pricedExteriors(skin: CatalogueSkin): PricedExterior[] {
  return Object.entries(skin.prices).flatMap(([exterior, price]) =>
    price ? [{ skin, exterior: exterior as Exterior, price }] : [],
  );
}

const nameOf = ({ skin, exterior }: PricedExterior): string => marketNameOf({ skin: skin.market_hash_name, exterior });

function demoItemOf(priced: PricedExterior): NewItem {
  const { skin, exterior, price } = priced;
  const { market_hash_name: name, specRarity: skinRarity, specWeaponType: weaponType } = skin;
  const [itemName = '', skinName = ''] = name.split(' | ');
  const image = skinUrl(skinPicture({ ...skinOf(name), exterior, rarity: skinRarity }), PICTURE_WIDTH);
  const skinExterior = splitMarketName(nameOf(priced)).exterior;
  return itemOf({ itemName, skinName, skinExterior, skinRarity, weaponType, image, price });
}

/** Adds the items of the catalogue at the first start. Existing items stay as they are. */
export async function ensureDemoItems({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const all = catalogue().flatMap(pricedExteriors);
  const missing = new Set(await selectMissingNames(db.sql, all.map(nameOf)));
  if (missing.size === 0) return;
  const items = all.filter((priced) => missing.has(nameOf(priced))).map(demoItemOf);
  const added = await insertItems(db.sql, items);
  await analyzeItems(db.sql);
  log.info({ items: added }, 'Demo items added');
}
