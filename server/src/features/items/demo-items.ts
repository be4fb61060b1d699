import { skinUrl, skinOf, skinPicture, type Exterior } from '@karat/art/urls';
import { catalogue, type CatalogueSkin, marketNameOf } from '@karat/art/demo';
import { splitMarketName } from '@karat/rules/items';
import type { Deps } from '#deps.ts';
import { itemOf } from './items.ts';
import { analyzeItems, insertItems, type NewItem, selectMissingNames } from './queries.ts';

const PICTURE_WIDTH = 256;

type Priced = { readonly skin: CatalogueSkin; readonly exterior: Exterior; readonly price: number };

/** The exteriors whose price is known; one without is offered nowhere. */
function pricedExteriors(skin: CatalogueSkin): Priced[] {
  return Object.entries(skin.prices).flatMap(([exterior, price]) =>
    price ? [{ skin, exterior: exterior as Exterior, price }] : [],
  );
}

const nameOf = ({ skin, exterior }: Priced): string => marketNameOf({ skin: skin.market_hash_name, exterior });

function demoItemOf(priced: Priced): NewItem {
  const { skin, exterior, price } = priced;
  const { market_hash_name: name, specRarity: skinRarity, specWeaponType: weaponType } = skin;
  const [itemName = '', skinName = ''] = name.split(' | ');
  const image = skinUrl(skinPicture({ ...skinOf(name), exterior, rarity: skinRarity }), PICTURE_WIDTH);
  const skinExterior = splitMarketName(nameOf(priced)).exterior;
  return itemOf({ itemName, skinName, skinExterior, skinRarity, weaponType, image, price });
}

/** The items of the catalogue, at the first start. What is there already stays as it is. */
export async function ensureDemoItems({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const all = catalogue().flatMap(pricedExteriors);
  const missing = new Set(await selectMissingNames(db.sql, all.map(nameOf)));
  if (missing.size === 0) return;
  const items = all.filter((priced) => missing.has(nameOf(priced))).map(demoItemOf);
  const added = await insertItems(db.sql, items);
  await analyzeItems(db.sql);
  log.info({ items: added }, 'items of the demo added');
}
