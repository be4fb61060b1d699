import { darken, lighten, linear, mix, radial } from '../core/color.ts';
import { rounded, rng, times, type Random } from '../core/random.ts';
import { HEIGHT, WIDTH, between, blur, camera, frame, polygon } from './scene.ts';

const HAZE = '#e07a3c';
const STUD = 0.8;
const RISE = 0.62;
const EYE = 2.6;
const at = camera(330, EYE);

const RED = ['#c2362b', '#d4523a', '#a92a25'] as const;
const YELLOW = ['#e0a52c', '#eebb4a', '#c98a1e'] as const;
const TAN = ['#c79f6b', '#b98a55', '#d6b384'] as const;
const BLUE = ['#35578f', '#41689f', '#2b4877'] as const;
const BROWN = ['#7a4a30', '#8c5a3a', '#693c27'] as const;

const fog = (color: string, z: number): string => mix(color, HAZE, Math.min(0.86, Math.max(0, (z - 7) / 46)));

/** A stud standing on height y. */
function stud([x, y, z]: readonly [number, number, number], color: string): string {
  const [a, b] = at(x - 0.2, y, z);
  const [d] = at(x + 0.2, y, z);
  const w = d - a;
  const h = w * 0.42;
  if (w < 2.5) return '';
  const side = `<path d="M${rounded(a)} ${rounded(b)}v${rounded(-h)}h${rounded(w)}v${rounded(h)}q${rounded(-w / 2)} ${rounded(w * 0.2)} ${rounded(-w)} 0z" fill="${darken(color, 0.18)}"/>`;
  const cap = `<ellipse cx="${rounded(a + w / 2)}" cy="${rounded(b - h)}" rx="${rounded(w / 2)}" ry="${rounded(w * 0.12)}" fill="${lighten(color, 0.22)}"/>`;
  const shine =
    w < 14
      ? ''
      : `<path d="M${rounded(a + w * 0.1)} ${rounded(b + w * 0.03)}v${rounded(-h)}h${rounded(w * 0.14)}v${rounded(h)}z" fill="#fff" opacity=".14"/>`;
  return side + cap + shine;
}

interface Block {
  x: readonly [number, number];
  z: readonly [number, number];
  y?: number;
  rows: number;
  colors: readonly [string, string, string];
  /** Left and right in metres, bottom and top in rows. */
  window?: readonly [number, number, number, number];
}

const anyOf = (colors: readonly string[], random: Random): string => colors[Math.floor(random() * colors.length)]!;

/** The one side of a block that can be seen from the middle of the plate. */
function sideWall(random: Random, { x: [x0, x1], z: [z0, z1], y: floor = 0, rows, colors }: Block): string {
  const side = x0 > 0 ? x0 : x1 < 0 ? x1 : undefined;
  if (side === undefined) return '';
  let svg = '';
  for (let row = 0; row < rows; row++) {
    for (let z = z1; z > z0 + 0.01; z -= STUD * 2) {
      const near = Math.max(z0, z - STUD * 2);
      const y = floor + row * RISE;
      const color = fog(darken(anyOf(colors, random), x0 > 0 ? 0.28 : 0.5), z);
      const corners = [at(side, y, z), at(side, y + RISE, z), at(side, y + RISE, near), at(side, y, near)];
      svg += polygon(corners, color, ` stroke="${darken(color, 0.4)}" stroke-width="1.2"`);
    }
  }
  return svg;
}

/** Bricks in running bond, with a gap where the window is. */
function frontWall(random: Random, { x: [x0, x1], z: [z0], y: floor = 0, rows, colors, window }: Block): string {
  const inWindow = (a: number, b: number, row: number): boolean =>
    window !== undefined && a >= window[0] - 0.01 && b <= window[1] + 0.01 && row >= window[2] && row <= window[3];
  let svg = '';
  for (let row = 0; row < rows; row++) {
    for (let x = x0 - (row % 2 ? STUD : 0); x < x1 - 0.01; x += STUD * 2) {
      const a = Math.max(x0, x);
      const b = Math.min(x1, x + STUD * 2);
      const y = floor + row * RISE;
      const k = random();
      if (b - a < 0.05 || inWindow(a, b, row)) continue;
      const color = fog(mix(anyOf(colors, random), '#2a1320', 0.18 + k * 0.2), z0);
      const start = at(a, y + RISE, z0);
      const end = at(b, y, z0);
      const across = (down: number): string => `M${rounded(start[0] + 1)} ${rounded(down)}H${rounded(end[0] - 1)}`;
      svg += `<rect ${between(start, end)} fill="${color}" stroke="${darken(color, 0.45)}" stroke-width="1.2"/>`;
      svg += `<path d="${across(start[1] + 1.5)}" stroke="${lighten(color, 0.4)}" stroke-width="1.6" opacity=".75"/><path d="${across(end[1] - 1)}" stroke="#000" stroke-width="2" opacity=".25"/>`;
    }
  }
  return svg;
}

function block(random: Random, shape: Block): string {
  const {
    x: [x0, x1],
    z: [z0, z1],
    y: floor = 0,
    rows,
    colors,
    window,
  } = shape;
  const top = floor + rows * RISE;
  let svg = sideWall(random, shape);
  if (top < EYE) {
    const corners = [at(x0, top, z1), at(x1, top, z1), at(x1, top, z0), at(x0, top, z0)];
    svg += polygon(corners, fog(lighten(colors[0], 0.18), z0));
  }
  if (window) {
    const [left, right, bottom, upper] = window;
    const opening = between(at(left, floor + (upper + 1) * RISE, z0), at(right, floor + bottom * RISE, z0));
    svg += `<rect ${opening} fill="${fog('#1c1016', z0)}"/>`;
  }
  svg += frontWall(random, shape);
  for (let x = x0 + STUD / 2; x < x1; x += STUD) svg += stud([x, top, z0 + 0.3], fog(colors[0], z0));
  return svg;
}

/** Scope glint: a sniper waits in the window. */
function glint(x: number, y: number, z: number): string {
  const [a, b] = at(x, y, z);
  return `<circle cx="${rounded(a)}" cy="${rounded(b)}" r="26" fill="url(#lglint)"/><path d="M${rounded(a - 30)} ${rounded(b)}L${rounded(a)} ${rounded(b - 2)} ${rounded(a + 30)} ${rounded(b)} ${rounded(a)} ${rounded(b + 2)}ZM${rounded(a)} ${rounded(b - 20)}l2 20 -2 20 -2 -20Z" fill="#f4fbff"/>`;
}

/** The studded plate, from the horizon to the viewer's feet. */
function plate(): string {
  let svg = polygon([at(-400, 0, 400), at(400, 0, 400), at(60, 0, 30), at(-60, 0, 30)], 'url(#lfar)');
  for (let z = 30; z > 3.6; z -= STUD) {
    const color = fog(Math.floor(z / STUD) % 2 ? '#4f6b3c' : '#48633a', z + 2);
    const corners = [at(-30, 0, z), at(30, 0, z), at(30, 0, z - STUD), at(-30, 0, z - STUD)];
    svg += polygon(corners, mix(color, '#2b1c1c', 0.34));
    if (z >= 18) continue;
    for (let x = -14 * STUD; x <= 14 * STUD; x += STUD) svg += stud([x, 0, z - STUD / 2], mix(color, '#2b1c1c', 0.3));
  }
  return svg;
}

function skyline(random: Random): string {
  return times(17, (i) => {
    const x = -34 + i * 4 + random() * 2;
    return block(random, {
      x: [x, x + 2.4 + random() * 1.6],
      z: [44, 45],
      rows: 4 + Math.floor(random() * 12),
      colors: TAN,
    });
  });
}

const clouds = (random: Random): string =>
  times(7, (i) => {
    const place = `cx="${rounded(random() * WIDTH)}" cy="${rounded(40 + random() * 130)}" rx="${rounded(90 + random() * 170)}" ry="${rounded(7 + random() * 10)}"`;
    return `<ellipse ${place} fill="${i % 2 ? '#ff9c6a' : '#5a2740'}"/>`;
  });

const rays = (): string =>
  times(7, (i) => {
    const points = `${770 + i * 12},250 ${200 + i * 210},620 ${290 + i * 220},620`;
    return `<polygon points="${points}" fill="#ffd9a0" opacity="${rounded(0.1 - Math.abs(i - 3) * 0.016)}"/>`;
  });

const dust = (random: Random): string =>
  times(40, () => {
    const place = `cx="${rounded(random() * WIDTH)}" cy="${rounded(120 + random() * 420)}" r="${rounded(0.8 + random() * 1.8)}"`;
    return `<circle ${place} fill="#ffe2b0" opacity="${rounded(0.2 + random() * 0.5)}"/>`;
  });

const mist = (y: number, height: number, opacity: number): string =>
  `<rect y="${y}" width="${WIDTH}" height="${height}" fill="url(#lhaze)" opacity="${opacity}"/>`;

const DEFS = `
${linear('lfar', `0 #f2a05a, 1 ${fog('#3f4a35', 30)}`)}
${linear('lsky', '0 #2a1630, 0.3 #7a2f3a, 0.52 #d96a36, 0.62 #ffc071')}
${radial('lsun', '0 #fff2cf 1, 0.12 #ffe0a0 0.9, 0.4 #ff9c4a 0.35, 1 #ff7a3c 0')}
${radial('lglint', '0 #ffffff 0.9, 0.4 #bfe6ff 0.35, 1 #bfe6ff 0')}
${linear('lhaze', `0 ${HAZE} 0, 0.5 #ffb066 0.6, 1 ${HAZE} 0`)}${blur('lb', 10)}`;

/** Two brick towers face each other across a studded plate at sunset. */
export function awpLegoSvg(): string {
  const random = rng('awp_lego');
  const far = skyline(random);
  return frame(
    DEFS,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#lsky)"/><ellipse cx="800" cy="300" rx="560" ry="340" fill="url(#lsun)"/><g filter="url(#lb)" opacity=".5">${clouds(random)}</g>
${plate()}${far}${mist(230, 190, 0.75)}
${block(random, { x: [-4, 4], z: [27, 28], rows: 4, colors: TAN, window: [-0.8, 0.8, 0, 2] })}${mist(240, 140, 0.6)}
${block(random, { x: [-13, -8.2], z: [17, 20], rows: 11, colors: BLUE, window: [-11.4, -9.8, 7, 9] })}
${block(random, { x: [8.2, 13], z: [17, 20], rows: 11, colors: RED, window: [9.8, 11.4, 7, 9] })}
${block(random, { x: [-2.4, -0.8], z: [15, 16], rows: 2, colors: YELLOW })}
${block(random, { x: [3.2, 4.8], z: [14, 15], rows: 3, colors: BROWN })}
${rays()}${block(random, { x: [-10.4, -5.6], z: [11, 14], rows: 9, colors: YELLOW, window: [-8.8, -7.2, 5, 7] })}
${block(random, { x: [5.6, 10.4], z: [11, 14], rows: 9, colors: BROWN, window: [7.2, 8.8, 5, 7] })}
${glint(-8, 4, 11)}
${glint(8, 4, 11)}
${block(random, { x: [-5.6, -3.2], z: [8, 9], rows: 2, colors: RED })}
${block(random, { x: [3.2, 5.6], z: [7.4, 8.4], rows: 2, colors: BLUE })}
${block(random, { x: [4, 4.8], z: [7.4, 8.2], y: 2 * RISE, rows: 1, colors: BLUE })}
${block(random, { x: [-6.4, -4.8], z: [5, 6], rows: 5, colors: BROWN })}
${block(random, { x: [4.8, 6.4], z: [5, 6], rows: 4, colors: RED })}
<ellipse cx="800" cy="320" rx="760" ry="200" fill="url(#lsun)" opacity=".22"/>
${dust(random)}`,
  );
}
