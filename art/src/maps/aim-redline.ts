import { darken, lighten, linear, mix, radial } from '../core/color.ts';
import { drawText } from '../core/draw-text.ts';
import type { Point } from '../core/path.ts';
import { rounded, rng, times, type Random } from '../core/random.ts';
import { HEIGHT, WIDTH, between, blur, camera, frame, polygon } from './scene.ts';

const HALF = 7.5;
const ROOF = 5.4;
const END = 46;
const SEGMENT = 2.2;
const EYE = 1.9;
const at = camera(270, EYE);

const fog = (color: string, z: number): string => mix(color, '#3a0d14', Math.min(0.9, Math.max(0, (z - 4) / 44)));

/** Lower edge, upper edge and colour of each band of the walls. */
const WALL_BANDS: readonly (readonly [number, number, string])[] = [
  [0, 1.1, '#2b2f38'],
  [1.1, 3.4, '#3a3f4a'],
  [3.4, ROOF, '#22252d'],
];

/** One segment of the hall between the depths z and near: floor, roof, walls. */
function segment(random: Random, z: number, near: number, odd: number): string {
  const slab = ([ax, ay]: Point, [bx, by]: Point, color: string): string =>
    polygon(
      [at(ax, ay, z), at(bx, by, z), at(bx, by, near), at(ax, ay, near)],
      color,
      ` stroke="${darken(color, 0.5)}" stroke-width="1.4"`,
    );
  let svg = '';
  for (let i = 0; i < 6; i++) {
    const x = -HALF + i * 2.5;
    svg += slab([x, 0], [x + 2.5, 0], fog(mix('#23262e', '#30343e', random()), z));
    svg += slab([x, ROOF], [x + 2.5, ROOF], fog(mix('#14161b', '#1d2027', random()), z));
  }
  for (const side of [-HALF, HALF]) {
    for (const [bottom, top, base] of WALL_BANDS) {
      svg += slab([side, bottom], [side, top], fog(mix(base, '#4a505c', odd * 0.12 + random() * 0.1), z));
    }
  }
  return svg;
}

function columns(near: number): string {
  const color = fog('#191c22', near);
  const column = (side: number): string => {
    const outer = side * HALF;
    const inner = side * (HALF - 0.55);
    const edge = [at(inner, ROOF, near), at(inner, 0, near)];
    return (
      polygon([at(outer, 0, near + 0.5), at(outer, ROOF, near + 0.5), ...edge], color) +
      polygon([at(outer, 0, near), at(outer, ROOF, near), ...edge], lighten(color, 0.06))
    );
  };
  return column(-1) + column(1);
}

function hall(random: Random): string {
  let svg = '';
  for (let z = END; z > 2; z -= SEGMENT) {
    const near = Math.max(1.6, z - SEGMENT);
    const index = Math.round(z / SEGMENT);
    svg += segment(random, z, near, index % 2);
    if (index % 2) svg += columns(near);
    if (index % 4 === 0) {
      const beam = between(at(-HALF, ROOF, near), at(HALF, ROOF - 0.35, near));
      svg += `<rect ${beam} fill="${fog('#15171d', near)}"/>`;
    }
  }
  return svg;
}

/** A band of light from near the viewer to the far end: position, then extent. */
function strip([x, y, w, h]: readonly [number, number, number, number], near: number, fill: string): string {
  return polygon([at(x, y, near), at(x + w, y + h, near), at(x + w, y + h, END), at(x, y, END)], fill);
}

const STRIPS = [
  [-HALF + 0.02, 1.1, 0, 0.13],
  [HALF - 0.02, 1.1, 0, 0.13],
  [-HALF + 0.02, 3.4, 0, 0.1],
  [HALF - 0.02, 3.4, 0, 0.1],
  [-2.6, ROOF - 0.02, 0.22, 0],
  [2.4, ROOF - 0.02, 0.22, 0],
  [-0.09, 0.01, 0.18, 0],
] as const;

const lights = (fill: string): string => STRIPS.map((place) => strip(place, 2.2, fill)).join('');

/** Light of the wall strips on the floor. */
const mirrored = (): string =>
  [-HALF, HALF]
    .map((x) => polygon([at(x * 0.98, 0, 2.2), at(x * 0.9, 0, END), at(x * 0.72, 0, 2.2)], '#ff2b3c'))
    .join('');

/** Light of the ceiling strips on the floor. */
const shine = (): string => strip([-2.9, -ROOF, 0.7, 0], 3, '#ff2b3c') + strip([2.2, -ROOF, 0.7, 0], 3, '#ff2b3c');

interface Cover {
  x: readonly [number, number];
  z: readonly [number, number];
  height: number;
}

/** Steel cover box with a red edge light. */
function cover({ x: [x0, x1], z: [z0, z1], height: h }: Cover): string {
  const color = fog('#3b404b', z0);
  const [a, b] = at(x0, h, z0);
  const [d, e] = at(x1, 0, z0);
  const w = d - a;
  const t = e - b;
  const side = x0 > 0 ? x0 : x1 < 0 ? x1 : undefined;
  const thick = rounded(Math.max(1.5, 26 / z0));
  const face = between([a, b], [d, e]);
  return [
    `<ellipse cx="${rounded((a + d) / 2)}" cy="${rounded(e)}" rx="${rounded(w * 0.62)}" ry="${rounded(t * 0.1)}" fill="#000" opacity=".55"/>`,
    side === undefined
      ? ''
      : polygon([at(side, 0, z0), at(side, h, z0), at(side, h, z1), at(side, 0, z1)], darken(color, 0.35)),
    h < EYE ? polygon([at(x0, h, z0), at(x1, h, z0), at(x1, h, z1), at(x0, h, z1)], lighten(color, 0.16)) : '',
    `<rect ${face} fill="${color}"/><rect ${face} fill="url(#rface)"/><path d="M${rounded(a)} ${rounded(b)}H${rounded(d)}" stroke="#ff4a55" stroke-width="${thick}" opacity=".9"/>`,
    `<rect x="${rounded(a + w * 0.08)}" y="${rounded(b + t * 0.16)}" width="${rounded(w * 0.84)}" height="${rounded(t * 0.7)}" fill="none" stroke="#000" stroke-opacity=".4" stroke-width="2"/>`,
    `<rect x="${rounded(a)}" y="${rounded(e - t * 0.13)}" width="${rounded(w)}" height="${rounded(t * 0.13)}" fill="url(#rhaz)" opacity=".75"/>`,
    times(3, (i) => {
      const vent = `M${rounded(a + w * 0.18)} ${rounded(b + t * (0.3 + i * 0.09))}H${rounded(a + w * 0.5)}`;
      return `<path d="${vent}" stroke="#000" stroke-opacity=".5" stroke-width="${thick}" stroke-linecap="round"/>`;
    }),
    drawText(`K${Math.round(z0)}`, {
      x: d - w * 0.14,
      y: e - t * 0.24,
      size: 150 / z0,
      anchor: 'end',
      color: '#ff5560',
      opacity: 0.6,
      weight: 0.15,
    }),
  ].join('');
}

/** Round target on a stand. */
function target(x: number, z: number): string {
  const [cx, cy] = at(x, 2.1, z);
  const [ex] = at(x + 0.62, 0, z);
  const [, foot] = at(x, 0, z);
  const q = ex - cx;
  const disc = (radius: number, fill: string, opacity = 1): string =>
    `<circle cx="${rounded(cx)}" cy="${rounded(cy)}" r="${rounded(radius)}" fill="${fill}" opacity="${opacity}"/>`;
  const rings = [1, 0.76, 0.52, 0.28].map((k, i) =>
    disc(q * k, i % 2 ? fog('#b81f2e', z * 0.8) : fog('#b5a9ad', z * 0.9)),
  );
  const stand = `<path d="M${rounded(cx)} ${rounded(cy)}V${rounded(foot)}" stroke="#15171c" stroke-width="${rounded(q * 0.16)}"/>`;
  return stand + rings.join('') + disc(q * 1.9, 'url(#rglow)', 0.32) + disc(q, 'url(#rface)');
}

/** The lit sign under the roof. */
function sign(): string {
  const corner = at(2.6, ROOF - 1.15, 13);
  const board = `<rect ${between(at(-2.6, ROOF - 0.1, 13), corner)} rx="5" fill="#0d0e12" stroke="#2c3038" stroke-width="2"/>`;
  const word = (color: string, weight: number): string =>
    drawText('Redline', { x: WIDTH / 2, y: corner[1] - 18, size: 36, anchor: 'middle', gap: 3.2, color, weight });
  return `${board}<g filter="url(#rb)">${word('#ff2436', 0.26)}</g>${word('#ff8f88', 0.14)}`;
}

const dust = (random: Random): string =>
  times(46, () => {
    const place = `cx="${rounded(random() * WIDTH)}" cy="${rounded(60 + random() * 480)}" r="${rounded(0.7 + random() * 1.6)}"`;
    return `<circle ${place} fill="#ff9a8f" opacity="${rounded(0.15 + random() * 0.45)}"/>`;
  });

const DEFS = `
${radial('rglow', '0 #ff5a4d 0.95, 0.3 #e0202f 0.5, 1 #8a0d18 0')}
${linear('rface', '0 #fff 0.12, 1 #000 0.5')}<pattern id="rhaz" width="28" height="28" patternUnits="userSpaceOnUse" patternTransform="skewX(-40)"><rect width="28" height="28" fill="#14151a"/><rect width="14" height="28" fill="#a01c28"/></pattern>
${linear('rmist', '0 #ff3040 0, 0.5 #c01828 0.28, 1 #ff3040 0')}${blur('rb', 9)}${blur('rs', 26)}`;

/** A steel shooting hall with red strips of light running to the vanishing point. */
export function aimRedlineSvg(): string {
  const random = rng('aim_redline');
  const [gx, gy] = at(0, 2.2, END);
  return frame(
    DEFS,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#0b0c10"/>${hall(random)}<ellipse cx="${rounded(gx)}" cy="${rounded(gy)}" rx="300" ry="150" fill="url(#rglow)"/>
<g opacity=".32" filter="url(#rs)">${mirrored()}</g><g opacity=".3" filter="url(#rb)">${shine()}</g><g filter="url(#rb)" opacity=".95">${lights('#ff2436')}</g>${lights('#ff6a6a')}
<g opacity=".6">${lights('#ffe1dd')}</g>
${sign()}
${target(-3.4, 30)}${target(3.4, 30)}${target(0, 34)}${target(-1.6, 24)}${target(1.9, 22)}<rect y="180" width="${WIDTH}" height="180" fill="url(#rmist)"/>
${cover({ x: [-5.8, -4], z: [16, 17.5], height: 1.5 })}
${cover({ x: [3.6, 5.6], z: [14, 15.5], height: 1.6 })}
${target(-3, 13)}
${cover({ x: [-1.2, 0.8], z: [11, 12], height: 1.1 })}
${target(4.2, 10)}
${cover({ x: [-6.2, -4], z: [7.6, 9], height: 2.3 })}
${cover({ x: [4.3, 6.4], z: [6.6, 8], height: 1.7 })}
${cover({ x: [-4.9, -3.4], z: [5, 6], height: 1.1 })}
${dust(random)}`,
  );
}
