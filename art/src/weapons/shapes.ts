// Building blocks for weapon geometry. Weapons point right; a drawing is about 1,100 units long.
import { affine, mapPath, type Placement, type Point } from '../core/path.ts';

/**
 * The material of a part. 'paint' carries the pattern of the skin, 'dark' is dark polymer or steel, 'smoke' is translucent plastic,
 * and 'edge' is the sharpened bevel of a blade.
 */
export type Material = 'paint' | 'metal' | 'dark' | 'grip' | 'wood' | 'glass' | 'smoke' | 'edge';

/** A shape of one material. Its path is filled with the even-odd rule, so inner subpaths are holes. */
export interface Part {
  material: Material;
  d: string;
}

export interface Geometry {
  parts: readonly Part[];
  /** Engraved seams. */
  lines?: readonly string[];
  /** Dark recesses. */
  slots?: readonly string[];
  rivets?: readonly Point[];
  /** The rotation on the item card, in degrees. */
  tilt?: number;
  /** Share of the card to fill. */
  fit?: number;
  /** The combined geometries, back to front. Each one is drawn with its own lines, slots and rivets. */
  layers?: readonly Geometry[];
}

/** A constructor of parts of one material; it takes the path of the part. */
const part =
  (material: Material) =>
  (d: string): Part => ({ material, d });

/** A part that the finish covers. */
export const paintedPart = part('paint');
/** Bare metal, such as barrels. */
export const metalPart = part('metal');
/** Dark polymer or steel, such as sights. */
export const darkPart = part('dark');
/** The rough plastic of grips. */
export const gripPart = part('grip');
/** Unpainted wood. */
export const woodPart = part('wood');
/** Lenses. */
export const glassPart = part('glass');
/** Translucent plastic. */
export const smokePart = part('smoke');
/** The sharpened bevel of a blade. */
export const edgePart = part('edge');

/** Parses points such as `'10,20 30,40'`. */
export const parsePoints = (list: string): Point[] =>
  list.split(' ').map((pair) => {
    const [x, y] = pair.split(',');
    return [Number(x), Number(y)];
  });

/** Rounded rectangle. */
export const box = (x: number, y: number, w: number, h: number, r = 6): string =>
  `M${x + r} ${y}H${x + w - r}Q${x + w} ${y} ${x + w} ${y + r}V${y + h - r}Q${x + w} ${y + h} ${x + w - r} ${y + h}H${x + r}Q${x} ${y + h} ${x} ${y + h - r}V${y + r}Q${x} ${y} ${x + r} ${y}Z`;

/** The control point distance with which a cubic curve approximates a quarter of a circle of radius 1. */
const BEZIER_CIRCLE = 0.5523;

/** Circle or ellipse as four cubic curves. */
export function ellipse(cx: number, cy: number, rx: number, ry = rx): string {
  const k = rx * BEZIER_CIRCLE;
  const m = ry * BEZIER_CIRCLE;
  return `M${cx - rx} ${cy}C${cx - rx} ${cy - m} ${cx - k} ${cy - ry} ${cx} ${cy - ry}C${cx + k} ${cy - ry} ${cx + rx} ${cy - m} ${cx + rx} ${cy}C${cx + rx} ${cy + m} ${cx + k} ${cy + ry} ${cx} ${cy + ry}C${cx - k} ${cy + ry} ${cx - rx} ${cy + m} ${cx - rx} ${cy}Z`;
}

/** Picatinny rail: a base strip with teeth on top. */
export function rail(x: number, y: number, w: number, pitch = 20, h = 14): string {
  let d = `M${x} ${y + h}V${y + h / 2}`;
  for (let t = x; t + pitch <= x + w; t += pitch) {
    d += `H${t + 3}V${y}H${t + pitch - 6}V${y + h / 2}`;
  }
  return `${d}H${x + w}V${y + h}Z`;
}

/** Copies of a path, each shifted by (dx, dy) from the last. */
export const repeat = (d: string, count: number, dx: number, dy = 0): string =>
  Array.from({ length: count }, (_, i) => mapPath(d, affine({ x: i * dx, y: i * dy }))).join('');

/** A rifle scope: tube, two bells, turret and lenses, centred on axis y. */
export function scopeParts(x: number, y: number, w: number, r = 15, bell = 26): Part[] {
  return [
    darkPart(box(x + w * 0.3, y + r - 4, 30, 34, 4)),
    darkPart(box(x + w * 0.66, y + r - 4, 30, 34, 4)),
    darkPart(
      `M${x} ${y - bell * 0.85}h${w * 0.13}l${w * 0.07} ${bell * 0.85 - r}H${x + w * 0.7}l${w * 0.1} ${r - bell}H${x + w}V${y + bell}H${x + w * 0.8}l${-w * 0.1} ${r - bell}H${x + w * 0.2}l${-w * 0.07} ${bell * 0.85 - r}H${x}Z`,
    ),
    metalPart(box(x + w * 0.44, y - r - 16, 34, 18, 3)),
    metalPart(box(x + w * 0.45, y - 9, 28, 18, 8)),
    glassPart(box(x + w - 9, y - bell + 3, 9, bell * 2 - 6, 3)),
  ];
}

/** Moves, rotates, scales or mirrors a whole geometry. */
export function transform(geometry: Geometry, placement: Placement): Geometry {
  const toPlaced = affine(placement);
  const moved = (paths: readonly string[] = []): string[] => paths.map((d) => mapPath(d, toPlaced));
  return {
    ...geometry,
    parts: geometry.parts.map((each) => ({ ...each, d: mapPath(each.d, toPlaced) })),
    lines: moved(geometry.lines),
    slots: moved(geometry.slots),
    rivets: (geometry.rivets ?? []).map(([x, y]) => toPlaced(x, y)),
  };
}

/** Stacks geometries, later ones in front. */
export const combine = (layers: readonly Geometry[], extra: Pick<Geometry, 'tilt' | 'fit'>): Geometry => ({
  parts: layers.flatMap((layer) => layer.parts),
  layers,
  ...extra,
});
