// Finishes made of straight lines and repeated shapes.
import { darken, lighten, linear, mix } from '../core/color.ts';
import type { Point } from '../core/path.ts';
import { cycle, rounded, times, type Random } from '../core/random.ts';
import { fill, ramp, type Canvas } from './canvas.ts';

/** Honeycomb of hexagons, a few of them lit. */
export function hex({ palette, random, width, height }: Canvas): string {
  const s = 18;
  const h = s * Math.sqrt(3);
  let svg = fill({ width, height }, palette[0]);
  for (let y = -1; y < height / h + 1; y++) {
    for (let x = -1; x < width / (s * 1.5) + 1; x++) {
      const cx = x * s * 1.5;
      const cy = y * h + (x & 1 ? h / 2 : 0);
      const t = (cx / width) * 1.15 + (random() - 0.5) * 0.55;
      const k = random();
      const corners = Array.from({ length: 6 }, (_, i) => {
        const angle = (i * Math.PI) / 3;
        return `${rounded(cx + (s - 2) * Math.cos(angle))},${rounded(cy + (s - 2) * Math.sin(angle))}`;
      }).join(' ');
      const color = t < 0.32 ? palette[1] : t < 0.62 ? palette[2] : palette[3];
      svg += `<polygon points="${corners}" fill="${color}" opacity="${rounded(0.45 + k * 0.55)}"/>`;
      if (k <= 0.9) continue;
      svg += `<polygon points="${corners}" fill="${palette[4]}" fill-opacity=".5" stroke="#fff" stroke-width="1.6" stroke-opacity=".8"/>`;
    }
  }
  return svg;
}

/** Digital camouflage: clusters of small rectangles. */
export function digital({ palette, random, width, height }: Canvas): string {
  const s = 15;
  let svg = fill({ width, height }, palette[1]);
  for (let i = 0; i < 210; i++) {
    let x = Math.floor((random() * width) / s);
    let y = Math.floor((random() * height) / s);
    const color = cycle([palette[0], palette[2], palette[3], palette[0], palette[2]], i);
    const blocks = times(5 + random() * 9, () => {
      const d = `M${x * s} ${y * s}h${s * 2}v${s}h${-s * 2}z`;
      x += Math.round(random() * 4 - 2);
      y += Math.round(random() * 2 - 1);
      return d;
    });
    svg += `<path fill="${color}" d="${blocks}"/>`;
  }
  return svg;
}

/** Circuit board: glowing traces that end in pads. */
export function circuit({ palette, random, width, height }: Canvas): string {
  let traces = '';
  let pads = '';
  for (let i = 0; i < 74; i++) {
    let x = Math.round((random() * width) / 24) * 24;
    let y = Math.round((random() * height) / 24) * 24;
    const color = cycle([palette[1], palette[2], palette[3]], i);
    const end = () => `<circle cx="${x}" cy="${y}" r="5.5" fill="${palette[0]}" stroke="${color}" stroke-width="3"/>`;
    pads += end();
    let d = `M${x} ${y}`;
    for (let k = 0; k < 4; k++) {
      const l = (2 + Math.floor(random() * 5)) * 24;
      const step: Point = cycle(
        [
          [l, 0],
          [l / 2, l / 2],
          [0, l / 2],
          [l / 2, -l / 2],
        ],
        Math.floor(random() * 4),
      );
      x += step[0];
      y += step[1];
      d += `L${x} ${y}`;
    }
    traces += `<path d="${d}" stroke="${color}"/>`;
    pads += end();
  }
  const white = traces.replaceAll(/stroke="[^"]*"/g, 'stroke="#fff"');
  return `${fill({ width, height }, palette[0])}<g fill="none" stroke-linejoin="round"><g stroke-width="13" opacity=".2">${traces}</g><g stroke-width="4">${traces}</g><g stroke-width="1.2" opacity=".55">${white}</g></g>${pads}`;
}

/** Two racing stripes over carbon fibre. */
export function redline({ palette, width, height }: Pick<Canvas, 'palette' | 'width' | 'height'>): string {
  const y = height * 0.23;
  return (
    carbon({ palette, width, height }) +
    `<path d="M-20 ${rounded(y + 64)}L${width * 0.24} ${rounded(y + 8)} ${width * 0.36} ${rounded(y - 6)}H${width}v15H${rounded(width * 0.37)}L${rounded(width * 0.24)} ${rounded(y + 26)} -20 ${rounded(y + 88)}Z" fill="${palette[2]}"/>` +
    `<path d="M-20 ${rounded(y + 102)}L${width * 0.24} ${rounded(y + 36)} ${width * 0.37} ${rounded(y + 19)}H${width}" stroke="${palette[3]}" stroke-width="4" fill="none"/>` +
    `<path d="M${width * 0.46} ${height * 0.46}l86 0 110 ${height * 0.6}h-52Z M${width * 0.2} ${height * 0.5}l30 0 -60 ${height * 0.5}h-30Z" fill="${palette[2]}"/><path d="M${width * 0.56} ${height * 0.46}l100 ${height * 0.6}" stroke="${palette[3]}" stroke-width="4"/>`
  );
}

/** Carbon-fibre twill. */
export function carbon({ palette, width, height }: Pick<Canvas, 'palette' | 'width' | 'height'>): string {
  const a = lighten(palette[0], 0.13);
  const b = darken(palette[0], 0.45);
  const s = 9;
  let up = '';
  let down = '';
  for (let y = 0, j = 0; y < height; y += s, j++) {
    for (let x = ((j % 4) - 4) * s; x < width; x += s * 4) {
      up += `M${x} ${y}h${s * 2}v${s}h${-s * 2}z`;
      down += `M${x + s * 2} ${y}h${s * 2}v1.6h${-s * 2}z`;
    }
  }
  return (
    fill({ width, height }, b) +
    `<path d="${up}" fill="${a}"/><path d="${down}" fill="${lighten(palette[0], 0.3)}" opacity=".5"/>`
  );
}

/** Sci-fi plating: white panels, dark gaps, one loud accent. */
export function panels({ palette, random, width, height }: Canvas): string {
  const dark = '#15171c';
  const cell = 78;
  let svg = fill({ width, height }, palette[1]);
  for (let x = -60, i = 0; x < width; i++) {
    const w = cell * (0.7 + random() * 1.1);
    const k = 26 + random() * 40;
    const y = height * (0.3 + random() * 0.4);
    const c = cycle([palette[1], palette[2], dark, palette[1], lighten(palette[1], 0.4)], i);
    svg += `<path d="M${rounded(x)} -5h${rounded(w)}l${rounded(k)} ${rounded(y)}l${rounded(-k)} ${rounded(height - y + 10)}h${rounded(-w)}l${rounded(k)} ${rounded(y - height - 10)}Z" fill="${c}" stroke="#0b0c10" stroke-width="3.5"/>`;
    if (c === palette[1]) {
      svg += `<path d="M${rounded(x + 20)} ${rounded(height * random())}h${rounded(w * 0.55)}v9h${rounded(-w * 0.55)}z" fill="${palette[2]}"/><path d="M${rounded(x + 14)} ${rounded(height * random())}h${rounded(w * 0.5)}" stroke="${dark}" stroke-width="5" stroke-dasharray="9 5"/>`;
    }
    if (c === dark) {
      svg += `<path d="M${rounded(x + w * 0.3 + k * 0.6)} ${rounded(y - 70)}l18 0 ${rounded(k * 0.3)} 70 ${rounded(-k * 0.3)} 80h-18l${rounded(k * 0.3)} -80Z" fill="${palette[3]}"/>`;
    }
    x += w + 2;
  }
  const labels = times(26, () => {
    const place = `x="${rounded(random() * width)}" y="${rounded(random() * height)}" width="${rounded(6 + random() * 22)}"`;
    return `<rect ${place} height="4" fill="${dark}" opacity=".8"/>`;
  });
  return svg + labels;
}

const INK = '#101217';

/** Barcode, sight, lines of text, arrow and label frame. */
const MARKS: readonly ((at: { x: number; y: number; random: Random }) => string)[] = [
  ({ x, y }) => `<path d="M${x} ${y}h90" stroke="${INK}" stroke-width="20" stroke-dasharray="3 4 7 3 2 5 9 4"/>`,
  ({ x, y }) =>
    `<circle cx="${x}" cy="${y}" r="19" fill="none" stroke="${INK}" stroke-width="4"/><path d="M${x} ${y}m-28 0h56m-28 -28v56" stroke="${INK}" stroke-width="2.5"/>`,
  ({ x, y, random }) =>
    times(
      4,
      (j) => `<path d="M${x} ${rounded(y + j * 9)}h${rounded(24 + random() * 60)}" stroke="${INK}" stroke-width="4"/>`,
    ),
  ({ x, y }) => `<path d="M${x} ${y}l26 0 -13 22Z" fill="${INK}"/>`,
  ({ x, y }) => `<path d="M${x} ${y}h70l20 20v30h-90z" fill="none" stroke="${INK}" stroke-width="4"/>`,
];

/** Monochrome print: pearl base, black technical marks, oil-slick shimmer. */
export function print({ palette, random, width, height, id }: Canvas): string {
  const g = id('pearl');
  const pearl = ['#e9edf5', palette[2], '#f4f6fb', palette[3], '#dfe5f0', '#f7f8fb'];
  const stops = pearl.map((c, i) => `${i / 5} ${mix('#eef1f7', c, 0.4)}`).join(', ');
  let svg = `<defs>${linear(g, stops, 'x1="0" y1="0" x2="1" y2=".5"')}</defs>${fill({ width, height }, `url(#${g})`)}`;
  svg += `<path d="M-10 ${height * 0.62}L${width * 0.34} ${height * 0.42}H${width * 0.6}L${width * 0.72} ${height * 0.2}H${width + 10}V${height * 0.36}H${width * 0.77}L${width * 0.66} ${height * 0.58}H${width * 0.38}L-10 ${height * 0.84}Z" fill="${INK}"/>`;
  for (let i = 0; i < 30; i++)
    svg += cycle(MARKS, i)({ x: rounded(random() * width), y: rounded(random() * height), random });
  return svg;
}

/** Overlapping rounded scales with light edges. */
export function dragon({ palette, random, width, height }: Canvas): string {
  const s = 21;
  let svg = fill({ width, height }, palette[0]);
  for (let y = height + s, j = 0; y > -s * 2; y -= s * 0.82, j++) {
    for (let x = -s + (j & 1 ? s : 0); x < width + s; x += s * 2) {
      const c = ramp(palette, (x / width) * 0.75 + (1 - y / height) * 0.25 + (random() - 0.5) * 0.35);
      svg += `<path d="M${rounded(x - s)} ${rounded(y)}q0 ${s * 1.05} ${s} ${s * 1.5}q${s} ${-s * 0.45} ${s} ${-s * 1.5}q${-s * 0.4} ${-s} ${-s} ${-s}t${-s} ${s}Z" fill="${c}" stroke="${palette[0]}" stroke-width="2.4"/><path d="M${rounded(x - s * 0.45)} ${rounded(y + s * 0.55)}q${s * 0.45} ${s * 0.55} ${s * 0.9} 0" stroke="${palette[4]}" stroke-width="2.2" fill="none" opacity=".75"/>`;
    }
  }
  return svg;
}

/** Low-poly facets, like cut gems. */
export function facets({ palette, random, width, height }: Omit<Canvas, 'id'>): string {
  const s = 62;
  const nx = Math.ceil(width / s) + 2;
  const ny = Math.ceil(height / s) + 2;
  const corners: Point[] = [];
  for (let j = 0; j < ny; j++) {
    for (let i = 0; i < nx; i++) {
      corners.push([(i - 0.5) * s + (random() - 0.5) * s * 0.8, (j - 0.5) * s + (random() - 0.5) * s * 0.8]);
    }
  }
  let svg = fill({ width, height }, palette[1]);
  const triangle = (...indices: [number, number, number]): void => {
    const c = ramp(palette, corners[indices[0]]![0] / width + (random() - 0.5) * 0.5);
    const q = random();
    const shade = q > 0.55 ? lighten(c, (q - 0.55) * 0.9) : darken(c, (0.55 - q) * 0.9);
    const points = indices.map((n) => corners[n]!.map(rounded).join(',')).join(' ');
    svg += `<polygon points="${points}" fill="${shade}" stroke="${palette[0]}" stroke-width="1.2" stroke-opacity=".5"/>`;
  };
  for (let j = 0; j < ny - 1; j++) {
    for (let i = 0; i < nx - 1; i++) {
      const a = j * nx + i;
      triangle(a, a + 1, a + nx);
      triangle(a + 1, a + nx + 1, a + nx);
    }
  }
  return svg;
}
