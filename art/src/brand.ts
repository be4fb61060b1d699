import { linear } from './core/color.ts';

export const BRAND = {
  ink: '#0a0c12',
  panel: '#141925',
  ice: '#d9f6ff',
  cyan: '#6fdcff',
  blue: '#2f7bff',
  violet: '#6b4dff',
  gold: '#ffc861',
  text: '#eef2fa',
  muted: '#8f9ab0',
};

// Brilliant cut on a 64-unit square, lit from the top left.
const FACETS: readonly (readonly [string, string])[] = [
  ['#c9f3ff', '17,13 5,28 21,28'],
  ['#f2fdff', '17,13 21,28 32,13'],
  ['#a5e9ff', '32,13 21,28 43,28'],
  ['#7fd6ff', '32,13 43,28 47,13'],
  ['#4fb2ff', '47,13 43,28 59,28'],
  ['#6cc9ff', '5,28 21,28 32,58'],
  ['#3f97ff', '21,28 43,28 32,58'],
  ['#5a55f5', '43,28 59,28 32,58'],
];
const gem = FACETS.map(
  ([c, pts]) => `<polygon points="${pts}" fill="${c}" stroke="${c}" stroke-width=".35" stroke-linejoin="round"/>`,
).join('');
// Crosshair hint: four sight ticks around the stone and a ring cut into its table.
const ticks = (color: string, width = 3): string =>
  `<path d="M32 2.500V10M32 60.500V68M-5 28H2.500M61.500 28H69" stroke="${color}" stroke-width="${width}" stroke-linecap="butt"/>`;
const ring = (color: string): string =>
  `<g fill="none" stroke="${color}"><circle cx="32" cy="28" r="7.500" stroke-width="2.200"/><path d="M32 16.500V23M32 33V39.500M20.500 28H27M37 28H43.500" stroke-width="2.200"/></g>`;

/** Square logo; `tone` is a colour for a single-colour version. */
export function logoSvg({ size = 64, tone = 'color' } = {}): string {
  const body =
    tone === 'color'
      ? gem + ring('#08213f') + ticks(BRAND.gold)
      : `<path fill="${tone}" fill-rule="evenodd" d="M17 13H47L59 28L32 58L5 28Z"/>${ring(BRAND.ink)}${ticks(tone)}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 -2.500 76 76" width="${size}" height="${size}" role="img" aria-label="Karat">${body}</svg>`;
}

// KARAT as solid letterforms, cap height 60; both As carry a stone instead of a crossbar.
const LETTER = {
  K: 'M0 0H11V24L31 0H45.500L21 28.500L47 60H32.500L13 36L11 38.400V60H0Z',
  A: 'M0 60L19.500 0H30.500L50 60H38L25 17L12 60Z',
  R: 'M0 0H33L44.500 11V26.500L34 37L47 60H34L22 37.500H11V60H0ZM11 11V27H29L33.500 22.500V15L29.500 11Z',
  T: 'M0 0H48V11H29.500V60H18.500V11H0Z',
};
/** The letters KARAT with their baseline at y = 60; `stone` is the colour of the diamonds in both As. */
export function wordmark(color: string, stone: string): string {
  const row: [keyof typeof LETTER, number][] = [
    ['K', 0],
    ['A', 50],
    ['R', 110],
    ['A', 160],
    ['T', 210],
  ];
  const set = row.map(([letter, x]) => {
    const gem = letter === 'A' ? `<path d="M25 38l8 9 -8 11 -8 -11z" fill="${stone}"/>` : '';
    return `<g transform="translate(${x} 0)"><path d="${LETTER[letter]}" fill="${color}" fill-rule="evenodd"/>${gem}</g>`;
  });
  return set.join('');
}

/** The word KARAT, with the logo before it unless `mark` is false. */
export function wordmarkSvg({ height = 48, color = BRAND.text, mark = true } = {}): string {
  const x = mark ? 98 : 2;
  const w = x + 262;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} 80" width="${Math.round((height * w) / 80)}" height="${height}" role="img" aria-label="Karat">${mark ? `<g transform="translate(10 4) scale(1.03)">${gem}${ring('#08213f')}${ticks(BRAND.gold)}</g>` : ''}<g transform="translate(${x} 10)">${wordmark(color, BRAND.cyan)}</g></svg>`;
}

/** App icon: the stone on a dark rounded tile, with less detail below 32 px. */
export function faviconSvg({ size = 64 } = {}): string {
  const small = size < 32;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="${size}" height="${size}"><defs>${linear(
    'kfav',
    '0 #1d2740, 1 #0a0d15',
  )}</defs><rect width="64" height="64" rx="14" fill="url(#kfav)"/><g transform="translate(32 33) scale(${small ? 0.94 : 0.72}) translate(-32 -35.500)">${gem}${small ? '' : ring('#08213f') + ticks(BRAND.gold, 3.4)}</g></svg>`;
}

/** Icon that fills its square, for systems that crop it to their own shape: everything important is in the inner circle. */
export const maskableIconSvg = ({ size = 512 } = {}): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="${size}" height="${size}"><defs>${linear('kmask', '0 #1d2740, 1 #0a0d15')}</defs><rect width="64" height="64" fill="url(#kmask)"/><g transform="translate(32 32.500) scale(.6) translate(-32 -35.250)">${gem}${ring('#08213f')}${ticks(BRAND.gold, 3.4)}</g></svg>`;

const flat = (color: string, d: string): string => `<path d="${d}" fill="${color}"/>`;

/** Diamond currency icon, drawn on a 16-pixel grid so that it stays crisp. */
export function currencySvg({ size = 16 } = {}): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" width="${size}" height="${size}" aria-hidden="true">${flat('#2f7bff', 'M4 2H12L16 6L8 15L0 6Z')}${flat('#e9fbff', 'M4 2H8L5 6H0Z')}${flat('#a9ebff', 'M8 2L5 6H11Z')}${flat('#6fd0ff', 'M8 2H12L16 6H11Z')}${flat('#7fd9ff', 'M0 6H5L8 15Z')}${flat('#3f97ff', 'M5 6H11L8 15Z')}${flat('#4a4fe6', 'M11 6H16L8 15Z')}</svg>`;
}
