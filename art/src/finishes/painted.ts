// Finishes that look painted or grown.
import { darken, lighten, mix } from '../core/color.ts';
import { contour, fractal, smoothLoop } from '../core/field.ts';
import type { Point } from '../core/path.ts';
import { cycle, fix, times } from '../core/random.ts';
import { blob, fill, sweep, type Canvas } from './canvas.ts';

export function camo({ p, r, W, H }: Canvas): string {
  const layer = (color: string, level: number, size: number) =>
    blob(contour(fractal(r(), size, 1.7), level, W, H, 11), color);
  return fill({ W, H }, p[1]) + layer(p[2], 0.5, 105) + layer(p[0], 0.58, 90) + layer(p[3], 0.63, 80);
}

export function tiger(canvas: Canvas): string {
  const { p, r, W, H } = canvas;
  return (
    sweep(canvas) +
    times(46, (i) => {
      const x = (i * W) / 44 + (r() - 0.5) * 22;
      const w = 9 + r() * 20;
      const k = (r() - 0.5) * 70;
      const k2 = (r() - 0.5) * 80;
      const top = r() < 0.5;
      const y0 = top ? -10 : H + 10;
      const dy = (top ? H * (0.42 + r() * 0.35) : H * (0.62 - r() * 0.35)) - y0;
      return `<path d="M${fix(x)} ${fix(y0)}q${fix(k)} ${fix(dy / 2)} ${fix(k2)} ${fix(dy)}q${fix(-k2 / 2 + w * 0.6)} ${fix(-dy / 2)} ${fix(-k2 + w)} ${fix(-dy)}Z" fill="${p[0]}" opacity=".93"/>`;
    })
  );
}

export function fade(canvas: Canvas): string {
  const { r, W, H } = canvas;
  return (
    sweep(canvas) +
    times(
      44,
      () =>
        `<circle cx="${fix(r() * W)}" cy="${fix(r() * H)}" r="${fix(0.8 + r() * 2.2)}" fill="#fff" opacity="${fix(0.25 + r() * 0.5)}"/>`,
    )
  );
}

export function flow({ p, r, W, H }: Canvas): string {
  return (
    fill({ W, H }, p[0]) +
    times(H / 6.4, (i) => {
      const y = i * 6.4;
      let d = `M-20 ${fix(y)}`;
      let a = y;
      for (let x = 0; x < W + 80; x += 80) {
        const dy = Math.sin((x + i * 9) / 120) * 26 + Math.sin((x - i * 17) / 57) * 12;
        d += ` S${x + 30} ${fix(a + dy)} ${x + 80} ${fix(y + dy * 0.6)}`;
        a = y + dy * 0.6;
      }
      return `<path d="${d}" stroke="${cycle([p[1], p[2], p[3]], i)}" stroke-width="${fix(1.4 + r() * 3.2)}" fill="none" opacity="${fix(0.55 + r() * 0.45)}"/>`;
    })
  );
}

export function floral({ p, r, W, H }: Canvas): string {
  let o = fill({ W, H }, p[0]) + blob(contour(fractal(r(), 130), 0.52, W, H, 12), mix(p[0], p[1], 0.3));
  o += times(26, () => {
    const x = r() * W;
    const y = r() * H;
    const k = (r() - 0.5) * 200;
    return `<path d="M${fix(x)} ${fix(y)}q${fix(k)} ${fix(-60 * r())} ${fix(k * 0.6)} ${fix((r() - 0.5) * 180)}" stroke="${mix(p[0], p[1], 0.7)}" stroke-width="4" fill="none"/>`;
  });
  o += times(
    60,
    (i) =>
      `<path transform="translate(${fix(r() * W)} ${fix(r() * H)}) rotate(${fix(r() * 360)}) scale(${fix(0.7 + r() * 0.7)})" d="M0 0q22 -22 48 0q-26 20 -48 0Z" fill="${mix(p[1], p[0], (i % 3) * 0.25)}"/>`,
  );
  return (
    o +
    times(38, (i) => {
      const c = cycle([p[2], p[3]], i);
      const s = 0.55 + r() * 0.85;
      const petals = times(
        5,
        (k) =>
          `<path transform="rotate(${k * 72})" d="M0 0C-26 -16 -20 -46 0 -42C20 -46 26 -16 0 0Z" fill="${c}" stroke="${darken(c, 0.4)}" stroke-width="1.5"/><path transform="rotate(${k * 72})" d="M0 -6V-28" stroke="${lighten(c, 0.45)}" stroke-width="2.5"/>`,
      );
      return `<g transform="translate(${fix((i + r()) * (W / 38))} ${fix(r() * H)}) rotate(${fix(r() * 72)}) scale(${fix(s)})">${petals}<circle r="7.5" fill="${p[4]}"/></g>`;
    })
  );
}

/** Paint splatter over a dark coat. */
export function splatter({ p, r, W, H }: Canvas): string {
  return (
    fill({ W, H }, p[0]) +
    blob(contour(fractal(r(), 140), 0.55, W, H, 12), mix(p[0], p[1], 0.35)) +
    times(26, (i) => {
      const x = r() * W;
      const y = r() * H;
      const s = 12 + r() * 30;
      const c = cycle([p[1], p[2], p[3], p[4]], i);
      const edge = Array.from({ length: 22 }, (_, k): Point => {
        const q = s * (k % 2 ? 0.6 + r() * 0.3 : 1 + r() * r() * 2.2);
        const a = (k / 22) * 6.283;
        return [x + q * Math.cos(a), y + q * Math.sin(a)];
      });
      return (
        `<path d="${smoothLoop(edge)}" fill="${c}"/>` +
        times(
          7,
          () =>
            `<circle cx="${fix(x + (r() - 0.5) * s * 5)}" cy="${fix(y + (r() - 0.5) * s * 5)}" r="${fix(1.5 + r() * 5)}" fill="${c}"/>`,
        )
      );
    })
  );
}

/** Contour lines of a map. */
export function topo({ p, r, W, H }: Canvas): string {
  const n = fractal(r(), 170, 1.3);
  return (
    fill({ W, H }, p[0]) +
    times(
      15,
      (i) =>
        `<path d="${contour(n, 0.22 + i * 0.04, W, H, 10)}" fill="${mix(p[1], p[2], i / 14)}" fill-opacity=".28" stroke="${mix(p[2], p[3], i / 14)}" stroke-width="${i % 4 ? 2 : 4}"/>`,
    )
  );
}

/** Flames licking from the front. */
export function flame({ p, r, W, H }: Canvas): string {
  const tongues = (c: string, reach: number, h: number) =>
    times(9, (k) => {
      const y = (k * H) / 8;
      const x = W * (1 - reach * (0.7 + r() * 0.4));
      const d = (r() - 0.5) * h * 1.4;
      return `<path d="M${W + 10} ${fix(y - h)}C${fix(W * 0.72)} ${fix(y - h)} ${fix(x + 190)} ${fix(y - h * 0.2)} ${fix(x)} ${fix(y + d)}C${fix(x + 130)} ${fix(y + h * 0.5)} ${fix(W * 0.7)} ${fix(y + h * 0.4)} ${W + 10} ${fix(y + h)}Z" fill="${c}"/>`;
    });
  return (
    fill({ W, H }, p[0]) +
    tongues(darken(p[1], 0.25), 0.98, 62) +
    tongues(p[1], 0.82, 50) +
    tongues(p[2], 0.62, 38) +
    tongues(p[3], 0.42, 26)
  );
}

export function web({ p, r, W, H }: Canvas): string {
  let o = fill({ W, H }, p[1]) + blob(contour(fractal(r(), 90), 0.52, W, H, 12), darken(p[1], 0.35), 0.7);
  for (let k = 0; k < 8; k++) {
    const cx = ((k + 0.2 + r() * 0.6) * W) / 8;
    const cy = H * (0.12 + r() * 0.76);
    const arms = 9 + Math.floor(r() * 4);
    const R = 90 + r() * 80;
    const a0 = r() * 6;
    const at = (i: number, q: number): Point => {
      const a = a0 + ((i % arms) / arms) * 6.283;
      return [cx + Math.cos(a) * R * q, cy + Math.sin(a) * R * q];
    };
    let d = '';
    for (let i = 0; i < arms; i++) {
      d += `M${fix(cx)} ${fix(cy)}L${at(i, 1.25).map(fix).join(' ')}`;
      for (let q = 0.2; q < 1.1; q += 0.2) {
        const a = at(i, q);
        const b = at(i + 1, q);
        const m: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
        d += `M${a.map(fix).join(' ')}Q${fix(m[0] + (cx - m[0]) * 0.22)} ${fix(m[1] + (cy - m[1]) * 0.22)} ${b.map(fix).join(' ')}`;
      }
    }
    o += `<path d="${d}" stroke="${p[0]}" stroke-width="${fix(3 + r() * 1.4)}" fill="none" stroke-linecap="round"/>`;
  }
  return o;
}
