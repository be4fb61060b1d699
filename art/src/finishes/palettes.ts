import { keysOf } from '../core/random.ts';
import type { Palette } from './canvas.ts';

export const PALETTES = {
  neon: ['#0b0916', '#19c8ff', '#6a35ff', '#ff2fc8', '#ffe066'],
  ember: ['#140a06', '#d8341f', '#ff8a1f', '#ffd04d', '#fff1b8'],
  gold: ['#1c1205', '#b9791a', '#f0b93a', '#ffe08a', '#fff6d6'],
  crimson: ['#12060a', '#8e1020', '#d32336', '#ff6a5a', '#ffd0c4'],
  ocean: ['#041420', '#0a5f8f', '#17a8c9', '#7be6ef', '#e9fdff'],
  ice: ['#0f1c2b', '#5f9fc9', '#a9d8ef', '#e6f6ff', '#ffffff'],
  forest: ['#16210f', '#3c5a2a', '#6c8a43', '#a8b878', '#e2e7b4'],
  jade: ['#04140f', '#0c7a55', '#25c088', '#93f2c6', '#effff8'],
  toxic: ['#0d1206', '#4e9c12', '#a5e01f', '#e9ff5a', '#ffffff'],
  violet: ['#0d0618', '#4c1d95', '#8b3dff', '#d48bff', '#ffd9ff'],
  rose: ['#1a0712', '#b81f66', '#ff5aa0', '#ffb3d1', '#fff0f6'],
  sand: ['#3a2c1a', '#b89a6a', '#8a6f45', '#d9c49a', '#f3e6c8'],
  steel: ['#16191f', '#596273', '#8d97a8', '#c9d0dc', '#ffffff'],
  slate: ['#101319', '#2a313d', '#4a5566', '#7a8799', '#cfd8e6'],
  mono: ['#0c0d10', '#f0f2f7', '#b9c4ff', '#ffc4ea', '#ffffff'],
  signal: ['#101114', '#eceff3', '#ff7a1a', '#ff9c3d', '#ffffff'],
  cobalt: ['#050a1c', '#12319c', '#2f6bff', '#8db8ff', '#eaf2ff'],
  sunset: ['#1b0a1e', '#ff5e3a', '#ff2f7d', '#7a3cff', '#ffe3a3'],
  copper: ['#1b0e08', '#7c3f1d', '#c0703a', '#f0b48a', '#ffe9d6'],
  candy: ['#1a0f24', '#ff5fa2', '#ffd84d', '#4de3ff', '#ffffff'],
  tropical: ['#06211f', '#0aa58a', '#ff7a59', '#ffd166', '#fff6e0'],
  urban: ['#191c21', '#5d636d', '#8a8f98', '#c9ced6', '#ffffff'],
  rust: ['#1c0f0a', '#5b3a2a', '#9c5a2e', '#c98a4b', '#efd2a6'],
  midnight: ['#05070f', '#141d3a', '#27408f', '#5f7de0', '#c5d4ff'],
  hardened: ['#1a1d2a', '#2a57c9', '#7a4fb0', '#c9a24d', '#f6e6b0'],
  fade: ['#180a20', '#ffb300', '#ff3d7f', '#6a4cff', '#ffffff'],
  vulcan: ['#101114', '#e9eef5', '#1f8fe0', '#57c1ff', '#ffffff'],
  cyrex: ['#101114', '#e9e9ec', '#d3202e', '#ff5a5a', '#ffffff'],
  rgb: ['#0c0d14', '#2255ff', '#ff2e3f', '#ffc93c', '#ffffff'],
} satisfies Record<string, Palette>;

export type PaletteName = keyof typeof PALETTES;

export const PALETTE_NAMES = keysOf(PALETTES);

// The first match wins.
const PALETTE_RULES: readonly (readonly [RegExp, PaletteName])[] = [
  [/purple|violet|plum|amethyst/i, 'violet'],
  [/vapor|neon|hyper|cyber|\bvice\b/i, 'neon'],
  [/\bblack|midnight/i, 'midnight'],
  [/green apple/i, 'jade'],
  [/\bknight|sentinel/i, 'steel'],
  [/gold|emperor|royal|baroque|arabesque|koi|lore|brass|prince|inheritance|sun in leo/i, 'gold'],
  [/crimson|blood|red\b|cherry|scarlet|carmine|candy apple|slaughter|code red|rezan|hot rod/i, 'crimson'],
  [
    /fire|flame|blaze|heat|burn|lava|ember|inferno|wildfire|rage|dragonfire|howl|searing|daimyo|orange|peel|apocaly/i,
    'ember',
  ],
  [/\bice|frost|snow|arctic|winter|avalanche|cold|polar|moon|ghost|spirit|ivory|bleach/i, 'ice'],
  [/ocean|sea|aqua|water|wave|hydro|marine|lagoon|atlant|poseidon|abyss|lionfish|coolant|sky|robin|amphib/i, 'ocean'],
  [/cobalt|blue|navy|azure|sapphire|lightning|storm|electric|kilowatt/i, 'cobalt'],
  [/jade|emerald|gamma|green|mint|turtle|racing/i, 'jade'],
  [/toxic|acid|bio|radiation|goo|lime|zombie|phosphor|yellow|hazard|caution|jacket|buzz|stinger|slag/i, 'toxic'],
  [
    /forest|jungle|woodland|moss|boreal|arbor|mangrove|palm|thicket|glade|vine|ruins|army|olive|commando|hunt|predator|reptile|rattler|snake|serpent|constrictor|cobra|gila|sage/i,
    'forest',
  ],
  [/desert|sand|dune|safari|drought|mudder|giraffe|shamagh|tan\b|mummy|anubis|osiris|pharaoh|bone/i, 'sand'],
  [/rust|wood|copper|bronze|leather|scavenger|junk|oxide|freight/i, 'copper'],
  [/ultraviolet|violet|purple|plum|amethyst|void|phantom|spectre|shadow|nether|vogue|lotus|lavender|royal/i, 'violet'],
  [/pink|rose|kiss|love|princess|queen|empress|xoxo|bubble|sakura|allure|victoria/i, 'rose'],
  [
    /neon|hyper|vapor|cyber|arcade|disco|vice|glitch|player|neo|synth|trip|chromatic|living color|dream|fever|button|head shot/i,
    'neon',
  ],
  [/\bnight|midnight|dark|black|nightmare|nocturn|noir|raven|sigil|carbon|stealth/i, 'midnight'],
  [/urban|grey|gray|smoke|slate|graphite|gunmetal|concrete|city|rubble|mogul/i, 'urban'],
  [/steel|metal|iron|chrome|silver|aluminum|knight|sentinel|clad|magnesium/i, 'steel'],
  [/aloha|tropic|hawaii|beach|melon|banana|floral|flora|peach|rising sun|horizon/i, 'tropical'],
];

/** The palette that a skin's name suggests. */
export const paletteFor = (name: string): PaletteName | undefined =>
  PALETTE_RULES.find(([pattern]) => pattern.test(name))?.[1];
