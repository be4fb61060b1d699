// Colours are #rrggbb strings.

type Channels = readonly [number, number, number];

function channels(hex: string): Channels {
  const n = parseInt(hex.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
}

function toHex(color: Channels): string {
  const pairs = color.map((v) =>
    Math.round(Math.max(0, Math.min(255, v)))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${pairs.join('')}`;
}

/** Blends `from` towards `to` by `t` in 0..1. */
export function mix(from: string, to: string, t: number): string {
  const [r0, g0, b0] = channels(from);
  const [r1, g1, b1] = channels(to);
  return toHex([r0 + (r1 - r0) * t, g0 + (g1 - g0) * t, b0 + (b1 - b0) * t]);
}

export const lighten = (hex: string, t: number): string => mix(hex, '#ffffff', t);
export const darken = (hex: string, t: number): string => mix(hex, '#000000', t);

/** Hue in degrees, saturation and lightness in 0..1. */
export function hsl(h: number, s: number, l: number): string {
  const a = s * Math.min(l, 1 - l);
  const channel = (n: number): number => {
    const k = (n + h / 30) % 12;
    return 255 * (l - a * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return toHex([channel(0), channel(8), channel(4)]);
}

/** Stops look like `'0 #fff 0.2, 1 #000'`: offset, colour and, if it is not opaque, opacity. */
function gradient(kind: 'linear' | 'radial', id: string, stops: string, direction: string): string {
  const markup = stops.split(', ').map((stop) => {
    const [offset, color, opacity] = stop.split(' ');
    const alpha = opacity === undefined ? '' : ` stop-opacity="${opacity}"`;
    return `<stop offset="${offset}" stop-color="${color}"${alpha}/>`;
  });
  return `<${kind}Gradient id="${id}" ${direction}>${markup.join('')}</${kind}Gradient>`;
}

export const linear = (id: string, stops: string, direction = 'x1="0" y1="0" x2="0" y2="1"'): string =>
  gradient('linear', id, stops, direction);

export const radial = (id: string, stops: string, direction = ''): string => gradient('radial', id, stops, direction);
