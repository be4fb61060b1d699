import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { glyphsOf } from './glyph-outlines.ts';

// The share pictures draw their texts as outlines of the site's fonts. Run this and the formatter after a font update.
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');
const LATIN = range(0x20, 0x7e) + range(0xc0, 0xff) + '·™ı';
const TURKISH = 'ğĞİşŞ';

const faces = {
  title: { family: 'saira', weight: 700, latin: LATIN, extended: TURKISH },
  text: { family: 'inter', weight: 500, latin: LATIN, extended: TURKISH },
  wordmark: { family: 'saira', weight: 800, latin: 'KART', extended: '' },
};

const letters: Record<string, Record<string, readonly [width: number, path: string]>> = {};
for (const [face, { family, weight, latin, extended }] of Object.entries(faces)) {
  letters[face] = {};
  for (const [file, text] of [
    ['latin', latin],
    ['latin-ext', extended],
  ] as const) {
    if (text === '') continue;
    const source = import.meta.resolve(`@fontsource-variable/${family}/files/${family}-${file}-wght-normal.woff2`);
    const font = await subsetFont(await readFile(fileURLToPath(source)), text, {
      targetFormat: 'sfnt',
      variationAxes: { wght: weight },
    });
    Object.assign(letters[face], glyphsOf(font, text));
  }
}
await writeFile(new URL('../../art/data/letters.json', import.meta.url), `${JSON.stringify(letters)}\n`);
for (const [face, glyphs] of Object.entries(letters)) console.log(`${face}: ${Object.keys(glyphs).length} letters`);
