// Noise fields and their contours: organic shapes (camo, marble, damascus) as plain vector paths.
import { rounded, hash, type Seed } from './random.ts';
import type { Point } from './path.ts';

export type Field = (x: number, y: number) => number;

const ease = (t: number): number => t * t * (3 - 2 * t);

/** Smooth value noise in 0..1. */
function noise(seed: Seed): Field {
  const s = hash(seed);
  const at = (x: number, y: number): number => {
    let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ s;
    h = Math.imul(h ^ (h >>> 13), 1274126177);
    return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
  };
  return (x, y) => {
    const i = Math.floor(x);
    const j = Math.floor(y);
    const u = ease(x - i);
    const v = ease(y - j);
    const a = at(i, j) + (at(i + 1, j) - at(i, j)) * u;
    const b = at(i, j + 1) + (at(i + 1, j + 1) - at(i, j + 1)) * u;
    return a + (b - a) * v;
  };
}

/** Three octaves of noise, with features about `size` units wide; `stretch` makes them longer in x. */
export function fractal(seed: Seed, size: number, stretch = 1): Field {
  const n = noise(seed);
  return (x, y) => {
    const u = x / size / stretch;
    const v = y / size;
    return n(u, v) * 0.56 + n(u * 2 + 9, v * 2) * 0.28 + n(u * 4, v * 4 + 5) * 0.16;
  };
}

const middle = (a: Point, b: Point): string => `${rounded((a[0] + b[0]) / 2)} ${rounded((a[1] + b[1]) / 2)}`;

/** Closed loop through the middles of the given points, which become its control points. */
export function smoothLoop(points: readonly Point[]): string {
  const curves = points.map(
    (p, i) => `Q${rounded(p[0])} ${rounded(p[1])} ${middle(p, points[(i + 1) % points.length]!)}`,
  );
  return `M${middle(points.at(-1)!, points[0]!)}${curves.join('')}Z`;
}

/** Samples the field on a grid with a border of one cell outside every region, so that loops close. */
function sample(field: Field, level: number, size: { nx: number; ny: number; step: number }): number[] {
  const { nx, ny, step } = size;
  const values: number[] = [];
  for (let j = 0; j < ny; j++) {
    for (let i = 0; i < nx; i++) {
      const inside = i > 0 && j > 0 && i < nx - 1 && j < ny - 1;
      values.push(inside ? field((i - 1) * step, (j - 1) * step) - level : -0.5);
    }
  }
  return values;
}

/** Path around every region where `field` is above `level`: marching squares, stitched and smoothed. */
export function contour(field: Field, level: number, width: number, height: number, step = 12): string {
  const nx = Math.ceil(width / step) + 3;
  const ny = Math.ceil(height / step) + 3;
  const values = sample(field, level, { nx, ny, step });
  const next = new Map<number, number>();
  const position = new Map<number, Point>();

  /** Key of the crossing on the grid edge from (i, j) to (k, l). */
  const cross = ([i, j]: Point, [k, l]: Point): number => {
    const a = values[j * nx + i]!;
    const b = values[l * nx + k]!;
    const t = a / (a - b);
    const key = i + k + (j + l) * nx * 4;
    if (!position.has(key)) position.set(key, [(i + (k - i) * t - 1) * step, (j + (l - j) * t - 1) * step]);
    return key;
  };

  for (let j = 0; j < ny - 1; j++) {
    for (let i = 0; i < nx - 1; i++) {
      const corners: Point[] = [
        [i, j],
        [i + 1, j],
        [i + 1, j + 1],
        [i, j + 1],
      ];
      const on = corners.map(([x, y]) => values[y * nx + x]! > 0);
      const ins: number[] = [];
      const outs: number[] = [];
      for (let e = 0; e < 4; e++) {
        const n = (e + 1) % 4;
        if (on[e] !== on[n]) (on[e] ? outs : ins).push(cross(corners[e]!, corners[n]!));
      }
      outs.forEach((out, k) => next.set(out, ins[k]!));
    }
  }
  return loops(next, position).map(smoothLoop).join('');
}

/** Follows the crossings from each to the next until every loop is closed. Empties `next`. */
function loops(next: Map<number, number>, position: ReadonlyMap<number, Point>): Point[][] {
  const found: Point[][] = [];
  for (const start of next.keys()) {
    const loop: Point[] = [];
    for (let key = start; next.has(key);) {
      loop.push(position.get(key)!);
      const following = next.get(key)!;
      next.delete(key);
      key = following;
    }
    if (loop.length >= 3) found.push(loop);
  }
  return found;
}
