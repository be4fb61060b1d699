// Composes one skin: weapon geometry, finish, wear and rarity light.
import { linear, radial } from './core/color.ts';
import { affine, bounds } from './core/path.ts';
import { rounded, rng, shortId, times, type Random } from './core/random.ts';
import type { Palette } from './finishes/canvas.ts';
import { FINISHES, chooseFinish, type FinishName } from './finishes/finishes.ts';
import { skinFilters } from './skin-filters.ts';
import type { Geometry, Material, Part } from './weapons/shapes.ts';
import { weaponArt } from './weapons/weapons.ts';

const WIDTH = 1024;
const HEIGHT = 768;

const RARITY_COLORS: Readonly<Record<string, string>> = {
  consumer: '#b0c3d9',
  industrial: '#5e98d9',
  milspec: '#4b69ff',
  restricted: '#8847ff',
  classified: '#d32ce6',
  covert: '#eb4b4b',
  exceedinglyrare: '#ffc93c',
  extraordinary: '#ffb43c',
  contraband: '#e4ae39',
};

/** The colour of a rarity, in the spelling of the site or of Steam: 'Mil-Spec', 'Mil-Spec Grade', 'milspec'. */
export function rarityColor(rarity: string): string {
  const key = rarity
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .replace('grade', '');
  return RARITY_COLORS[key] ?? RARITY_COLORS['consumer']!;
}

const MATERIALS: Record<Exclude<Material, 'paint'>, string> = {
  metal: '0 #b4bcc9, 0.3 #6b7382, 0.55 #4a5160, 1 #1c2029',
  dark: '0 #5b6270, 0.45 #2b303b, 1 #0e1015',
  grip: '0 #3c3f47, 0.5 #24262c, 1 #0e0f12',
  wood: '0 #8a5a35, 0.45 #5d381e, 1 #25140a',
  glass: '0 #dff4ff, 0.4 #4fa8ff, 1 #10284f',
  edge: '0 #ffffff 0.5, 1 #ffffff 0.16',
  smoke: '0 #9fb0c2, 0.5 #566577, 1 #202b38',
};

/** 'card' is opaque with a wide halo, 'glow' transparent with a tight glow, 'none' transparent and clean. */
export type Backdrop = 'card' | 'glow' | 'none';

export interface SkinPicture {
  /** As in the catalogue: 'AK-47'. */
  weapon: string;
  /** Picks finish and palette unless they are given. Empty draws plain steel. */
  name?: string;
  rarity?: string;
  /** 0 is factory new, 1 battle-scarred. */
  wear?: number;
  backdrop?: Backdrop;
  finish?: FinishName;
  palette?: Palette;
  /** Varies the pattern. */
  seed?: string;
  width?: number;
}

type Id = (name: string) => string;
type Box = ReturnType<typeof bounds>;

/** Data that all layers of one picture share. */
interface Brush {
  id: Id;
  random: Random;
  wear: number;
  area: Box;
}

const shape = (d: string, attributes = ''): string =>
  `<path d="${d}" clip-rule="evenodd" fill-rule="evenodd" ${attributes}/>`;

const shapes = (parts: readonly Part[]): string => parts.map((part) => shape(part.d)).join('');

function wornPaint({ id, wear }: Brush, d: string): string {
  const chips =
    wear < 0.01
      ? ''
      : `<g filter="url(#${id('wear')})">${shape(d, 'opacity=".55"')}${shape(d, 'fill="none" stroke="#000" stroke-opacity=".32" stroke-width="15"')}</g>`;
  const grime = wear > 0.3 ? shape(d, `fill="#0b0a08" opacity="${rounded(wear * 0.22)}"`) : '';
  return chips + grime;
}

function partsSvg(brush: Brush, parts: readonly Part[], clip: string): string {
  const { id } = brush;
  let painted = 0;
  const partSvg = ({ material, d }: Part): string => {
    if (material === 'edge') return shape(d, `fill="url(#${id('edge')})"`);
    const contact = shape(
      d,
      'fill="none" stroke="#030408" stroke-opacity=".5" stroke-width="5" stroke-linejoin="round"',
    );
    const base =
      material === 'paint'
        ? `<g clip-path="url(#${clip}_${painted++})"><use href="#${id('fin')}"/>${wornPaint(brush, d)}</g>${shape(d, `fill="url(#${id('sh')})"`)}`
        : shape(d, `fill="url(#${id(material)})"`);
    return contact + base + shape(d, `filter="url(#${id('bevel')})"`);
  };
  return parts.map(partSvg).join('\n');
}

/** Scratches and a band of gloss across the painted parts. */
function surface({ random, wear, area }: Brush, clip: string): string {
  const scratches = times(8 + wear * 120, () => {
    const a = random() * 0.5 - 0.45;
    const l = 6 + random() * 46 * (0.4 + wear);
    return `M${rounded(area.x + random() * area.w)} ${rounded(area.y + random() * area.h)}l${rounded(l * Math.cos(a))} ${rounded(l * Math.sin(a))}`;
  });
  const slant = `l${rounded(-area.h * 0.45)} ${rounded(area.h)}`;
  return `<g clip-path="url(#${clip})"><path d="${scratches}" stroke="#d3d8e2" stroke-width="1.5" opacity="${rounded(0.1 + wear * 0.4)}"/></g><g clip-path="url(#${clip})"><path d="M${rounded(area.x + area.w * 0.5)} ${rounded(area.y)}h34${slant}h-34z m58 0h14${slant}h-14z" fill="#fff" opacity=".13"/></g>`;
}

/** Seams, recesses and rivets. */
function details({ lines = [], slots = [], rivets = [] }: Geometry, clip: string): string {
  const seam = lines.join(' ');
  const slot = slots.join(' ');
  return [
    seam &&
      `<g fill="none" stroke-linecap="round" clip-path="url(#${clip}w)"><path d="${seam}" stroke="#000" stroke-opacity=".55" stroke-width="2.6"/><path d="${seam}" stroke="#fff" stroke-opacity=".22" stroke-width="1.2" transform="translate(0 2.2)"/></g>`,
    slot &&
      `<path d="${slot}" fill="#fff" opacity=".2" transform="translate(0 2.2)"/><path d="${slot}" fill="#07080c" opacity=".88"/>`,
    ...rivets.map(
      ([x, y]) =>
        `<circle cx="${rounded(x)}" cy="${rounded(y)}" r="4.4" fill="#15181e"/><circle cx="${rounded(x - 1)}" cy="${rounded(y - 1.2)}" r="2.3" fill="#aab1be"/>`,
    ),
  ].join('');
}

function layerSvg(brush: Brush, layer: Geometry, index: number): { defs: string; body: string } {
  const { id } = brush;
  const painted = layer.parts.filter((part) => part.material === 'paint');
  const clip = id(`p${index}`);
  const defs =
    `<clipPath id="${clip}w">${shapes(layer.parts)}</clipPath><clipPath id="${clip}">${shapes(painted)}</clipPath>` +
    painted.map((part, i) => `<clipPath id="${clip}_${i}">${shape(part.d)}</clipPath>`).join('');
  const shadow =
    index > 0
      ? `<g filter="url(#${id('soft')})" opacity=".7" transform="translate(0 12)">${shapes(layer.parts)}</g>`
      : '';
  const body = partsSvg(brush, layer.parts, clip) + surface(brush, clip) + details(layer, clip);
  return { defs, body: shadow + body };
}

/** Rotates the weapon and fits it into the card. */
function viewOf({ tilt = -17, fit = 1 }: Geometry, paths: readonly string[]): string {
  const at = bounds(paths, affine({ rotate: tilt }));
  const scale = Math.min((WIDTH * 0.93 * fit) / at.w, (HEIGHT * 0.82 * fit) / at.h);
  const x = rounded(WIDTH / 2 - (at.x + at.w / 2) * scale);
  const y = rounded(HEIGHT / 2 - (at.y + at.h / 2) * scale);
  return `translate(${x} ${y}) scale(${scale.toFixed(4)}) rotate(${tilt})`;
}

function gradients(id: Id, color: string): string {
  const materials = Object.entries(MATERIALS).map(([material, stops]) => linear(id(material), stops));
  return `${materials.join('')}
${linear(id('sh'), '0 #fff 0.2, 0.35 #fff 0, 0.55 #000 0.08, 1 #000 0.58')}
${radial(id('card'), '0 #1b2130, 0.6 #10141d, 1 #0a0c12', 'cx=".5" cy=".42" r=".75"')}
${radial(id('halo'), `0 ${color} 0.46, 0.32 ${color} 0.22, 0.68 ${color} 0.06, 1 ${color} 0`)}`;
}

/** Draws a skin, 4:3. */
export function skinSvg(picture: SkinPicture): string {
  const { weapon, name = '', rarity = 'milspec', wear = 0.06, backdrop = 'glow', width = WIDTH } = picture;
  const { seed = `${weapon}|${name}`, finish, palette } = picture;
  const choice = chooseFinish(name, { rarity, weapon });
  const art = weaponArt(weapon);
  const paths = art.parts.map((part) => part.d);
  const area = bounds(paths);
  const color = rarityColor(rarity);
  const uid = shortId([seed, weapon, name, finish, palette, wear, rarity, backdrop]);
  const id: Id = (part) => `${uid}${part}`;
  const random = rng(seed);
  const layers = (art.layers ?? [art]).map((layer, index) => layerSvg({ id, random, wear, area }, layer, index));
  const filters = skinFilters({ id, color, wear, noiseSeed: Math.floor(random() * 999) });
  const canvas = {
    palette: palette ?? choice.palette,
    random,
    width: Math.ceil(area.w),
    height: Math.ceil(area.h),
    id,
  };
  const coat = FINISHES[finish ?? choice.finish](canvas);
  const card =
    backdrop === 'card'
      ? `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#${id('card')})"/><ellipse cx="${WIDTH / 2}" cy="${HEIGHT / 2}" rx="${WIDTH * 0.5}" ry="${HEIGHT * 0.48}" fill="url(#${id('halo')})"/>`
      : '';
  const glow =
    backdrop === 'none' ? '' : `<use href="#${id('all')}" fill="${color}" filter="url(#${id('blur')})" opacity=".75"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${width}" height="${rounded((width * HEIGHT) / WIDTH)}" role="img"><defs>
${gradients(id, color)}
${filters}
<g id="${id('fin')}" transform="translate(${rounded(area.x)} ${rounded(area.y)})">${coat}</g>
<g id="${id('all')}">${shapes(art.parts)}</g>${layers.map((layer) => layer.defs).join('')}</defs>
${card}<g transform="${viewOf(art, paths)}">${glow}<use href="#${id('all')}" fill="#000" filter="url(#${id('soft')})" opacity=".6" transform="translate(5 16)"/>
${layers.map((layer) => layer.body).join('\n')}
<g filter="url(#${id('rim')})" opacity=".8"><use href="#${id('all')}"/></g></g></svg>`;
}
