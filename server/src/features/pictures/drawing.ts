import { casePicture, skinPicture } from '@karat/art/urls';
import type { CratePicture } from '@karat/art/crate';
import { catalogue, demoCases } from '@karat/art/demo';
import { caseWebp, type Raster, skinWebp } from '@karat/art/rasterise';
import { type Exterior, skinOf } from '@karat/art/urls';
import type { SkinPicture } from '@karat/art/skin';

/** Something the art kit can draw, by kind. */
export type Drawable = { kind: 'skin'; parameters: SkinPicture } | { kind: 'case'; parameters: CratePicture };

export function drawPicture(drawable: Drawable): Promise<Raster[]> {
  return drawable.kind === 'skin' ? skinWebp(drawable.parameters) : caseWebp(drawable.parameters);
}

/** All drawable pictures of the catalogue by address: only these can be requested. */
export function knownDrawables(): Map<string, Drawable> {
  const known = new Map<string, Drawable>();
  for (const { market_hash_name, specRarity: rarity, prices } of catalogue()) {
    for (const exterior of Object.keys(prices) as Exterior[]) {
      const { hash, parameters } = skinPicture({ ...skinOf(market_hash_name), exterior, rarity });
      known.set(`skin/${hash}`, { kind: 'skin', parameters });
    }
  }
  for (const { name } of demoCases()) {
    const { hash, parameters } = casePicture(name);
    known.set(`case/${hash}`, { kind: 'case', parameters });
  }
  return known;
}
