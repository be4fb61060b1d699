import { linear, radial } from '../core/color.ts';
import type { Point } from '../core/path.ts';
import { rounded } from '../core/random.ts';

export const WIDTH = 1600;
export const HEIGHT = 600;

/** World metres to screen: x to the right, y above the floor, z into the depth. */
export type Camera = (x: number, y: number, z: number) => Point;

const FOCAL_LENGTH = 900;

export const camera =
  (horizon: number, eye: number): Camera =>
  (x, y, z) => [WIDTH / 2 + (x * FOCAL_LENGTH) / z, horizon - ((y - eye) * FOCAL_LENGTH) / z];

export const polygon = (points: readonly Point[], fill: string, extra = ''): string =>
  `<polygon points="${points.map(([x, y]) => `${rounded(x)},${rounded(y)}`).join(' ')}" fill="${fill}"${extra}/>`;

/** Attributes of a rectangle between two corners. */
export const between = ([x0, y0]: Point, [x1, y1]: Point): string =>
  `x="${rounded(x0)}" y="${rounded(y0)}" width="${rounded(x1 - x0)}" height="${rounded(y1 - y0)}"`;

export const blur = (id: string, deviation: number): string =>
  `<filter id="${id}" x="-20%" y="-60%" width="140%" height="220%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`;

/** A scene with a vignette, a dark lower part for titles, and fine grain. */
export const frame = (defs: string, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img"><defs>${defs}${radial('mvig', '0.55 #000 0, 1 #000 0.72', 'cx=".5" cy=".45" r=".75"')}${linear('mfoot', '0 #05060a 0, 1 #05060a 0.85')}
<filter id="mgrain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".8" numOctaves="2" seed="3"/>
<feColorMatrix values="0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 0 0 .5 -.18"/></filter></defs>${body}<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#mvig)"/>
<rect y="400" width="${WIDTH}" height="200" fill="url(#mfoot)"/><rect width="${WIDTH}" height="${HEIGHT}" filter="url(#mgrain)" opacity=".05"/></svg>`;
