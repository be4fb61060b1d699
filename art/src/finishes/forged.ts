// Finishes that look like worked metal, stone or wood.
import { darken, lighten, linear, mix, radial } from '../core/color.ts';
import { contour, fractal } from '../core/field.ts';
import { rounded, times } from '../core/random.ts';
import { blob, fill, gradientFill, type Canvas } from './canvas.ts';

/** Dark polished metal with glowing smoke. */
export function doppler({ palette, random, width, height, id }: Canvas): string {
  const soft = (name: string, c: string) => radial(id(name), `0 ${c} 0.95, 0.5 ${c} 0.5, 1 ${c} 0`);
  const n = fractal(random(), 120, 2.2);
  let svg = `<defs>${soft('d1', palette[1])}${soft('d2', palette[2])}${soft('d3', palette[3])}</defs>${fill({ width, height }, palette[0])}`;
  for (let i = 0; i < 60; i++) {
    svg += `<ellipse cx="${rounded(random() * width)}" cy="${rounded(random() * height)}" rx="${rounded(50 + random() * 120)}" ry="${rounded(30 + random() * 70)}" fill="url(#${id(`d${1 + (i % 3)}`)})" transform="rotate(${rounded(random() * 60 - 30)} ${rounded(width / 2)} ${rounded(height / 2)})"/>`;
  }
  const vein = (level: number, color: string, opacity: number) =>
    blob(contour(n, level, width, height, 10) + contour(n, level + 0.035, width, height, 10), color, opacity);
  return svg + vein(0.5, palette[0], 0.4) + vein(0.56, palette[3], 0.3) + vein(0.62, palette[0], 0.5);
}

/** Marble fade: flowing bands of three bright colours. */
export function marble({ palette, random, width, height }: Canvas): string {
  const n = fractal(random(), 190, 1.4);
  const w = (x: number, y: number) => n(x + 90 * n(y, x), y + 70 * n(x + 400, y));
  const steps = [
    palette[1],
    mix(palette[1], palette[2], 0.5),
    palette[2],
    lighten(palette[2], 0.25),
    palette[3],
    lighten(palette[3], 0.3),
    palette[1],
  ];
  return (
    fill({ width, height }, palette[2]) +
    steps.map((c, i) => blob(contour(w, 0.34 + i * 0.052, width, height, 9), c)).join('') +
    [0.43, 0.53, 0.6]
      .map((l) => blob(contour(w, l, width, height, 9) + contour(w, l + 0.006, width, height, 9), '#ffffff', 0.35))
      .join('')
  );
}

/** Case hardened: heat-tinted steel in straw, violet and blue. */
export function hardened({ palette, random, width, height }: Canvas): string {
  const n = fractal(random(), 130, 1.3);
  const m = fractal(random(), 46);
  const w = (x: number, y: number) => n(x, y) * 0.72 + m(x, y) * 0.28;
  const steps: [number, string][] = [
    [0.36, lighten(palette[3], 0.25)],
    [0.42, mix(palette[3], palette[2], 0.6)],
    [0.45, palette[2]],
    [0.485, palette[1]],
    [0.53, lighten(palette[1], 0.22)],
    [0.59, lighten(palette[1], 0.5)],
    [0.64, palette[1]],
  ];
  return (
    fill({ width, height }, palette[3]) +
    steps.map(([l, c]) => blob(contour(w, l, width, height, 8), c)).join('') +
    blob(contour(fractal(random(), 30), 0.67, width, height, 8), '#ffffff', 0.22)
  );
}

/** Damascus steel: thin wavy layers, light and dark in turn. */
export function damascus({ palette, random, width, height }: Canvas): string {
  const n = fractal(random(), 150, 1.8);
  const m = fractal(random(), 60);
  const w = (x: number, y: number) => n(x + 60 * m(x, y), y + 40 * m(y, x));
  return (
    fill({ width, height }, palette[1]) +
    times(22, (i) =>
      blob(
        contour(w, 0.24 + i * 0.024, width, height, 8),
        i % 2 ? lighten(palette[2], 0.1 + (i % 3) * 0.12) : mix(palette[0], palette[1], (i % 4) / 5),
      ),
    )
  );
}

/** Slaughter: zebra-like stripes on a glossy gradient. */
export function slaughter({ palette, random, width, height, id }: Canvas): string {
  const n = fractal(random(), 100, 0.55);
  const w = (x: number, y: number) => Math.abs(Math.sin(x / 34 + n(x, y) * 11 + y / 120));
  const g = id('coat');
  return (
    `<defs>${linear(g, `0 ${lighten(palette[2], 0.15)}, 0.5 ${palette[1]}, 1 ${darken(palette[1], 0.35)}`)}</defs>${fill({ width, height }, `url(#${g})`)}` +
    blob(contour(w, 0.74, width, height, 7), lighten(palette[3], 0.1), 0.92) +
    blob(contour(w, 0.9, width, height, 7), palette[1], 0.85)
  );
}

/** Mirror-like metal with slanted reflections. */
export function chrome({ palette, width, height, id }: Canvas): string {
  const g = id('mirror');
  const stops = [
    `0 ${lighten(palette[1], 0.75)}`,
    `0.2 ${palette[1]}`,
    `0.38 ${darken(palette[1], 0.55)}`,
    `0.46 ${lighten(palette[2], 0.65)}`,
    `0.62 ${palette[2]}`,
    `0.8 ${darken(palette[2], 0.4)}`,
    `1 ${lighten(palette[3], 0.4)}`,
  ].join(', ');
  return (
    `<defs>${linear(g, stops, 'x1="0" y1="0" x2=".06" y2="1"')}</defs>${fill({ width, height }, `url(#${g})`)}` +
    times(
      16,
      (i) =>
        `<path d="M${rounded((i * width) / 14 - 60)} ${height}l${rounded(height * 0.5)} ${-height}h${10 + (i % 4) * 14}l${rounded(-height * 0.5)} ${height}z" fill="#fff" opacity="${0.04 + (i % 3) * 0.05}"/>`,
    )
  );
}

/** Plain coloured anodising with fine brushing. */
export function anodized(canvas: Canvas): string {
  const { random, width, height } = canvas;
  const brush = () =>
    times(150, () => `M${rounded(random() * width)} ${rounded(random() * height)}h${rounded(40 + random() * 160)}`);
  const light = `<path d="${brush()}" stroke="#fff" stroke-width="1" opacity=".1"/>`;
  const dark = `<path d="${brush()}" stroke="#000" stroke-width="1.2" opacity=".16"/>`;
  return gradientFill(canvas, 0.5) + light + dark;
}

/** Wood grain. */
export function grain({ palette, random, width, height }: Canvas): string {
  const n = fractal(random(), 90, 6);
  const w = (x: number, y: number) => (Math.sin(n(x, y) * 60 + y / 26) + 1) / 2;
  return (
    fill({ width, height }, palette[1]) +
    blob(contour(w, 0.45, width, height, 7), mix(palette[1], palette[2], 0.5)) +
    blob(contour(w, 0.75, width, height, 7), palette[2]) +
    blob(contour(fractal(random(), 22, 9), 0.64, width, height, 7), palette[0], 0.5)
  );
}
