import { keysOf, pick } from './core/random.ts';
import type { FinishName } from './finishes/finishes.ts';

/** Emblems as strokes inside a 96-unit square around the origin. */
export const EMBLEMS = {
  diamond: 'M-22 -34H22L42 -10L0 42L-42 -10Z M-42 -10H42 M-14 -10L0 42L14 -10L0 -34Z',
  crosshair:
    'M0 -46V-20 M0 46V20 M-46 0H-20 M46 0H20 M30 0C30 40 -30 40 -30 0C-30 -40 30 -40 30 0Z M4 0C4 5 -4 5 -4 0C-4 -5 4 -5 4 0Z',
  fang: 'M-32 -38Q-28 10 -8 44Q-2 6 -8 -30Z M32 -38Q28 10 8 44Q2 6 8 -30Z',
  bolt: 'M8 -46L-26 8H-2L-8 46L28 -12H4Z',
  star: 'M0 -44L12 -14L44 -12L19 8L28 40L0 22L-28 40L-19 8L-44 -12L-12 -14Z',
  moon: 'M14 -42Q-34 -36 -34 4Q-30 44 16 42Q-10 26 -10 0Q-10 -28 14 -42Z M26 -18L30 -8L40 -4L30 0L26 10L22 0L12 -4L22 -8Z',
  shatter:
    'M0 -44L10 -12L42 -24L18 4L40 32L8 20L-4 44L-12 16L-42 20L-20 -2L-34 -34L-8 -16Z M10 -12L-12 16 M18 4L-20 -2',
  prism: 'M0 -40L42 34H-42Z M0 -40L-10 34 M-46 -6L-8 0 M6 0L46 -14 M8 8L46 8',
  clock: 'M38 0C38 50 -38 50 -38 0C-38 -50 38 -50 38 0Z M0 -22V0L16 12',
  atom: 'M42 0C42 22 -42 22 -42 0C-42 -22 42 -22 42 0Z M21 -36C40 -25 -2 47 -21 36C-40 25 2 -47 21 -36Z M-21 -36C-40 -25 2 47 21 36C40 25 -2 -47 -21 -36Z',
  glove:
    'M-26 40V4L-40 -8Q-42 -20 -30 -18L-18 -8V-34Q-12 -44 -6 -34V-10V-40Q0 -48 6 -40V-10V-34Q12 -42 18 -34V-6V-22Q24 -30 28 -22V14Q28 30 20 40Z',
  flame:
    'M0 -46Q34 -14 30 16Q26 44 0 44Q-28 44 -30 14Q-30 -4 -14 -18Q-12 0 -2 2Q-10 -24 0 -46Z M0 44Q-14 34 -8 20Q0 12 2 4Q16 22 10 34Q8 42 0 44Z',
  frame: 'M-40 -34H40V34H-40Z M-28 -22H28V22H-28Z M-28 22L-6 -6L8 10L16 2L28 22',
  spiral: 'M0 0Q12 -12 18 4Q18 24 -6 22Q-32 14 -24 -14Q-10 -40 22 -32Q48 -14 38 18Q24 46 -8 44',
  crown: 'M-40 28L-44 -22L-18 0L0 -36L18 0L44 -22L40 28Z M-38 40H38',
  swords: 'M-38 -38L30 30 M38 -38L-30 30 M-40 16L-16 40 M40 16L16 40',
  shutter:
    'M42 0L21 36L-21 36L-42 0L-21 -36L21 -36Z M42 0L-6 -18 M21 36L14 -14 M-21 36L20 6 M-42 0L6 18 M-21 -36L-14 14 M21 -36L-20 -6',
  bands: 'M-42 30C-42 -50 42 -50 42 30 M-28 30C-28 -28 28 -28 28 30 M-14 30C-14 -8 14 -8 14 30 M-46 42H46',
  snow: 'M0 -44V44 M-38 -22L38 22 M38 -22L-38 22 M-10 -36L0 -26L10 -36 M-10 36L0 26L10 36',
  chain:
    'M-38 -14H-4Q10 -14 10 0Q10 14 -4 14H-38Q-50 14 -50 0Q-50 -14 -38 -14Z M38 -14H4Q-10 -14 -10 0Q-10 14 4 14H38Q50 14 50 0Q50 -14 38 -14Z',
} as const;

export type StripeName = 'hazard' | 'chevron' | 'dash' | 'solid' | 'rainbow';

export interface Theme {
  body: string;
  accent: string;
  glow: string;
  emblem: keyof typeof EMBLEMS;
  stripe: StripeName;
  texture: FinishName;
}

const theme = (
  body: string,
  accent: string,
  glow: string,
  emblem: keyof typeof EMBLEMS,
  stripe: StripeName,
  texture: FinishName,
): Theme => ({ body, accent, glow, emblem, stripe, texture });

export const THEMES = {
  steel: theme('#2f3748', '#ffb020', '#ffc93c', 'crosshair', 'hazard', 'carbon'),
  voltage: theme('#23304a', '#ffe24a', '#5fd4ff', 'bolt', 'dash', 'circuit'),
  rebel: theme('#4a1a1f', '#ff4a4a', '#ff5f52', 'star', 'chevron', 'splatter'),
  ember: theme('#4b2a17', '#ff8b2b', '#ff9b3d', 'spiral', 'chevron', 'wavyLines'),
  dream: theme('#32245c', '#c58bff', '#a76bff', 'moon', 'solid', 'doppler'),
  shard: theme('#1d3f4d', '#6fe9ff', '#57dcf7', 'shatter', 'dash', 'facets'),
  prism: theme('#35314f', '#ff6ad5', '#8f7bff', 'prism', 'rainbow', 'marble'),
  clutch: theme('#233f33', '#54e08f', '#4fe6a0', 'clock', 'dash', 'hex'),
  gamma: theme('#20402a', '#9cff57', '#86f04f', 'atom', 'hazard', 'topo'),
  leather: theme('#5b3f29', '#f0c078', '#ffc56b', 'glove', 'solid', 'grain'),
  danger: theme('#4a4016', '#ffd21f', '#ffd84d', 'crosshair', 'hazard', 'digital'),
  venom: theme('#223d24', '#b6f03c', '#a0ea3c', 'fang', 'chevron', 'dragon'),
  gallery: theme('#463b3b', '#f2d9a8', '#ffdf9e', 'frame', 'rainbow', 'floral'),
  fever: theme('#551f45', '#ff5fb0', '#ff4fa3', 'flame', 'solid', 'flame'),
  breakout: theme('#2c4454', '#6cc7ff', '#6ab8ff', 'chain', 'hazard', 'camo'),
  chroma: theme('#3c2a4d', '#ffb24a', '#ff8a5c', 'shutter', 'rainbow', 'facets'),
  spectrum: theme('#1f3d57', '#5fe3ff', '#54b8ff', 'bands', 'rainbow', 'fade'),
  royal: theme('#4a3612', '#ffd871', '#ffcf4d', 'crown', 'solid', 'chrome'),
  karat: theme('#1b3350', '#8fe3ff', '#7fdcff', 'diamond', 'chevron', 'facets'),
  duel: theme('#48212b', '#ff8a5c', '#ff6a4d', 'swords', 'dash', 'redline'),
  frost: theme('#2b4a63', '#d5f3ff', '#a6e4ff', 'snow', 'dash', 'facets'),
} satisfies Record<string, Theme>;

export type ThemeName = keyof typeof THEMES;

// The first match wins.
const THEME_RULES: readonly (readonly [RegExp, ThemeName])[] = [
  [/kilowatt|volt|electr|shock|bolt|power/i, 'voltage'],
  [/revolution|rebel|riot|vanguard/i, 'rebel'],
  [/recoil|falchion|wildfire|shadow/i, 'ember'],
  [/dream|night|moon|phantom/i, 'dream'],
  [/fracture|shatter|glass|horizon/i, 'shard'],
  [/prisma|rainbow/i, 'prism'],
  [/chroma/i, 'chroma'],
  [/spectrum/i, 'spectrum'],
  [/clutch|\btime|hour|daily/i, 'clutch'],
  [/gamma|toxic|acid|bio/i, 'gamma'],
  [/glove|hydra|leather/i, 'leather'],
  [/danger|hazard|warning/i, 'danger'],
  [/snake|fang|venom|bite|huntsman/i, 'venom'],
  [/gallery|\bart\b|museum|cs20/i, 'gallery'],
  [/fever|fire|flame|heat|inferno/i, 'fever'],
  [/operation|breakout|bravo|weapon case|riptide|hydra/i, 'breakout'],
  [/gold|royal|king|crown|vip|legend/i, 'royal'],
  [/karat|diamond|gem|jewel|crystal/i, 'karat'],
  [/duel|fight|arena|versus|battle/i, 'duel'],
  [/\bice|frost|winter|snow|cold/i, 'frost'],
];
const NAMES = keysOf(THEMES);

/** The theme that a case's name suggests, else one chosen by its hash. */
export const crateTheme = (name: string): ThemeName =>
  THEME_RULES.find(([pattern]) => pattern.test(name))?.[1] ?? pick(NAMES, name);
