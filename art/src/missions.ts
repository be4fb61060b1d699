import { darken, lighten, linear, mix, radial } from './core/color.ts';
import { rounded, keysOf, shortId } from './core/random.ts';

export const TONES = {
  cyan: '#3ddcff',
  gold: '#ffc93c',
  violet: '#a06bff',
  green: '#3ddc97',
  red: '#ff5f5f',
  ember: '#ff9b3d',
} as const;

export type Tone = keyof typeof TONES;

interface Emblem {
  /** Strokes inside a 96-unit square around the origin. */
  lines: string;
  /** Areas of the same drawing, filled faintly, so that it looks solid. */
  planes: string;
  tone: Tone;
}

const EMBLEMS = {
  case: {
    lines: 'M-40 -8H40V34H-40Z M-34 -8L-26 -30H26L34 -8 M-14 -30V-40H14V-30 M-9 -8V10H9V-8 M-40 18H-22 M22 18H40',
    planes: 'M-40 -8H40V34H-40Z M-34 -8L-26 -30H26L34 -8Z',
    tone: 'cyan',
  },
  target: {
    lines:
      'M34 0C34 45 -34 45 -34 0C-34 -45 34 -45 34 0Z M17 0C17 23 -17 23 -17 0C-17 -23 17 -23 17 0Z M0 -46V-26 M0 46V26 M-46 0H-26 M46 0H26',
    planes: 'M17 0C17 23 -17 23 -17 0C-17 -23 17 -23 17 0Z',
    tone: 'red',
  },
  trophy: {
    lines:
      'M-24 -38H24V-12C24 22 -24 22 -24 -12Z M-24 -30H-42C-42 -8 -34 0 -21 2 M24 -30H42C42 -8 34 0 21 2 M0 14V28 M-20 40H20L14 28H-14Z',
    planes: 'M-24 -38H24V-12C24 22 -24 22 -24 -12Z M-20 40H20L14 28H-14Z',
    tone: 'gold',
  },
  coin: {
    lines: 'M-20 -32H20L42 -8L0 42L-42 -8Z M-42 -8H42 M-20 -32L-14 -8L0 42L14 -8L20 -32 M-14 -8L0 -32L14 -8',
    planes: 'M-20 -32H20L42 -8L0 42L-42 -8Z',
    tone: 'cyan',
  },
  flame: {
    lines:
      'M2 -46Q34 -14 30 16Q26 44 0 44Q-28 44 -30 14Q-30 -4 -14 -18Q-12 0 -2 2Q-10 -24 2 -46Z M0 44Q-14 34 -8 20Q0 12 2 4Q16 22 10 34Q8 42 0 44Z',
    planes: 'M2 -46Q34 -14 30 16Q26 44 0 44Q-28 44 -30 14Q-30 -4 -14 -18Q-12 0 -2 2Q-10 -24 2 -46Z',
    tone: 'ember',
  },
  calendar: {
    lines: 'M-38 -30H38V40H-38Z M-38 -10H38 M-20 -42V-20 M20 -42V-20 M-16 14L-4 26L18 2',
    planes: 'M-38 -30H38V-10H-38Z',
    tone: 'green',
  },
  swords: {
    lines:
      'M-40 -40L-28 -38L24 14L14 24L-38 -28Z M40 -40L28 -38L-24 14L-14 24L38 -28Z M30 8L8 30 M-30 8L-8 30 M20 20L38 38 M-20 20L-38 38',
    planes: 'M-40 -40L-28 -38L24 14L14 24L-38 -28Z M40 -40L28 -38L-24 14L-14 24L38 -28Z',
    tone: 'red',
  },
  wheel: {
    lines:
      'M42 0C42 56 -42 56 -42 0C-42 -56 42 -56 42 0Z M15 0C15 20 -15 20 -15 0C-15 -20 15 -20 15 0Z M0 -42V-15 M0 42V15 M-42 0H-15 M42 0H15 M-30 -30L-11 -11 M30 30L11 11 M30 -30L11 -11 M-30 30L-11 11',
    planes:
      'M0 -42Q18 -42 30 -30L11 -11L0 -15Z M42 0Q42 18 30 30L11 11L15 0Z M0 42Q-18 42 -30 30L-11 11L0 15Z M-42 0Q-42 -18 -30 -30L-11 -11L-15 0Z',
    tone: 'green',
  },
  tag: {
    lines: 'M-4 -40H40V4L0 44L-44 0Z M30 -24C30 -16 18 -16 18 -24C18 -32 30 -32 30 -24Z M-22 2L2 26 M-8 -12L16 12',
    planes: 'M-4 -40H40V4L0 44L-44 0Z',
    tone: 'violet',
  },
  star: {
    lines:
      'M0 -44L13 -15L44 -12L20 9L28 40L0 23L-28 40L-20 9L-44 -12L-13 -15Z M0 -44V0 M44 -12L0 0 M28 40L0 0 M-28 40L0 0 M-44 -12L0 0',
    planes: 'M0 -44L13 -15L0 0Z M44 -12L20 9L0 0Z M28 40L0 23L0 0Z M-28 40L-20 9L0 0Z M-44 -12L-13 -15L0 0Z',
    tone: 'gold',
  },
} as const satisfies Record<string, Emblem>;

export type MissionEmblem = keyof typeof EMBLEMS;

export const MISSION_EMBLEMS = keysOf(EMBLEMS);

/** Corner of a hexagon that stands on its point, counted clockwise from the top. */
function corner(index: number, radius: number): string {
  const angle = (index * Math.PI) / 3 - Math.PI / 2;
  return `${rounded(128 + radius * Math.cos(angle))} ${rounded(128 + radius * Math.sin(angle))}`;
}

const hexagon = (radius: number): string => `M${[0, 1, 2, 3, 4, 5].map((i) => corner(i, radius)).join('L')}Z`;

/** The brightness of each side of the rim, clockwise from the top right. The light comes from the top left. */
const SIDE_LIGHT = [0.34, 0.06, -0.34, -0.5, -0.06, 0.55] as const;

/** A rim cut like a gem: six sides with different brightness. */
function rim(color: string): string {
  const sides = SIDE_LIGHT.map((light, i) => {
    const base = mix('#566176', color, 0.34);
    const shade = light > 0 ? lighten(base, light) : darken(base, -light);
    return `<path d="M${corner(i, 118)}L${corner(i + 1, 118)}L${corner(i + 1, 101)}L${corner(i, 101)}Z" fill="${shade}"/>`;
  });
  return sides.join('');
}

/** Badge of a mission: an emblem on a cut hexagon, 256 x 256. */
export function missionBadgeSvg(badge: { emblem: MissionEmblem; tone?: Tone; size?: number }): string {
  const { lines, planes, tone: usual } = EMBLEMS[badge.emblem];
  const { emblem, tone = usual, size = 256 } = badge;
  const color = TONES[tone];
  const uid = shortId(['mission', emblem, tone]);
  const id = (name: string): string => `${uid}${name}`;
  const url = (name: string): string => `url(#${id(name)})`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="${size}" height="${size}" role="img"><defs>
${linear(id('body'), `0 ${mix('#1f2533', color, 0.1)}, 0.55 #131826, 1 #0a0c12`)}
${radial(id('light'), `0 ${color} 0.5, 0.55 ${color} 0.14, 1 ${color} 0`, 'cx=".5" cy=".46" r=".5"')}
${linear(id('ink'), `0 ${lighten(color, 0.55)}, 1 ${color}`)}
${linear(id('sheen'), '0 #fff 0.14, 0.5 #fff 0.02, 0.52 #fff 0', 'x1="0" y1="0" x2="1" y2="1"')}
<filter id="${id('soft')}" x="-40%" y="-40%" width="180%" height="180%"><feGaussianBlur stdDeviation="6"/></filter></defs>
<path d="${hexagon(121)}" fill="#05070c"/>${rim(color)}
<path d="${hexagon(118)}" fill="none" stroke="#fff" stroke-opacity=".16" stroke-width="1.5"/>
<path d="${hexagon(101)}" fill="${url('body')}" stroke="#05070c" stroke-width="3"/>
<path d="${hexagon(99)}" fill="${url('light')}"/><path d="${hexagon(99)}" fill="${url('sheen')}"/>
<path d="${hexagon(90)}" fill="none" stroke="${color}" stroke-opacity=".32" stroke-width="2"/>
<g transform="translate(128 128) scale(1.16)" fill="none" stroke-linejoin="round" stroke-linecap="round">
<path d="${lines}" stroke="${color}" stroke-width="9" opacity=".7" filter="${url('soft')}"/>
<path d="${planes}" fill="${color}" opacity=".26"/>
<path d="${lines}" stroke="${url('ink')}" stroke-width="5"/></g></svg>`;
}
