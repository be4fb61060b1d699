// URLs of pictures. The URL of a skin or a case is derived from what is drawn, so a changed drawing gets a new URL and can be
// cached permanently. URLs of maps, badges and avatars contain their names: they can be cached for a day.
import { hash } from './core/random.ts';
import type { CratePicture } from './crate.ts';
import type { MapName } from './maps.ts';
import type { MissionEmblem } from './missions.ts';
import type { SkinPicture } from './skin.ts';

/** Raise it with every visible change: browsers cache a picture permanently under its old URL. */
const DRAWING_VERSION = 1;

export const SKIN_WIDTHS = [256, 512] as const;
/** The largest one is for a case's own page on a screen with two pixels per unit. */
export const CASE_WIDTHS = [256, 512, 768] as const;
export const MAP_WIDTHS = [800, 1600] as const;
export const MISSION_WIDTHS = [128, 256] as const;

/** The `srcset` of a skin or a case by the URL of its smallest file; undefined for pictures of others, which have one file. */
export function srcSetOf(url: string): string | undefined {
  const kind = /\/img\/(skin|case)\/[^/]+-256\.webp$/.exec(url)?.[1];
  if (kind === undefined) return undefined;
  const widths = kind === 'case' ? CASE_WIDTHS : SKIN_WIDTHS;
  return widths.map((width) => `${url.replace(/-256\.webp$/, `-${width}.webp`)} ${width}w`).join(', ');
}

/**
 * The `sizes` of a case on its own page, for the page and for the link that preloads it. On a phone it is 316 pixels wide; with a
 * little less, screens of 1.75 pixels per unit load the file of 512 pixels, which is half as large and looks the same.
 */
export const CRATE_SIZES = '(min-width: 48rem) 368px, 290px';

/** The `sizes` of a skin in the grid of the market. */
export const MARKET_SIZES = '(min-width: 48rem) 200px, 45vw';

export type SkinWidth = (typeof SKIN_WIDTHS)[number];
export type CaseWidth = (typeof CASE_WIDTHS)[number];
export type MapWidth = (typeof MAP_WIDTHS)[number];
export type MissionWidth = (typeof MISSION_WIDTHS)[number];

/** The wear of each exterior. */
export const EXTERIOR_WEAR = { FN: 0.03, MW: 0.11, FT: 0.26, WW: 0.42, BS: 0.7 } as const;

export type Exterior = keyof typeof EXTERIOR_WEAR;

const EXTERIOR_NAMES: Readonly<Record<string, Exterior>> = {
  'Factory New': 'FN',
  'Minimal Wear': 'MW',
  'Field-Tested': 'FT',
  'Well-Worn': 'WW',
  'Battle-Scarred': 'BS',
};

export interface Skin {
  weapon: string;
  /** Empty for a knife without a finish. */
  name: string;
  exterior: Exterior;
}

/** Reads a market name, `★ StatTrak™ Karambit | Doppler (Factory New)`. One without an exterior counts as new. */
export function skinOf(marketName: string): Skin {
  const [, base = marketName, exterior = ''] = /^(.*?)(?: \(([^()]+)\))?$/.exec(marketName) ?? [];
  const [weapon = '', name = ''] = base.replace(/^(★ )?((StatTrak™|Souvenir) )?/, '').split(' | ');
  return { weapon, name, exterior: EXTERIOR_NAMES[exterior] ?? 'FN' };
}

/** Two hashes of 32 bits: a single one would collide after some ten thousand pictures. */
function fingerprint(...parts: readonly (string | number)[]): string {
  const text = [DRAWING_VERSION, ...parts].join('|');
  const digits = [hash(text), hash(`again:${text}`)].map((n) => n.toString(36).padStart(7, '0'));
  return digits.join('');
}

export interface Picture<Parameters> {
  hash: string;
  parameters: Parameters;
}

/** The picture of a skin, without a backdrop: the page adds the glow of its rarity. */
export function skinPicture({ weapon, name, exterior, rarity }: Skin & { rarity: string }): Picture<SkinPicture> {
  const parameters: SkinPicture = { weapon, name, rarity, wear: EXTERIOR_WEAR[exterior], backdrop: 'none' };
  return { hash: fingerprint('skin', weapon, name, rarity, exterior), parameters };
}

/** The picture of a case. Its name alone decides how it looks. */
export function casePicture(name: string): Picture<CratePicture> {
  return { hash: fingerprint('case', name), parameters: { name, backdrop: 'none' } };
}

export const skinUrl = (picture: Picture<SkinPicture>, width: SkinWidth): string =>
  `/img/skin/${picture.hash}-${width}.webp`;

export const caseUrl = (picture: Picture<CratePicture>, width: CaseWidth): string =>
  `/img/case/${picture.hash}-${width}.webp`;

export const mapUrl = (map: MapName, width: MapWidth): string => `/img/map/${map}-${width}.webp`;

export const missionUrl = (emblem: MissionEmblem, width: MissionWidth): string =>
  `/img/mission/${emblem}-${width}.webp`;

/** Avatars are drawn on request: a few kilobytes of SVG without filters. */
export const generatedAvatarUrl = (username: string): string =>
  `/img/avatar/${encodeURIComponent(username.trim().toLowerCase())}.svg`;
