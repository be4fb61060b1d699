// A small stroke alphabet, so labels look the same on every machine and need no fonts.
import { rounded } from './random.ts';
import { affine, mapPath } from './path.ts';

/** Width and path on a grid 4 wide and 6 high, y down. */
type Glyph = readonly [number, string];

const GLYPHS: Record<string, Glyph> = {
  A: [4, 'M0 6V1.5L1.5 0H2.5L4 1.5V6M0 4H4'],
  B: [4, 'M3 3H0V0H3L4 1V2L3 3L4 4V5L3 6H0V3'],
  C: [4, 'M4 1.2L2.8 0H1.2L0 1.2V4.8L1.2 6H2.8L4 4.8'],
  D: [4, 'M0 0H2.8L4 1.2V4.8L2.8 6H0Z'],
  E: [3.6, 'M3.6 0H0V6H3.6M0 3H3'],
  F: [3.6, 'M3.6 0H0V6M0 3H3'],
  G: [4, 'M4 1.2L2.8 0H1.2L0 1.2V4.8L1.2 6H2.8L4 4.8V3.1H2.2'],
  H: [4, 'M0 0V6M4 0V6M0 3H4'],
  I: [0, 'M0 0V6'],
  J: [3, 'M3 0V4.8L1.8 6H1.2L0 4.8'],
  K: [4, 'M0 0V6M4 0L.5 3L4 6'],
  L: [3.4, 'M0 0V6H3.4'],
  M: [5, 'M0 6V0L2.5 3.2L5 0V6'],
  N: [4, 'M0 6V0L4 6V0'],
  O: [4, 'M1.2 0H2.8L4 1.2V4.8L2.8 6H1.2L0 4.8V1.2Z'],
  P: [4, 'M0 6V0H3L4 1V2.4L3 3.4H0'],
  Q: [4, 'M1.2 0H2.8L4 1.2V4.8L2.8 6H1.2L0 4.8V1.2ZM2.4 4.2L4.2 6.3'],
  R: [4, 'M0 6V0H3L4 1V2.2L3 3.2H0M2 3.2L4 6'],
  S: [4, 'M4 1L3 0H1L0 1V2L1 3H3L4 4V5L3 6H1L0 5'],
  T: [4, 'M0 0H4M2 0V6'],
  U: [4, 'M0 0V4.8L1.2 6H2.8L4 4.8V0'],
  V: [4, 'M0 0L2 6L4 0'],
  W: [5.4, 'M0 0L1.3 6L2.7 1.5L4.1 6L5.4 0'],
  X: [4, 'M0 0L4 6M4 0L0 6'],
  Y: [4, 'M0 0L2 3L4 0M2 3V6'],
  Z: [4, 'M0 0H4L0 6H4'],
  0: [4, 'M1.2 0H2.8L4 1.2V4.8L2.8 6H1.2L0 4.8V1.2Z'],
  1: [1.2, 'M0 1L1.2 0V6'],
  2: [4, 'M0 1L1 0H3L4 1V2.2L0 6H4'],
  3: [4, 'M0 0H3L4 1V2L3 3H1.4M3 3L4 4V5L3 6H0'],
  4: [4, 'M3 6V0L0 4.2H4'],
  5: [4, 'M4 0H0V2.6H3L4 3.6V5L3 6H0'],
  6: [4, 'M4 1L3 0H1L0 1V5L1 6H3L4 5V4L3 3H0'],
  7: [4, 'M0 0H4L1.5 6'],
  8: [4, 'M1 3L0 2V1L1 0H3L4 1V2L3 3H1L0 4V5L1 6H3L4 5V4L3 3'],
  9: [4, 'M4 3H1L0 2V1L1 0H3L4 1V5L3 6H0'],
  '-': [2.4, 'M0 3H2.4'],
  '.': [0, 'M0 5.6V6'],
  ',': [0.6, 'M.6 5.4L0 6.6'],
  "'": [0, 'M0 0V1.4'],
  '/': [3, 'M3 0L0 6'],
  '&': [4.2, 'M4 6L.9 1.9V1L1.8 0H2.4L3.2 1V1.8L0 4V5L1 6H2.2L4 3.8'],
  '!': [0, 'M0 0V4M0 5.6V6'],
  '|': [0, 'M0 0V6'],
  '+': [3, 'M0 3H3M1.5 1.5V4.5'],
};

const SPACE: Glyph = [2.2, ''];
const glyph = (character: string): Glyph => GLYPHS[character] ?? SPACE;

/** The marks of Turkish letters, around the middle of the letter they belong to. */
const MARKS: Record<string, string> = {
  '\u0306': 'M-1.3 -2.3L-.6 -1.5H.6L1.3 -2.3',
  '\u0307': 'M0 -2V-1.7',
  '\u0308': 'M-1.1 -2V-1.7M1.1 -2V-1.7',
  '\u0327': 'M0 6.4L.7 7.3L-.6 8.1',
};

/** Splits a text into capitals and marks. The dotless ı is replaced, because it does not decompose like the other letters. */
const capitalsOf = (text: string): string[] =>
  Array.from(text.replaceAll('ı', 'i').normalize('NFD').toUpperCase()).filter(
    (character) => character in MARKS || /[\x20-\x7e]/.test(character),
  );

/** Width of a line, in units of its cap height. */
const measure = (line: readonly string[], gap: number): number =>
  line.reduce((width, character) => (character in MARKS ? width : width + glyph(character)[0] + gap), -gap) / 6;

interface TextOptions {
  x?: number;
  y?: number;
  /** Cap height. */
  size?: number;
  anchor?: 'start' | 'middle' | 'end';
  gap?: number;
  weight?: number;
  color?: string;
  opacity?: number;
  /** Largest allowed width: the text shrinks to stay inside it. */
  fit?: number;
}

const SHARE_LEFT_OF_ANCHOR = { start: 0, middle: 0.5, end: 1 };

/** Draws text as strokes. (x, y) is the start, middle or end of the baseline. */
export function drawText(text: string, options: TextOptions = {}): string {
  const { x = 0, y = 0, size = 24, anchor = 'start', gap = 1.7, weight = 0.16 } = options;
  const { color = '#fff', opacity = 1, fit = Infinity } = options;
  const line = capitalsOf(text);
  if (line.length === 0) return '';
  const length = measure(line, gap);
  const s = Math.min(size, fit / length);
  let cx = x - length * s * SHARE_LEFT_OF_ANCHOR[anchor];
  let middle = cx;
  let d = '';
  for (const character of line) {
    const mark = MARKS[character];
    const [width, path] = glyph(character);
    if (mark !== undefined) {
      d += mapPath(mark, affine({ x: middle, y: y - s, scale: s / 6 }));
      continue;
    }
    if (path) d += mapPath(path, affine({ x: cx, y: y - s, scale: s / 6 }));
    middle = cx + (width * s) / 12;
    cx += ((width + gap) * s) / 6;
  }
  const fade = opacity < 1 ? ` opacity="${opacity}"` : '';
  return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${rounded(s * weight)}" stroke-linejoin="miter" stroke-miterlimit="2.5" stroke-linecap="square"${fade}/>`;
}
