import { hsl, linear, radial } from './core/color.ts';
import type { Point } from './core/path.ts';
import { cycle, rounded, hash, rng, shortId, times, type Random } from './core/random.ts';

interface AvatarStyle {
  random: Random;
  /** One of the avatar's three hues, at a lightness. */
  c: (hue: number, lightness: number) => string;
  id: (name: string) => string;
}

/** A point around the centre. */
const around = (radius: number, angle: number): string =>
  `${rounded(60 + radius * Math.cos(angle))},${rounded(60 + radius * Math.sin(angle))}`;

const facet = (color: string, ...points: string[]): string => `<polygon points="${points.join(' ')}" fill="${color}"/>`;

/** A cut stone seen from above. */
function stone({ random, c }: AvatarStyle): string {
  const n = 6 + Math.floor(random() * 3);
  const turn = random() * 6.28;
  const at = (i: number, radius: number, offset = 0) => around(radius, turn + ((i + offset) / n) * 6.283);
  return times(
    n,
    (i) =>
      facet(c(i, 0.4 + (i / n) * 0.3), at(i, 45), at(i + 1, 45), at(i, 27, 0.5)) +
      facet(c(i + 1, 0.62 - (i / n) * 0.2), at(i, 27, -0.5), at(i, 45), at(i, 27, 0.5)) +
      facet(c(i + 2, 0.7 - (i % 3) * 0.09), '60,60', at(i, 27, -0.5), at(i, 27, 0.5)),
  );
}

const half = (sweep: 0 | 1, color: string): string =>
  `<path d="M14 60A46 13 0 0 ${sweep} 106 60" fill="none" stroke="${color}" stroke-width="5"/>`;

/** Planet with rings and moons. */
function orbit({ random, c, id }: AvatarStyle): string {
  const tilt = rounded(random() * 60 - 30);
  const moon = random() * 6.28;
  const stars = times(
    14,
    () =>
      `<circle cx="${rounded(random() * 120)}" cy="${rounded(random() * 120)}" r="${rounded(0.5 + random())}" fill="#fff" opacity=".6"/>`,
  );
  return `<defs>${radial(
    id('p'),
    `0 ${c(0, 0.78)}, 0.6 ${c(1, 0.5)}, 1 ${c(2, 0.28)}`,
    'cx=".35" cy=".3" r=".8"',
  )}</defs>${stars}
<g transform="rotate(${tilt} 60 60)">${half(1, c(2, 0.68))}<circle cx="60" cy="60" r="27" fill="url(#${id('p')})"/>${half(0, c(1, 0.78))}</g>
<circle cx="${rounded(60 + 44 * Math.cos(moon))}" cy="${rounded(60 + 44 * Math.sin(moon))}" r="6" fill="${c(2, 0.75)}"/>`;
}

/** The cumulative probability of each tile, and its corners in units of a cell. */
const TILES: readonly (readonly [number, readonly Point[]])[] = [
  [
    0.35,
    [
      [0, 0],
      [1, 0],
      [0, 1],
    ],
  ],
  [
    0.6,
    [
      [1, 0],
      [1, 1],
      [0, 1],
    ],
  ],
  [
    0.85,
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ],
  ],
  [
    1,
    [
      [0.5, 0],
      [1, 0.5],
      [0.5, 1],
      [0, 0.5],
    ],
  ],
];

/** Mirrored triangle mosaic. */
function mosaic({ random, c }: AvatarStyle): string {
  const cell = 22;
  let svg = '';
  for (let y = 0; y < 4; y++) {
    for (let x = 0; x < 2; x++) {
      const k = random();
      const [, corners] = TILES.find(([below]) => k < below)!;
      const color = c(x + y, 0.42 + k * 0.35);
      const left = corners.map(([u, v]): Point => [16 + (x + u) * cell, 16 + (y + v) * cell]);
      const right = left.map(([px, py]): Point => [120 - px, py]);
      for (const half of [left, right]) svg += `<polygon points="${half.join(' ')}" fill="${color}"/>`;
    }
  }
  return svg;
}

/** Low sun over layered ridges. */
function peaks({ random, c }: AvatarStyle): string {
  const ridge = (y: number, lightness: number, hue: number) => {
    let d = `M0 120V${y}`;
    for (let x = 0; x <= 120; x += 20) {
      d += `L${x} ${rounded(y - random() * 26)}`;
    }
    return `<path d="${d}V120Z" fill="${c(hue, lightness)}"/>`;
  };
  return `<circle cx="${rounded(38 + random() * 44)}" cy="${rounded(40 + random() * 10)}" r="19" fill="${c(2, 0.74)}"/>${ridge(74, 0.5, 0)}${ridge(90, 0.36, 1)}${ridge(106, 0.22, 0)}`;
}

const STYLES = [stone, orbit, mosaic, peaks];

/** Avatar for an account without its own picture. It ignores the case of the name and spaces around it. */
export function avatarSvg(username: string, { size = 96, round = false } = {}): string {
  const key = `avatar:${username.trim().toLowerCase()}`;
  const random = rng(key);
  const uid = shortId(key);
  const id = (name: string): string => uid + name;
  const hue = Math.floor(100 + random() * 305) % 360;
  const spread = 22 + random() * 34;
  const c = (index: number, lightness: number): string => hsl((hue + (index % 3) * spread) % 360, 0.6, lightness);
  const stops = `0 ${hsl(hue, 0.45, 0.24)}, 1 ${hsl((hue + spread) % 360, 0.5, 0.11)}`;
  const background = linear(id('b'), stops, 'x1="0" y1="0" x2="1" y2="1"');
  const outline = round ? '<circle cx="60" cy="60" r="60"/>' : '<rect width="120" height="120" rx="26"/>';
  const figure = cycle(STYLES, hash(key))({ random, c, id });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" width="${size}" height="${size}" role="img"><defs>${background}<clipPath id="${id('c')}">${outline}</clipPath></defs>
<g clip-path="url(#${id('c')})"><rect width="120" height="120" fill="url(#${id('b')})"/>${figure}</g></svg>`;
}
