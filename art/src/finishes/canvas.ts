import { linear, mix } from '../core/color.ts';
import type { Random } from '../core/random.ts';

/** Five colours: the base (index 0), three main colours (1 to 3) and an accent (4). */
export type Palette = readonly [string, string, string, string, string];

/** The inputs of a finish. The markup that the finish draws must cover width x height. */
export interface Canvas {
  palette: Palette;
  random: Random;
  width: number;
  height: number;
  /** An element id that is unique on the page. */
  id: (name: string) => string;
}

type Size = Pick<Canvas, 'width' | 'height'>;

/** Fills the whole canvas with one colour. */
export const fill = ({ width, height }: Size, color: string): string =>
  `<rect width="${width}" height="${height}" fill="${color}"/>`;

/** A filled path; inner subpaths are holes. */
export const blob = (d: string, color: string, opacity = 1): string =>
  `<path d="${d}" fill="${color}" fill-rule="evenodd"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;

/** Fills the canvas with a gradient of the three main colours, from left to right; `y2` tilts it. */
export function gradientFill({ palette, width, height, id }: Omit<Canvas, 'random'>, y2 = 0.18): string {
  const gradientId = id('sweep');
  const gradient = linear(
    gradientId,
    `0.04 ${palette[1]}, 0.5 ${palette[2]}, 0.96 ${palette[3]}`,
    `x1="0" y1="0" x2="1" y2="${y2}"`,
  );
  return `<defs>${gradient}</defs>${fill({ width, height }, `url(#${gradientId})`)}`;
}

/** The main colours as one scale; `at` is clamped to 0..1. */
export function ramp(palette: Palette, at: number): string {
  const t = Math.min(1, Math.max(0, at));
  return t < 0.5 ? mix(palette[1], palette[2], t * 2) : mix(palette[2], palette[3], t * 2 - 1);
}
