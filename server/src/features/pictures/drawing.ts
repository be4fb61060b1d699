import { casePicture, skinPicture } from '@karat/art/urls';
import type { CratePicture } from '@karat/art/crate';
import { catalogue, demoCases } from '@karat/art/demo';
import type { Raster } from '@karat/art/rasterise';
import { type DropCard, dropCardSvg, type MatchCard, matchCardSvg } from '@karat/art/share-cards';
import { type Exterior, skinOf } from '@karat/art/urls';
import type { SkinPicture } from '@karat/art/skin';

/** Something the art kit can draw, by kind. */
export type Drawable = { kind: 'skin'; parameters: SkinPicture } | { kind: 'case'; parameters: CratePicture };

/** A picture for link previews, by kind. */
export type Card = { kind: 'dropCard'; parameters: DropCard } | { kind: 'matchCard'; parameters: MatchCard };

export type DrawRequest = Drawable | Card;

const isCard = (request: DrawRequest): request is Card => request.kind === 'dropCard' || request.kind === 'matchCard';

/** A picture in every size, or a card as one PNG file. */
export function draw(request: DrawRequest): Promise<Raster[] | Buffer> {
  return isCard(request) ? drawCard(request) : drawPicture(request);
}

/** Loaded with the first picture, because most starts of a process need none. */
const loadRasteriser = () => import('@karat/art/rasterise');

async function drawCard({ kind, parameters }: Card): Promise<Buffer> {
  const { cardPng } = await loadRasteriser();
  return cardPng(kind === 'dropCard' ? dropCardSvg(parameters) : matchCardSvg(parameters));
}

async function drawPicture(drawable: Drawable): Promise<Raster[]> {
  const { caseWebp, skinWebp } = await loadRasteriser();
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
