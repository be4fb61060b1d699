// Painted and organic finishes: camouflage, flames, flowers, spider web.
import { darken, lighten, mix } from '../core/color.ts';
import { contour, fractal, smoothLoop } from '../core/field.ts';
import type { Point } from '../core/path.ts';
import { cycle, rounded, times } from '../core/random.ts';
import { blob, fill, gradientFill, type Canvas } from './canvas.ts';

/** Camouflage: three layers of blotches. */
export function camo({ palette, random, width, height }: Canvas): string {
  const layer = (color: string, level: number, size: number) =>
    blob(contour(fractal(random(), size, 1.7), level, width, height, 11), color);
  return (
    fill({ width, height }, palette[1]) +
    layer(palette[2], 0.5, 105) +
    layer(palette[0], 0.58, 90) +
    layer(palette[3], 0.63, 80)
  );
}

/** Tiger stripes from both edges over a gradient. */
export function tiger(canvas: Canvas): string {
  const { palette, random, width, height } = canvas;
  return (
    gradientFill(canvas) +
    times(46, (i) => {
      const x = (i * width) / 44 + (random() - 0.5) * 22;
      const w = 9 + random() * 20;
      const bend = (random() - 0.5) * 70;
      const tipX = (random() - 0.5) * 80;
      const top = random() < 0.5;
      const y0 = top ? -10 : height + 10;
      const dy = (top ? height * (0.42 + random() * 0.35) : height * (0.62 - random() * 0.35)) - y0;
      return `<path d="M${rounded(x)} ${rounded(y0)}q${rounded(bend)} ${rounded(dy / 2)} ${rounded(tipX)} ${rounded(dy)}q${rounded(-tipX / 2 + w * 0.6)} ${rounded(-dy / 2)} ${rounded(-tipX + w)} ${rounded(-dy)}Z" fill="${palette[0]}" opacity=".93"/>`;
    })
  );
}

/** Colour gradient with white specks. */
export function fade(canvas: Canvas): string {
  const { random, width, height } = canvas;
  return (
    gradientFill(canvas) +
    times(
      44,
      () =>
        `<circle cx="${rounded(random() * width)}" cy="${rounded(random() * height)}" r="${rounded(0.8 + random() * 2.2)}" fill="#fff" opacity="${rounded(0.25 + random() * 0.5)}"/>`,
    )
  );
}

/** Wavy horizontal lines. */
export function wavyLines({ palette, random, width, height }: Canvas): string {
  return (
    fill({ width, height }, palette[0]) +
    times(height / 6.4, (i) => {
      const y = i * 6.4;
      let path = `M-20 ${rounded(y)}`;
      let previousY = y;
      for (let x = 0; x < width + 80; x += 80) {
        const dy = Math.sin((x + i * 9) / 120) * 26 + Math.sin((x - i * 17) / 57) * 12;
        path += ` S${x + 30} ${rounded(previousY + dy)} ${x + 80} ${rounded(y + dy * 0.6)}`;
        previousY = y + dy * 0.6;
      }
      return `<path d="${path}" stroke="${cycle([palette[1], palette[2], palette[3]], i)}" stroke-width="${rounded(1.4 + random() * 3.2)}" fill="none" opacity="${rounded(0.55 + random() * 0.45)}"/>`;
    })
  );
}

/** Flowers with leaves and stems. */
export function floral({ palette, random, width, height }: Canvas): string {
  let svg =
    fill({ width, height }, palette[0]) +
    blob(contour(fractal(random(), 130), 0.52, width, height, 12), mix(palette[0], palette[1], 0.3));
  svg += times(26, () => {
    const x = random() * width;
    const y = random() * height;
    const bend = (random() - 0.5) * 200;
    return `<path d="M${rounded(x)} ${rounded(y)}q${rounded(bend)} ${rounded(-60 * random())} ${rounded(bend * 0.6)} ${rounded((random() - 0.5) * 180)}" stroke="${mix(palette[0], palette[1], 0.7)}" stroke-width="4" fill="none"/>`;
  });
  svg += times(
    60,
    (i) =>
      `<path transform="translate(${rounded(random() * width)} ${rounded(random() * height)}) rotate(${rounded(random() * 360)}) scale(${rounded(0.7 + random() * 0.7)})" d="M0 0q22 -22 48 0q-26 20 -48 0Z" fill="${mix(palette[1], palette[0], (i % 3) * 0.25)}"/>`,
  );
  return (
    svg +
    times(38, (i) => {
      const color = cycle([palette[2], palette[3]], i);
      const scale = 0.55 + random() * 0.85;
      const petals = times(
        5,
        (petal) =>
          `<path transform="rotate(${petal * 72})" d="M0 0C-26 -16 -20 -46 0 -42C20 -46 26 -16 0 0Z" fill="${color}" stroke="${darken(color, 0.4)}" stroke-width="1.5"/><path transform="rotate(${petal * 72})" d="M0 -6V-28" stroke="${lighten(color, 0.45)}" stroke-width="2.5"/>`,
      );
      return `<g transform="translate(${rounded((i + random()) * (width / 38))} ${rounded(random() * height)}) rotate(${rounded(random() * 72)}) scale(${rounded(scale)})">${petals}<circle r="7.5" fill="${palette[4]}"/></g>`;
    })
  );
}

/** Paint splatter over a plain background. */
export function splatter({ palette, random, width, height }: Canvas): string {
  return (
    fill({ width, height }, palette[0]) +
    blob(contour(fractal(random(), 140), 0.55, width, height, 12), mix(palette[0], palette[1], 0.35)) +
    times(26, (i) => {
      const x = random() * width;
      const y = random() * height;
      const size = 12 + random() * 30;
      const color = cycle([palette[1], palette[2], palette[3], palette[4]], i);
      const edge = Array.from({ length: 22 }, (_, vertex): Point => {
        const radius = size * (vertex % 2 ? 0.6 + random() * 0.3 : 1 + random() * random() * 2.2);
        const angle = (vertex / 22) * 6.283;
        return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
      });
      return (
        `<path d="${smoothLoop(edge)}" fill="${color}"/>` +
        times(
          7,
          () =>
            `<circle cx="${rounded(x + (random() - 0.5) * size * 5)}" cy="${rounded(y + (random() - 0.5) * size * 5)}" r="${rounded(1.5 + random() * 5)}" fill="${color}"/>`,
        )
      );
    })
  );
}

/** Contour lines of a map. */
export function topo({ palette, random, width, height }: Canvas): string {
  const heights = fractal(random(), 170, 1.3);
  return (
    fill({ width, height }, palette[0]) +
    times(
      15,
      (i) =>
        `<path d="${contour(heights, 0.22 + i * 0.04, width, height, 10)}" fill="${mix(palette[1], palette[2], i / 14)}" fill-opacity=".28" stroke="${mix(palette[2], palette[3], i / 14)}" stroke-width="${i % 4 ? 2 : 4}"/>`,
    )
  );
}

/** Flames from the right edge, the muzzle end. */
export function flame({ palette, random, width, height }: Canvas): string {
  const tongues = (color: string, reach: number, h: number) =>
    times(9, (tongue) => {
      const y = (tongue * height) / 8;
      const x = width * (1 - reach * (0.7 + random() * 0.4));
      const tipY = (random() - 0.5) * h * 1.4;
      return `<path d="M${width + 10} ${rounded(y - h)}C${rounded(width * 0.72)} ${rounded(y - h)} ${rounded(x + 190)} ${rounded(y - h * 0.2)} ${rounded(x)} ${rounded(y + tipY)}C${rounded(x + 130)} ${rounded(y + h * 0.5)} ${rounded(width * 0.7)} ${rounded(y + h * 0.4)} ${width + 10} ${rounded(y + h)}Z" fill="${color}"/>`;
    });
  return (
    fill({ width, height }, palette[0]) +
    tongues(darken(palette[1], 0.25), 0.98, 62) +
    tongues(palette[1], 0.82, 50) +
    tongues(palette[2], 0.62, 38) +
    tongues(palette[3], 0.42, 26)
  );
}

/** Spider webs over a mottled background. */
export function spiderWeb({ palette, random, width, height }: Canvas): string {
  let svg =
    fill({ width, height }, palette[1]) +
    blob(contour(fractal(random(), 90), 0.52, width, height, 12), darken(palette[1], 0.35), 0.7);
  for (let center = 0; center < 8; center++) {
    const cx = ((center + 0.2 + random() * 0.6) * width) / 8;
    const cy = height * (0.12 + random() * 0.76);
    const arms = 9 + Math.floor(random() * 4);
    const radius = 90 + random() * 80;
    const firstAngle = random() * 6;
    const pointAt = (i: number, distance: number): Point => {
      const angle = firstAngle + ((i % arms) / arms) * 6.283;
      return [cx + Math.cos(angle) * radius * distance, cy + Math.sin(angle) * radius * distance];
    };
    let path = '';
    for (let i = 0; i < arms; i++) {
      path += `M${rounded(cx)} ${rounded(cy)}L${pointAt(i, 1.25).map(rounded).join(' ')}`;
      for (let distance = 0.2; distance < 1.1; distance += 0.2) {
        const from = pointAt(i, distance);
        const to = pointAt(i + 1, distance);
        const middle: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
        path += `M${from.map(rounded).join(' ')}Q${rounded(middle[0] + (cx - middle[0]) * 0.22)} ${rounded(middle[1] + (cy - middle[1]) * 0.22)} ${to.map(rounded).join(' ')}`;
      }
    }
    svg += `<path d="${path}" stroke="${palette[0]}" stroke-width="${rounded(3 + random() * 1.4)}" fill="none" stroke-linecap="round"/>`;
  }
  return svg;
}
