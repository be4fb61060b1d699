import { linear, mix } from '../core/color.ts';
import type { Random } from '../core/random.ts';

/** Base, three main colours and an accent. */
export type Palette = readonly [string, string, string, string, string];

/** The inputs of a finish. Its markup must cover W x H. */
export interface Canvas {
  p: Palette;
  r: Random;
  W: number;
  H: number;
  /** An element id that is unique on the page. */
  id: (name: string) => string;
}

type Size = Pick<Canvas, 'W' | 'H'>;

export const fill = ({ W, H }: Size, color: string): string => `<rect width="${W}" height="${H}" fill="${color}"/>`;

export const blob = (d: string, color: string, opacity = 1): string =>
  `<path d="${d}" fill="${color}" fill-rule="evenodd"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;

/** Three-colour sweep from front to back. */
export function sweep({ p, W, H, id }: Omit<Canvas, 'r'>, y2 = 0.18): string {
  const g = id('sweep');
  const coat = linear(g, `0.04 ${p[1]}, 0.5 ${p[2]}, 0.96 ${p[3]}`, `x1="0" y1="0" x2="1" y2="${y2}"`);
  return `<defs>${coat}</defs>${fill({ W, H }, `url(#${g})`)}`;
}

/** The main colours as one scale; `at` is clamped to 0..1. */
export function ramp(p: Palette, at: number): string {
  const t = Math.min(1, Math.max(0, at));
  return t < 0.5 ? mix(p[1], p[2], t * 2) : mix(p[2], p[3], t * 2 - 1);
}
