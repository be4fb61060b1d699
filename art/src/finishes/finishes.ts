import * as forged from './forged.ts';
import * as geometric from './geometric.ts';
import * as painted from './painted.ts';
import { hash, pick } from '../core/random.ts';
import type { Canvas, Palette } from './canvas.ts';
import { PALETTES, PALETTE_NAMES, paletteFor, type PaletteName } from './palettes.ts';

const ALL = { ...geometric, ...painted, ...forged };

export type FinishName = keyof typeof ALL;

export const FINISHES: Record<FinishName, (canvas: Canvas) => string> = ALL;

// The first match wins. Some finishes bring their own palette.
const FINISH_RULES: readonly (readonly [RegExp, FinishName, PaletteName?])[] = [
  [/gamma doppler/i, 'doppler', 'jade'],
  [/doppler/i, 'doppler', 'sunset'],
  [/marble fade/i, 'marble', 'rgb'],
  [/\bfade\b|amber|spectrum/i, 'fade', 'fade'],
  [/case harden/i, 'hardened', 'hardened'],
  [/crimson web|\bweb\b|netting|spider/i, 'spiderWeb'],
  [/damascus/i, 'damascus', 'steel'],
  [/slaughter/i, 'slaughter', 'crimson'],
  [/tiger tooth|tooth$/i, 'tiger', 'gold'],
  [/tiger|tigris|jaguar|zebra|yellow-banded/i, 'tiger'],
  [/asiimov/i, 'panels', 'signal'],
  [/vulcan|point disarray/i, 'panels', 'vulcan'],
  [/cyrex|bloodsport|evil daimyo/i, 'panels', 'cyrex'],
  [/printstream|print\b|overprint|monoc|stencil/i, 'print', 'mono'],
  [/redline|red line|finish line|overtake|racing|rush/i, 'redline'],
  [/ddpat|digital|pixel|8-bit|masher|mainframe|dev_texture|pc-grn|polycam|hazard/i, 'digital'],
  [
    /circuit|cyber|neon|tech|mecha|nexus|kilowatt|control|input|light box|wiring|vapor|prototype|exo|autotronic|cassette|sonar|scaffold|re-?built|signal|cortex/i,
    'circuit',
  ],
  [
    /camo|flage|woodland|thicket|boreal|forest|commando|army|masked|jungle|safari|varicamo|urban|predator|contractor|desert|mudder|sand|dune|olive|winter/i,
    'camo',
  ],
  [
    /dragon|scale|serpent|snake|lizard|rattler|constrictor|cobra|reptile|koi|gila|fang|hydra|medusa|turtle|basilisk/i,
    'dragon',
  ],
  [/fire|flame|blaze|inferno|\bhot\b|burn|howl|rage|wildfire|dragonfire|phoenix/i, 'flame'],
  [/ocean|topo|waves?\b|island|contour|aquamarine|water|hydro|poseidon|tide/i, 'topo'],
  [
    /flower|floral|lotus|flora|aloha|rose|garden|arabesque|baroque|lore|kimono|tranquil|sakura|vine|victoria|princess|mehndi|royal|emperor|empress/i,
    'floral',
  ],
  [/hive|hex|honey|yellow jacket|buzz|stinger|cell|colony|mosaic/i, 'hex'],
  [/carbon|fiber|graphite|stealth|black sand|gunmetal|black tie/i, 'carbon'],
  [/chrome|mirror|silver|iron|heavy metal|brass|steel|gold|copper|bronze|platinum|metal|magnesium|nickel/i, 'chrome'],
  [
    /anodized|polymer|laminate|candy|solid|slate|apple|blue|ultraviolet|violet|\bnight\b|oxide|sheen|jade|emerald|ivory|vogue|ultralight/i,
    'anodized',
  ],
  [
    /splat|paint|spray|graffiti|goo|acid|toxic|slime|hyper|boom|\bpow|splash|bioleak|bad trip|zombie|disco|ziggy/i,
    'splatter',
  ],
  [/wood|rust|grain|bark|spalted|lumber/i, 'grain'],
  [/polygon|poly|facet|glass|crystal|diamond|opal|gem|fracture|fragments|\bice|frost|shard|prism|kitbash/i, 'facets'],
  [/smoke|cloud|mist|storm|nebula|space|galaxy|\bstar|spirit|phantom|ghost|supernova|spectre|moon|dream/i, 'doppler'],
  [/water elemental|stream|flow|wind|hair|lightning|electric|sound|static|oscill|wave/i, 'wavyLines'],
  [/pearl|swirl|hypno|sakkaku|candy|melon|vice|living color|leaded|abstract|morph/i, 'marble'],
];

// If no rule matches, a hash chooses among the finishes that suit the rarity.
const PLAIN: readonly FinishName[] = ['camo', 'digital', 'grain', 'anodized', 'carbon', 'topo', 'splatter'];
const MIDDLE: readonly FinishName[] = [
  'hex',
  'topo',
  'facets',
  'redline',
  'wavyLines',
  'circuit',
  'tiger',
  'anodized',
  'panels',
  'splatter',
  'dragon',
];
const RICH: readonly FinishName[] = [
  'marble',
  'dragon',
  'circuit',
  'panels',
  'floral',
  'doppler',
  'flame',
  'hex',
  'facets',
  'slaughter',
  'damascus',
  'hardened',
  'print',
  'chrome',
  'splatter',
];

function finishesFor(rarity: string): readonly FinishName[] {
  if (/consumer|industrial/i.test(rarity)) return PLAIN;
  return /mil|restricted/i.test(rarity) ? MIDDLE : RICH;
}

const USUAL_PALETTES: Partial<Record<FinishName, PaletteName>> = {
  panels: 'signal',
  print: 'mono',
  hardened: 'hardened',
  redline: 'crimson',
  spiderWeb: 'crimson',
};

/** Palettes that suit only one finish. */
const RESERVED_PALETTES = new Set<PaletteName>(['mono', 'signal', 'vulcan', 'cyrex', 'hardened', 'rgb']);
const FREE_PALETTES = PALETTE_NAMES.filter((name) => !RESERVED_PALETTES.has(name));

export interface FinishChoice {
  finish: FinishName;
  palette: Palette;
}

/** Finish and palette for a skin's name: by keyword rules, else by a stable hash. */
export function chooseFinish(name: string, { rarity = '', weapon = '' } = {}): FinishChoice {
  if (name === '' || /^(vanilla|stock)$/i.test(name)) return { finish: 'chrome', palette: PALETTES.steel };
  const [, ruled, fixed] = FINISH_RULES.find(([pattern]) => pattern.test(name)) ?? [];
  const finish = ruled ?? pick(finishesFor(rarity), `${name}:${weapon}`);
  const palette =
    fixed ?? paletteFor(name) ?? USUAL_PALETTES[finish] ?? FREE_PALETTES[hash(`p:${name}`) % FREE_PALETTES.length]!;
  return { finish, palette: PALETTES[palette] };
}
