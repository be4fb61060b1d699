// Finishes that look like worked metal, stone or wood.
import { darken, lighten, linear, mix, radial } from '../core/color.ts';
import { contour, fractal } from '../core/field.ts';
import { fix, times } from '../core/random.ts';
import { blob, fill, sweep, type Canvas } from './canvas.ts';

/** Dark polished metal with glowing smoke. */
export function doppler({ p, r, W, H, id }: Canvas): string {
  const soft = (name: string, c: string) => radial(id(name), `0 ${c} 0.95, 0.5 ${c} 0.5, 1 ${c} 0`);
  const n = fractal(r(), 120, 2.2);
  let o = `<defs>${soft('d1', p[1])}${soft('d2', p[2])}${soft('d3', p[3])}</defs>${fill({ W, H }, p[0])}`;
  for (let i = 0; i < 60; i++) {
    o += `<ellipse cx="${fix(r() * W)}" cy="${fix(r() * H)}" rx="${fix(50 + r() * 120)}" ry="${fix(30 + r() * 70)}" fill="url(#${id(`d${1 + (i % 3)}`)})" transform="rotate(${fix(r() * 60 - 30)} ${fix(W / 2)} ${fix(H / 2)})"/>`;
  }
  const vein = (level: number, color: string, opacity: number) =>
    blob(contour(n, level, W, H, 10) + contour(n, level + 0.035, W, H, 10), color, opacity);
  return o + vein(0.5, p[0], 0.4) + vein(0.56, p[3], 0.3) + vein(0.62, p[0], 0.5);
}

/** Marble fade: flowing bands of three bright colours. */
export function marble({ p, r, W, H }: Canvas): string {
  const n = fractal(r(), 190, 1.4);
  const w = (x: number, y: number) => n(x + 90 * n(y, x), y + 70 * n(x + 400, y));
  const steps = [p[1], mix(p[1], p[2], 0.5), p[2], lighten(p[2], 0.25), p[3], lighten(p[3], 0.3), p[1]];
  return (
    fill({ W, H }, p[2]) +
    steps.map((c, i) => blob(contour(w, 0.34 + i * 0.052, W, H, 9), c)).join('') +
    [0.43, 0.53, 0.6]
      .map((l) => blob(contour(w, l, W, H, 9) + contour(w, l + 0.006, W, H, 9), '#ffffff', 0.35))
      .join('')
  );
}

/** Case hardened: heat-tinted steel in straw, violet and blue. */
export function hardened({ p, r, W, H }: Canvas): string {
  const n = fractal(r(), 130, 1.3);
  const m = fractal(r(), 46);
  const w = (x: number, y: number) => n(x, y) * 0.72 + m(x, y) * 0.28;
  const steps: [number, string][] = [
    [0.36, lighten(p[3], 0.25)],
    [0.42, mix(p[3], p[2], 0.6)],
    [0.45, p[2]],
    [0.485, p[1]],
    [0.53, lighten(p[1], 0.22)],
    [0.59, lighten(p[1], 0.5)],
    [0.64, p[1]],
  ];
  return (
    fill({ W, H }, p[3]) +
    steps.map(([l, c]) => blob(contour(w, l, W, H, 8), c)).join('') +
    blob(contour(fractal(r(), 30), 0.67, W, H, 8), '#ffffff', 0.22)
  );
}

export function damascus({ p, r, W, H }: Canvas): string {
  const n = fractal(r(), 150, 1.8);
  const m = fractal(r(), 60);
  const w = (x: number, y: number) => n(x + 60 * m(x, y), y + 40 * m(y, x));
  return (
    fill({ W, H }, p[1]) +
    times(22, (i) =>
      blob(
        contour(w, 0.24 + i * 0.024, W, H, 8),
        i % 2 ? lighten(p[2], 0.1 + (i % 3) * 0.12) : mix(p[0], p[1], (i % 4) / 5),
      ),
    )
  );
}

/** Slaughter: zebra-like rips on a candy coat. */
export function slaughter({ p, r, W, H, id }: Canvas): string {
  const n = fractal(r(), 100, 0.55);
  const w = (x: number, y: number) => Math.abs(Math.sin(x / 34 + n(x, y) * 11 + y / 120));
  const g = id('coat');
  return (
    `<defs>${linear(g, `0 ${lighten(p[2], 0.15)}, 0.5 ${p[1]}, 1 ${darken(p[1], 0.35)}`)}</defs>${fill({ W, H }, `url(#${g})`)}` +
    blob(contour(w, 0.74, W, H, 7), lighten(p[3], 0.1), 0.92) +
    blob(contour(w, 0.9, W, H, 7), p[1], 0.85)
  );
}

export function chrome({ p, W, H, id }: Canvas): string {
  const g = id('mirror');
  const stops = [
    `0 ${lighten(p[1], 0.75)}`,
    `0.2 ${p[1]}`,
    `0.38 ${darken(p[1], 0.55)}`,
    `0.46 ${lighten(p[2], 0.65)}`,
    `0.62 ${p[2]}`,
    `0.8 ${darken(p[2], 0.4)}`,
    `1 ${lighten(p[3], 0.4)}`,
  ].join(', ');
  return (
    `<defs>${linear(g, stops, 'x1="0" y1="0" x2=".06" y2="1"')}</defs>${fill({ W, H }, `url(#${g})`)}` +
    times(
      16,
      (i) =>
        `<path d="M${fix((i * W) / 14 - 60)} ${H}l${fix(H * 0.5)} ${-H}h${10 + (i % 4) * 14}l${fix(-H * 0.5)} ${H}z" fill="#fff" opacity="${0.04 + (i % 3) * 0.05}"/>`,
    )
  );
}

/** Plain coloured anodising with fine brushing. */
export function anodized(canvas: Canvas): string {
  const { r, W, H } = canvas;
  const brush = () => times(150, () => `M${fix(r() * W)} ${fix(r() * H)}h${fix(40 + r() * 160)}`);
  const light = `<path d="${brush()}" stroke="#fff" stroke-width="1" opacity=".1"/>`;
  const dark = `<path d="${brush()}" stroke="#000" stroke-width="1.2" opacity=".16"/>`;
  return sweep(canvas, 0.5) + light + dark;
}

export function grain({ p, r, W, H }: Canvas): string {
  const n = fractal(r(), 90, 6);
  const w = (x: number, y: number) => (Math.sin(n(x, y) * 60 + y / 26) + 1) / 2;
  return (
    fill({ W, H }, p[1]) +
    blob(contour(w, 0.45, W, H, 7), mix(p[1], p[2], 0.5)) +
    blob(contour(w, 0.75, W, H, 7), p[2]) +
    blob(contour(fractal(r(), 22, 9), 0.64, W, H, 7), p[0], 0.5)
  );
}
