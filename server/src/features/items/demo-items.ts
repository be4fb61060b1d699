import { skinAddress, skinOf, skinPicture, type Exterior } from '@karat/art/addresses';
import { catalogue, type CatalogueSkin, marketNameOf } from '@karat/art/demo';
import { splitMarketName } from '@karat/rules/items';
import type { Deps } from '#deps.ts';
import { itemOf } from './items.ts';
import { analyzeItems, insertMissingItems, type NewItem } from './queries.ts';

const PICTURE_WIDTH = 256;

/** The exteriors whose price is known; one without is offered nowhere. */
function itemsOf(skin: CatalogueSkin): NewItem[] {
  const { market_hash_name: name, specRarity: skinRarity, specWeaponType: weaponType, prices } = skin;
  const [itemName = '', skinName = ''] = name.split(' | ');
  return Object.entries(prices).flatMap(([key, price]) => {
    if (!price) return [];
    const exterior = key as Exterior;
    const picture = skinPicture({ ...skinOf(name), exterior, rarity: skinRarity });
    const image = skinAddress(picture, PICTURE_WIDTH);
    const skinExterior = splitMarketName(marketNameOf({ skin: name, exterior })).exterior;
    return [itemOf({ itemName, skinName, skinExterior, skinRarity, weaponType, image, price })];
  });
}

/** The items of the catalogue, at the first start. What is there already stays as it is. */
export async function ensureDemoItems({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const items = await insertMissingItems(db.sql, catalogue().flatMap(itemsOf));
  if (items === 0) return;
  await analyzeItems(db.sql);
  log.info({ items }, 'items of the demo added');
}
