import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

// Each font family has two files; the Turkish letters outside Latin-1 are in the second. Run this after a font update.
const BASIC_LATIN = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)).join('');
const LETTERS = 'çÇöÖüÜâÂîÎûÛéÉ';
const MARKS = '\u00a0…–—‹›“”‘’·•™€½×−©°¿±²³→←';
const TURKISH = 'ğĞıİşŞ₺★';

const families = [
  { name: 'inter', weights: { min: 400, max: 700, default: 400 } },
  { name: 'saira', weights: { min: 600, max: 800, default: 700 } },
];
const parts = [
  { from: 'latin', to: 'latin', text: BASIC_LATIN + LETTERS + MARKS + 'ı' },
  { from: 'latin-ext', to: 'turkish', text: TURKISH },
];

let bytes = 0;
for (const { name, weights } of families) {
  for (const { from, to, text } of parts) {
    const source = import.meta.resolve(`@fontsource-variable/${name}/files/${name}-${from}-wght-normal.woff2`);
    const font = await subsetFont(await readFile(fileURLToPath(source)), text, {
      targetFormat: 'woff2',
      variationAxes: { wght: weights },
    });
    await writeFile(new URL(`../src/fonts/${name}-${to}.woff2`, import.meta.url), font);
    bytes += font.length;
    console.log(`${name}-${to}.woff2 ${font.length} bytes`);
  }
}
console.log(`${bytes} bytes in total`);
