// Cases: one armoured box, many themes.
import { darken, lighten, linear, mix, radial } from './core/color.ts';
import { drawText } from './core/draw-text.ts';
import { rounded, rng, shortId, times, type Random } from './core/random.ts';
import { EMBLEMS, THEMES, crateTheme, type StripeName, type Theme, type ThemeName } from './crate-themes.ts';
import type { Palette } from './finishes/canvas.ts';
import { FINISHES } from './finishes/finishes.ts';
import type { Backdrop } from './skin.ts';

const STRIPES: Record<StripeName, (accent: string) => string> = {
  hazard: (a) => `<rect width="40" height="30" fill="#12141a"/><path d="M0 30L20 0H40L20 30Z" fill="${a}"/>`,
  chevron: (a) => `<rect width="40" height="30" fill="#12141a"/><path d="M0 0H16L28 15L16 30H0L12 15Z" fill="${a}"/>`,
  dash: (a) =>
    `<rect width="40" height="30" fill="#12141a"/><rect x="6" y="9" width="26" height="12" rx="2" fill="${a}"/>`,
  solid: (a) =>
    `<rect width="40" height="30" fill="${darken(a, 0.35)}"/><rect y="6" width="40" height="5" fill="${a}"/><rect y="19" width="40" height="5" fill="${a}"/>`,
  rainbow: () =>
    ['#ff4f5e', '#ffb03c', '#f7ee4b', '#4ee07a', '#4aa8ff', '#a565ff']
      .map((c, i) => `<rect y="${i * 5}" width="40" height="5" fill="${c}"/>`)
      .join(''),
};

const FRONT = 'M66 342H654L632 536Q630 548 618 548H102Q90 548 88 536Z';
const TOP = 'M128 176Q134 166 146 166H574Q586 166 592 176L662 264H58Z';
const LID = 'M58 262H662V324Q662 331 655 331H65Q58 331 58 324Z';

/** Element ids of one picture, as they are defined and as they are referred to. */
interface Ids {
  id: (name: string) => string;
  urlOf: (name: string) => string;
}

type CrateStyle = Theme & Ids;

const defs = ({
  id,
  accent,
  glow,
  stripe,
}: CrateStyle): string => `${radial(id('card'), '0 #1b2130, 0.6 #10141d, 1 #0a0c12', 'cx=".5" cy=".45" r=".75"')}
${linear(id('top'), '0 #000 0.62, 1 #fff 0.1')}${linear(id('lid'), '0 #fff 0.34, 0.18 #fff 0.04, 1 #000 0.5')}
${linear(id('frt'), '0 #fff 0.08, 0.45 #000 0.12, 1 #000 0.72')}
${linear(id('steel'), '0 #d2d8e3, 0.35 #8790a1, 0.55 #5b6272, 1 #2c313c')}${linear(id('dk'), '0 #12151c, 1 #333a48')}
${linear(id('side'), '0 #000 0.55, 0.14 #000 0, 0.42 #fff 0.1, 0.55 #fff 0, 0.86 #000 0, 1 #000 0.6', 'x1="0" x2="1"')}
${radial(id('aura'), `0 ${glow} 0.5, 0.45 ${glow} 0.17, 1 ${glow} 0`)}${linear(id('up'), `0 ${glow} 0, 1 ${glow} 0.6`)}
${linear(id('down'), `0 ${glow} 0.55, 1 ${glow} 0`)}
<pattern id="${id('st')}" width="40" height="30" y="502" patternUnits="userSpaceOnUse">${STRIPES[stripe](accent)}</pattern>
<clipPath id="${id('cf')}"><path d="${FRONT}"/></clipPath><clipPath id="${id('cl')}"><path d="${LID}"/></clipPath><clipPath id="${id('ct')}"><path d="${TOP}"/></clipPath>
<filter id="${id('b7')}" x="-10%" y="-300%" width="120%" height="700%"><feGaussianBlur stdDeviation="7"/>
</filter><filter id="${id('b18')}" x="-20%" y="-300%" width="140%" height="700%"><feGaussianBlur stdDeviation="18"/>
</filter><filter id="${id('eb')}" x="-40%" y="-40%" width="180%" height="180%"><feGaussianBlur stdDeviation="6"/></filter>
<filter id="${id('gr')}" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".75" numOctaves="2" seed="7"/>
<feColorMatrix values="0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 0 0 .6 -.22"/><feComposite in2="SourceAlpha" operator="in"/></filter>`;

const bracket = ({ urlOf }: Ids, [x, y, sx, sy]: readonly [number, number, number, number]): string =>
  `<g transform="translate(${x} ${y}) scale(${sx} ${sy})"><path d="M0 0H74L58 22H26V56L0 74Z" fill="${urlOf('steel')}" stroke="#0a0c11" stroke-width="2"/><path d="M3 3H66" stroke="#fff" stroke-opacity=".5" stroke-width="2"/><circle cx="14" cy="14" r="5" fill="#12151c"/><circle cx="13" cy="13" r="2.2" fill="#c8cedb"/><circle cx="50" cy="11" r="4" fill="#12151c"/><circle cx="13" cy="52" r="4" fill="#12151c"/></g>`;

const latch = ({ urlOf, accent, glow }: CrateStyle, x: number): string =>
  `<g transform="translate(${x} 0)"><rect x="-34" y="288" width="68" height="92" rx="9" fill="#0b0d12" opacity=".75"/><rect x="-30" y="284" width="60" height="90" rx="8" fill="${urlOf('steel')}" stroke="#0a0c11" stroke-width="2"/><rect x="-21" y="296" width="42" height="44" rx="5" fill="${urlOf('dk')}"/><path d="M-12 318h24" stroke="${accent}" stroke-width="5" stroke-linecap="round"/><rect x="-16" y="350" width="32" height="14" rx="4" fill="#0e1118"/><circle cy="357" r="4" fill="${glow}"/></g>`;

const rib = (x: number): string =>
  `<path d="M${x} 392L${rounded(x + (360 - x) * 0.035)} 500" stroke="#000" stroke-opacity=".5" stroke-width="13" stroke-linecap="round"/><path d="M${x + 7} 392L${rounded(x + 7 + (360 - x) * 0.035)} 500" stroke="#fff" stroke-opacity=".15" stroke-width="2.5"/>`;

const topAndHandle = ({
  id,
  urlOf,
  body,
  accent,
}: CrateStyle): string => `<path d="${TOP}" fill="${body}"/><g clip-path="${urlOf('ct')}"><use href="#${id('fin')}" opacity=".5"/></g><path d="${TOP}" fill="${urlOf('top')}" stroke="#0a0c11" stroke-width="2"/>
<path d="M190 188H530L566 250H154Z" fill="#000" opacity=".28"/><path d="M190 188H530L533 193H187Z" fill="#000" opacity=".4"/>
<path d="M154 250H566" stroke="#fff" stroke-opacity=".18" stroke-width="2"/>
<path d="M268 232Q268 196 296 194H424Q452 196 452 232" fill="none" stroke="#07080c" stroke-width="24" stroke-linecap="round"/>
<path d="M268 228Q268 194 296 192H424Q452 194 452 228" fill="none" stroke="#8d96a6" stroke-width="16" stroke-linecap="round"/>
<path d="M271 222Q273 198 298 197" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="3"/><path d="M306 191H414" stroke="#171a22" stroke-width="22" stroke-linecap="round"/>
<path d="M306 185H414" stroke="${accent}" stroke-opacity=".55" stroke-width="3" stroke-linecap="round"/>
<rect x="250" y="222" width="38" height="24" rx="5" fill="${urlOf('steel')}" stroke="#0a0c11" stroke-width="2"/>
<rect x="432" y="222" width="38" height="24" rx="5" fill="${urlOf('steel')}" stroke="#0a0c11" stroke-width="2"/>`;

const lidAndLabel = (
  { id, urlOf, body, accent, glow }: CrateStyle,
  label: string,
): string => `<path d="${LID}" fill="${body}"/><g clip-path="${urlOf('cl')}"><use href="#${id('fin')}" opacity=".45"/></g><path d="${LID}" fill="${urlOf('lid')}" stroke="#0a0c11" stroke-width="2"/>
<path d="M60 264H660" stroke="#fff" stroke-opacity=".45" stroke-width="3"/>
<rect x="58" y="298" width="604" height="33" fill="${urlOf('up')}"/>
<rect x="228" y="272" width="264" height="44" rx="6" fill="#090b10"/>
<rect x="229.5" y="273.500" width="261" height="41" rx="5" fill="none" stroke="${accent}" stroke-opacity=".5" stroke-width="1.5"/>
${drawText(label, { x: 360, y: 304, size: 20, anchor: 'middle', fit: 232, color: lighten(accent, 0.15), weight: 0.17, gap: 2.2 })}
<rect x="64" y="330" width="592" height="13" fill="${glow}" filter="${urlOf('b7')}"/><rect x="66" y="332" width="588" height="9" fill="${lighten(glow, 0.55)}"/>`;

const frontPanel = (
  { id, urlOf, body }: CrateStyle,
  scratches: string,
): string => `<path d="${FRONT}" fill="${body}"/><g clip-path="${urlOf('cf')}"><use href="#${id('fin')}" opacity=".8"/><rect x="60" y="342" width="600" height="210" fill="${urlOf('frt')}"/>
<rect x="60" y="342" width="600" height="96" fill="${urlOf('down')}" opacity=".85"/>${[150, 214, 506, 570].map(rib).join('')}
<path d="M60 502H660V532H60Z" fill="${urlOf('st')}" opacity=".94"/><path d="M60 502H660" stroke="#fff" stroke-opacity=".25" stroke-width="2"/>
<path d="M60 533H660" stroke="#000" stroke-opacity=".6" stroke-width="3"/><rect x="60" y="342" width="600" height="210" fill="${urlOf('side')}"/>
<path d="${scratches}" stroke="#dfe5ef" stroke-opacity=".22" stroke-width="1.4"/><rect x="60" y="342" width="600" height="208" filter="${urlOf('gr')}" opacity=".1"/>
</g><path d="${FRONT}" fill="none" stroke="#0a0c11" stroke-width="2"/>`;

const emblemBadge = ({
  urlOf,
  glow,
  emblem,
}: CrateStyle): string => `<path d="M360 352L440 392V474L360 514L280 474V392Z" fill="#06070b" opacity=".85"/>
<path d="M360 359L434 396V470L360 507L286 470V396Z" fill="${urlOf('dk')}" stroke="${urlOf('steel')}" stroke-width="6"/>
<path d="M360 370L424 402V464L360 496L296 464V402Z" fill="none" stroke="${glow}" stroke-opacity=".35" stroke-width="2"/>
<g transform="translate(360 433) scale(1.06)" fill="none" stroke-linejoin="round" stroke-linecap="round"><path d="${EMBLEMS[emblem]}" stroke="${glow}" stroke-width="10" opacity=".85" filter="${urlOf('eb')}"/>
<path d="${EMBLEMS[emblem]}" stroke="${glow}" stroke-width="5"/><path d="${EMBLEMS[emblem]}" stroke="#fff" stroke-opacity=".7" stroke-width="1.6"/></g>`;

const BRACKETS = [
  [64, 344, 1, 1],
  [656, 344, -1, 1],
  [90, 550, 1, -1],
  [630, 550, -1, -1],
  [56, 260, 0.9, 0.8],
] as const;

function scratchMarks(random: Random): string {
  return times(46, () => {
    const l = 5 + random() * 34;
    const a = random() - 0.5;
    return `M${rounded(70 + random() * 580)} ${rounded(180 + random() * 350)}l${rounded(l * Math.cos(a))} ${rounded(l * Math.sin(a))}`;
  });
}

function drawTexture({ body, accent, texture, id }: CrateStyle, random: Random): string {
  const tint = (t: number): string => mix(body, accent, t);
  const palette: Palette = [darken(body, 0.5), body, lighten(body, 0.1), tint(0.38), tint(0.6)];
  return FINISHES[texture]({ palette, random, width: 620, height: 400, id });
}

export interface CratePicture {
  name: string;
  theme?: ThemeName;
  /** The text on the lid; by default the name without the word "Case". */
  label?: string;
  backdrop?: Backdrop;
  width?: number;
}

/** Draws a case, 4:3. */
export function crateSvg({
  name,
  theme = crateTheme(name),
  label,
  backdrop = 'glow',
  width = 640,
}: CratePicture): string {
  const uid = shortId(['crate', name, theme, backdrop]);
  const id = (part: string): string => `${uid}${part}`;
  const urlOf = (part: string): string => `url(#${id(part)})`;
  const style: CrateStyle = { ...THEMES[theme], id, urlOf };
  const random = rng(`crate:${name}`);
  const serial = `K-${Math.floor(random() * 90) + 10}`;
  const scratches = scratchMarks(random);
  const texturePicture = drawTexture(style, random);
  const card =
    backdrop === 'card'
      ? `<rect y="90" width="720" height="540" fill="${urlOf('card')}"/><ellipse cx="360" cy="350" rx="356" ry="258" fill="${urlOf('aura')}"/>`
      : '';
  const light =
    backdrop === 'none'
      ? ''
      : `<ellipse cx="360" cy="562" rx="230" ry="12" fill="${style.glow}" opacity=".35" filter="${urlOf('b18')}"/>`;
  const title = label ?? name.replace(/\s*(weapon )?case$/i, '').replace(/^operation /i, '');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 90 720 540" width="${width}" height="${rounded(width * 0.75)}" role="img"><defs>
${defs(style)}
<g id="${id('fin')}" transform="translate(50 160)">${texturePicture}</g></defs>
${card}
<ellipse cx="360" cy="556" rx="290" ry="24" fill="#000" opacity=".75" filter="${urlOf('b18')}"/>
${light}
${topAndHandle(style)}
${lidAndLabel(style, title)}
${frontPanel(style, scratches)}
${emblemBadge(style)}
${drawText(serial, { x: 606, y: 488, size: 15, anchor: 'end', color: '#fff', opacity: 0.5, weight: 0.14 })}
${latch(style, 182)}${latch(style, 538)}${BRACKETS.map((place) => bracket(style, place)).join('')}
${bracket(style, [664, 260, -0.9, 0.8])}
</svg>`;
}
