// Texts as outlines of the site's fonts: they look the same on every machine, and a name can never become markup. Node only.
import { readFileSync } from 'node:fs';
import { rounded } from './random.ts';

/** As on the site: titles and figures in Saira, the rest in Inter. */
type Face = 'title' | 'text' | 'wordmark';

/** The width of a letter and its outline, with a cap height of 1.000 and the baseline at 0. */
type Letter = readonly [width: number, path: string];

const UNITS = 1_000;

const letters = JSON.parse(readFileSync(new URL('../../data/letters.json', import.meta.url), 'utf8')) as Record<
  Face,
  Readonly<Record<string, Letter>>
>;

interface WriteOptions {
  x: number;
  y: number;
  /** Cap height. */
  size: number;
  face?: Face;
  anchor?: 'start' | 'middle' | 'end';
  color?: string;
  /** Space between letters, in units of the cap height. */
  spacing?: number;
  /** Largest allowed width: the text shrinks to stay inside it. */
  fit?: number;
}

/** Letters that the face does not have are left out. */
const lettersOf = (text: string, face: Face): Letter[] =>
  Array.from(text.normalize('NFC')).flatMap((character) => {
    const letter = Object.hasOwn(letters[face], character) ? letters[face][character] : undefined;
    return letter === undefined ? [] : [letter];
  });

const measure = (line: readonly Letter[], spacing: number): number =>
  line.reduce((width, [advance]) => width + advance / UNITS + spacing, -spacing);

/** The width that a text takes without `fit`. */
export function writtenWidth(
  text: string,
  { size, face = 'text', spacing = 0 }: Omit<WriteOptions, 'x' | 'y'>,
): number {
  return measure(lettersOf(text, face), spacing) * size;
}

const SHARE_LEFT_OF_ANCHOR = { start: 0, middle: 0.5, end: 1 };

/** Draws a text. (x, y) is the start, middle or end of the baseline. */
export function writeText(text: string, options: WriteOptions): string {
  const { x, y, size, face = 'text', anchor = 'start', color = '#fff', spacing = 0, fit = Infinity } = options;
  const line = lettersOf(text, face);
  if (line.length === 0) return '';
  const length = measure(line, spacing);
  const cap = Math.min(size, fit / length);
  let at = 0;
  const drawn = line.map(([advance, path]) => {
    const letter = path === '' ? '' : `<path transform="translate(${Math.round(at)})" d="${path}"/>`;
    at += advance + spacing * UNITS;
    return letter;
  });
  const left = x - length * cap * SHARE_LEFT_OF_ANCHOR[anchor];
  return `<g fill="${color}" transform="translate(${rounded(left)} ${rounded(y)}) scale(${cap / UNITS})">${drawn.join('')}</g>`;
}
