// Finishes made of straight lines and repeats.
import { darken, lighten, linear, mix } from '../core/color.ts';
import type { Point } from '../core/path.ts';
import { cycle, fix, times, type Random } from '../core/random.ts';
import { fill, ramp, type Canvas } from './canvas.ts';

export function hex({ p, r, W, H }: Canvas): string {
  const s = 18;
  const h = s * Math.sqrt(3);
  let o = fill({ W, H }, p[0]);
  for (let y = -1; y < H / h + 1; y++) {
    for (let x = -1; x < W / (s * 1.5) + 1; x++) {
      const cx = x * s * 1.5;
      const cy = y * h + (x & 1 ? h / 2 : 0);
      const t = (cx / W) * 1.15 + (r() - 0.5) * 0.55;
      const k = r();
      const corners = Array.from({ length: 6 }, (_, i) => {
        const angle = (i * Math.PI) / 3;
        return `${fix(cx + (s - 2) * Math.cos(angle))},${fix(cy + (s - 2) * Math.sin(angle))}`;
      }).join(' ');
      const color = t < 0.32 ? p[1] : t < 0.62 ? p[2] : p[3];
      o += `<polygon points="${corners}" fill="${color}" opacity="${fix(0.45 + k * 0.55)}"/>`;
      if (k <= 0.9) continue;
      o += `<polygon points="${corners}" fill="${p[4]}" fill-opacity=".5" stroke="#fff" stroke-width="1.6" stroke-opacity=".8"/>`;
    }
  }
  return o;
}

export function digital({ p, r, W, H }: Canvas): string {
  const s = 15;
  let o = fill({ W, H }, p[1]);
  for (let i = 0; i < 210; i++) {
    let x = Math.floor((r() * W) / s);
    let y = Math.floor((r() * H) / s);
    const color = cycle([p[0], p[2], p[3], p[0], p[2]], i);
    const blocks = times(5 + r() * 9, () => {
      const d = `M${x * s} ${y * s}h${s * 2}v${s}h${-s * 2}z`;
      x += Math.round(r() * 4 - 2);
      y += Math.round(r() * 2 - 1);
      return d;
    });
    o += `<path fill="${color}" d="${blocks}"/>`;
  }
  return o;
}

export function circuit({ p, r, W, H }: Canvas): string {
  let traces = '';
  let pads = '';
  for (let i = 0; i < 74; i++) {
    let x = Math.round((r() * W) / 24) * 24;
    let y = Math.round((r() * H) / 24) * 24;
    const color = cycle([p[1], p[2], p[3]], i);
    const end = () => `<circle cx="${x}" cy="${y}" r="5.5" fill="${p[0]}" stroke="${color}" stroke-width="3"/>`;
    pads += end();
    let d = `M${x} ${y}`;
    for (let k = 0; k < 4; k++) {
      const l = (2 + Math.floor(r() * 5)) * 24;
      const step: Point = cycle(
        [
          [l, 0],
          [l / 2, l / 2],
          [0, l / 2],
          [l / 2, -l / 2],
        ],
        Math.floor(r() * 4),
      );
      x += step[0];
      y += step[1];
      d += `L${x} ${y}`;
    }
    traces += `<path d="${d}" stroke="${color}"/>`;
    pads += end();
  }
  const white = traces.replaceAll(/stroke="[^"]*"/g, 'stroke="#fff"');
  return `${fill({ W, H }, p[0])}<g fill="none" stroke-linejoin="round"><g stroke-width="13" opacity=".2">${traces}</g><g stroke-width="4">${traces}</g><g stroke-width="1.2" opacity=".55">${white}</g></g>${pads}`;
}

export function redline({ p, W, H }: Pick<Canvas, 'p' | 'W' | 'H'>): string {
  const y = H * 0.23;
  return (
    carbon({ p, W, H }) +
    `<path d="M-20 ${fix(y + 64)}L${W * 0.24} ${fix(y + 8)} ${W * 0.36} ${fix(y - 6)}H${W}v15H${fix(W * 0.37)}L${fix(W * 0.24)} ${fix(y + 26)} -20 ${fix(y + 88)}Z" fill="${p[2]}"/>` +
    `<path d="M-20 ${fix(y + 102)}L${W * 0.24} ${fix(y + 36)} ${W * 0.37} ${fix(y + 19)}H${W}" stroke="${p[3]}" stroke-width="4" fill="none"/>` +
    `<path d="M${W * 0.46} ${H * 0.46}l86 0 110 ${H * 0.6}h-52Z M${W * 0.2} ${H * 0.5}l30 0 -60 ${H * 0.5}h-30Z" fill="${p[2]}"/><path d="M${W * 0.56} ${H * 0.46}l100 ${H * 0.6}" stroke="${p[3]}" stroke-width="4"/>`
  );
}

/** Carbon-fibre twill. */
export function carbon({ p, W, H }: Pick<Canvas, 'p' | 'W' | 'H'>): string {
  const a = lighten(p[0], 0.13);
  const b = darken(p[0], 0.45);
  const s = 9;
  let up = '';
  let down = '';
  for (let y = 0, j = 0; y < H; y += s, j++) {
    for (let x = ((j % 4) - 4) * s; x < W; x += s * 4) {
      up += `M${x} ${y}h${s * 2}v${s}h${-s * 2}z`;
      down += `M${x + s * 2} ${y}h${s * 2}v1.6h${-s * 2}z`;
    }
  }
  return (
    fill({ W, H }, b) + `<path d="${up}" fill="${a}"/><path d="${down}" fill="${lighten(p[0], 0.3)}" opacity=".5"/>`
  );
}

/** Sci-fi plating: white panels, dark gaps, one loud accent. */
export function panels({ p, r, W, H }: Canvas): string {
  const dark = '#15171c';
  const cell = 78;
  let o = fill({ W, H }, p[1]);
  for (let x = -60, i = 0; x < W; i++) {
    const w = cell * (0.7 + r() * 1.1);
    const k = 26 + r() * 40;
    const y = H * (0.3 + r() * 0.4);
    const c = cycle([p[1], p[2], dark, p[1], lighten(p[1], 0.4)], i);
    o += `<path d="M${fix(x)} -5h${fix(w)}l${fix(k)} ${fix(y)}l${fix(-k)} ${fix(H - y + 10)}h${fix(-w)}l${fix(k)} ${fix(y - H - 10)}Z" fill="${c}" stroke="#0b0c10" stroke-width="3.5"/>`;
    if (c === p[1]) {
      o += `<path d="M${fix(x + 20)} ${fix(H * r())}h${fix(w * 0.55)}v9h${fix(-w * 0.55)}z" fill="${p[2]}"/><path d="M${fix(x + 14)} ${fix(H * r())}h${fix(w * 0.5)}" stroke="${dark}" stroke-width="5" stroke-dasharray="9 5"/>`;
    }
    if (c === dark) {
      o += `<path d="M${fix(x + w * 0.3 + k * 0.6)} ${fix(y - 70)}l18 0 ${fix(k * 0.3)} 70 ${fix(-k * 0.3)} 80h-18l${fix(k * 0.3)} -80Z" fill="${p[3]}"/>`;
    }
    x += w + 2;
  }
  const labels = times(26, () => {
    const place = `x="${fix(r() * W)}" y="${fix(r() * H)}" width="${fix(6 + r() * 22)}"`;
    return `<rect ${place} height="4" fill="${dark}" opacity=".8"/>`;
  });
  return o + labels;
}

const INK = '#101217';

/** Barcode, sight, lines of text, arrow and label frame. */
const MARKS: readonly ((at: { x: number; y: number; r: Random }) => string)[] = [
  ({ x, y }) => `<path d="M${x} ${y}h90" stroke="${INK}" stroke-width="20" stroke-dasharray="3 4 7 3 2 5 9 4"/>`,
  ({ x, y }) =>
    `<circle cx="${x}" cy="${y}" r="19" fill="none" stroke="${INK}" stroke-width="4"/><path d="M${x} ${y}m-28 0h56m-28 -28v56" stroke="${INK}" stroke-width="2.5"/>`,
  ({ x, y, r }) =>
    times(4, (j) => `<path d="M${x} ${fix(y + j * 9)}h${fix(24 + r() * 60)}" stroke="${INK}" stroke-width="4"/>`),
  ({ x, y }) => `<path d="M${x} ${y}l26 0 -13 22Z" fill="${INK}"/>`,
  ({ x, y }) => `<path d="M${x} ${y}h70l20 20v30h-90z" fill="none" stroke="${INK}" stroke-width="4"/>`,
];

/** Monochrome print: pearl base, black technical marks, oil-slick shimmer. */
export function print({ p, r, W, H, id }: Canvas): string {
  const g = id('pearl');
  const pearl = ['#e9edf5', p[2], '#f4f6fb', p[3], '#dfe5f0', '#f7f8fb'];
  const stops = pearl.map((c, i) => `${i / 5} ${mix('#eef1f7', c, 0.4)}`).join(', ');
  let o = `<defs>${linear(g, stops, 'x1="0" y1="0" x2="1" y2=".5"')}</defs>${fill({ W, H }, `url(#${g})`)}`;
  o += `<path d="M-10 ${H * 0.62}L${W * 0.34} ${H * 0.42}H${W * 0.6}L${W * 0.72} ${H * 0.2}H${W + 10}V${H * 0.36}H${W * 0.77}L${W * 0.66} ${H * 0.58}H${W * 0.38}L-10 ${H * 0.84}Z" fill="${INK}"/>`;
  for (let i = 0; i < 30; i++) o += cycle(MARKS, i)({ x: fix(r() * W), y: fix(r() * H), r });
  return o;
}

/** Overlapping rounded scales with light edges. */
export function dragon({ p, r, W, H }: Canvas): string {
  const s = 21;
  let o = fill({ W, H }, p[0]);
  for (let y = H + s, j = 0; y > -s * 2; y -= s * 0.82, j++) {
    for (let x = -s + (j & 1 ? s : 0); x < W + s; x += s * 2) {
      const c = ramp(p, (x / W) * 0.75 + (1 - y / H) * 0.25 + (r() - 0.5) * 0.35);
      o += `<path d="M${fix(x - s)} ${fix(y)}q0 ${s * 1.05} ${s} ${s * 1.5}q${s} ${-s * 0.45} ${s} ${-s * 1.5}q${-s * 0.4} ${-s} ${-s} ${-s}t${-s} ${s}Z" fill="${c}" stroke="${p[0]}" stroke-width="2.4"/><path d="M${fix(x - s * 0.45)} ${fix(y + s * 0.55)}q${s * 0.45} ${s * 0.55} ${s * 0.9} 0" stroke="${p[4]}" stroke-width="2.2" fill="none" opacity=".75"/>`;
    }
  }
  return o;
}

/** Low-poly facets, like cut gems. */
export function facets({ p, r, W, H }: Omit<Canvas, 'id'>): string {
  const s = 62;
  const nx = Math.ceil(W / s) + 2;
  const ny = Math.ceil(H / s) + 2;
  const corners: Point[] = [];
  for (let j = 0; j < ny; j++) {
    for (let i = 0; i < nx; i++) {
      corners.push([(i - 0.5) * s + (r() - 0.5) * s * 0.8, (j - 0.5) * s + (r() - 0.5) * s * 0.8]);
    }
  }
  let o = fill({ W, H }, p[1]);
  const triangle = (...indices: [number, number, number]): void => {
    const c = ramp(p, corners[indices[0]]![0] / W + (r() - 0.5) * 0.5);
    const q = r();
    const shade = q > 0.55 ? lighten(c, (q - 0.55) * 0.9) : darken(c, (0.55 - q) * 0.9);
    const points = indices.map((n) => corners[n]!.map(fix).join(',')).join(' ');
    o += `<polygon points="${points}" fill="${shade}" stroke="${p[0]}" stroke-width="1.2" stroke-opacity=".5"/>`;
  };
  for (let j = 0; j < ny - 1; j++) {
    for (let i = 0; i < nx - 1; i++) {
      const a = j * nx + i;
      triangle(a, a + 1, a + nx);
      triangle(a + 1, a + nx + 1, a + nx);
    }
  }
  return o;
}
