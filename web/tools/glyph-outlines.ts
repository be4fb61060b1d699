/** The advance width of a letter and its outline, with a cap height of 1.000 and the baseline at 0. */
export type Glyph = readonly [width: number, path: string];

type Point = { readonly x: number; readonly y: number; readonly isOnCurve: boolean };
type Contour = readonly Point[];

/** The capital whose height is the cap height. */
const CAPITAL = 'K';
const CAP_HEIGHT = 1_000;

/** The outlines of the letters that a TrueType font has. */
export function glyphsOf(font: Buffer, text: string): Record<string, Glyph> {
  const tables = tablesOf(font);
  const idOf = characterMap(tables('cmap'));
  const outlineOf = outlineReader(tables);
  const widthOf = widthReader(tables);
  const metrics = tables('OS/2');
  // The second version of the table has the cap height; a file of a few letters may lack the capital to measure.
  const capital = metrics.readUInt16BE(0) >= 2 ? metrics.readInt16BE(88) : heightOf(outlineOf(idOf(CAPITAL)));
  const scale = CAP_HEIGHT / capital;
  return Object.fromEntries(
    Array.from(text)
      .filter((character) => idOf(character) > 0)
      .map((character) => {
        const id = idOf(character);
        return [character, [Math.round(widthOf(id) * scale), pathOf(outlineOf(id), scale)] as const];
      }),
  );
}

const heightOf = (contours: readonly Contour[]): number => Math.max(...contours.flat().map(({ y }) => y));

function tablesOf(font: Buffer): (tag: string) => Buffer {
  const count = font.readUInt16BE(4);
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < count; index++) {
    const at = 12 + index * 16;
    const [offset, length] = [font.readUInt32BE(at + 8), font.readUInt32BE(at + 12)];
    tables.set(font.toString('latin1', at, at + 4), font.subarray(offset, offset + length));
  }
  return (tag) => {
    const table = tables.get(tag);
    if (table === undefined) throw new Error(`The font has no table ${tag}.`);
    return table;
  };
}

/** Reads the map of characters to glyphs, in its format for the basic plane. */
function characterMap(cmap: Buffer): (character: string) => number {
  const count = cmap.readUInt16BE(2);
  const offsets = Array.from({ length: count }, (_, index) => cmap.readUInt32BE(4 + index * 8 + 4));
  const offset = offsets.find((each) => cmap.readUInt16BE(each) === 4);
  if (offset === undefined) throw new Error('The font has no character map of format 4.');
  const table = cmap.subarray(offset);
  const segments = table.readUInt16BE(6) / 2;
  const [ends, starts] = [14, 16 + segments * 2];
  const [deltas, ranges] = [starts + segments * 2, starts + segments * 4];
  return (character) => {
    const code = character.codePointAt(0)!;
    for (let index = 0; index < segments; index++) {
      if (code > table.readUInt16BE(ends + index * 2)) continue;
      const start = table.readUInt16BE(starts + index * 2);
      if (code < start) return 0;
      const delta = table.readUInt16BE(deltas + index * 2);
      const range = table.readUInt16BE(ranges + index * 2);
      if (range === 0) return (code + delta) % 0x10000;
      const id = table.readUInt16BE(ranges + index * 2 + range + (code - start) * 2);
      return id === 0 ? 0 : (id + delta) % 0x10000;
    }
    return 0;
  };
}

function widthReader(tables: (tag: string) => Buffer): (id: number) => number {
  const count = tables('hhea').readUInt16BE(34);
  const metrics = tables('hmtx');
  return (id) => metrics.readUInt16BE(Math.min(id, count - 1) * 4);
}

function outlineReader(tables: (tag: string) => Buffer): (id: number) => readonly Contour[] {
  const isLong = tables('head').readInt16BE(50) === 1;
  const [loca, glyf] = [tables('loca'), tables('glyf')];
  const offsetOf = (id: number) => (isLong ? loca.readUInt32BE(id * 4) : loca.readUInt16BE(id * 2) * 2);
  const outlineOf = (id: number): readonly Contour[] => {
    const glyph = glyf.subarray(offsetOf(id), offsetOf(id + 1));
    if (glyph.length === 0) return [];
    const contours = glyph.readInt16BE(0);
    return contours >= 0 ? simpleOutline(glyph, contours) : compositeOutline(glyph, outlineOf);
  };
  return outlineOf;
}

const ON_CURVE = 1;
const REPEATS = 8;

function simpleOutline(glyph: Buffer, count: number): readonly Contour[] {
  const ends = Array.from({ length: count }, (_, index) => glyph.readUInt16BE(10 + index * 2));
  const points = (ends.at(-1) ?? -1) + 1;
  let at = 10 + count * 2;
  at += 2 + glyph.readUInt16BE(at);
  const flags: number[] = [];
  while (flags.length < points) {
    const flag = glyph[at++]!;
    const repeats = flag & REPEATS ? glyph[at++]! : 0;
    for (let index = 0; index <= repeats; index++) flags.push(flag);
  }
  const coordinates = (shortBit: number, sameBit: number): number[] => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & shortBit) value += flag & sameBit ? glyph[at++]! : -glyph[at++]!;
      else if (!(flag & sameBit)) {
        value += glyph.readInt16BE(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = coordinates(2, 16);
  const ys = coordinates(4, 32);
  const all = flags.map((flag, index) => ({ x: xs[index]!, y: ys[index]!, isOnCurve: (flag & ON_CURVE) !== 0 }));
  return ends.map((end, index) => all.slice(index === 0 ? 0 : ends[index - 1]! + 1, end + 1));
}

const HAS_WORDS = 1;
const HAS_SCALES = 0b1100_1000;
const HAS_MORE = 32;

/** A letter with a mark consists of both, each moved. */
function compositeOutline(glyph: Buffer, outlineOf: (id: number) => readonly Contour[]): readonly Contour[] {
  const outlines: Contour[] = [];
  let at = 10;
  for (let flags = HAS_MORE; flags & HAS_MORE;) {
    flags = glyph.readUInt16BE(at);
    const part = outlineOf(glyph.readUInt16BE(at + 2));
    if (flags & HAS_SCALES) throw new Error('The font scales the parts of a letter.');
    const hasWords = (flags & HAS_WORDS) !== 0;
    const dx = hasWords ? glyph.readInt16BE(at + 4) : glyph.readInt8(at + 4);
    const dy = hasWords ? glyph.readInt16BE(at + 6) : glyph.readInt8(at + 5);
    at += hasWords ? 8 : 6;
    outlines.push(...part.map((contour) => contour.map((point) => ({ ...point, x: point.x + dx, y: point.y + dy }))));
  }
  return outlines;
}

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, isOnCurve: true });

/** As path data, y down. Between two control points in a row lies a point of the curve. */
function pathOf(contours: readonly Contour[], scale: number): string {
  const at = ({ x, y }: Point) => `${Math.round(x * scale)} ${Math.round(-y * scale)}`;
  return contours
    .filter(({ length }) => length > 1)
    .map((contour) => {
      const full = contour.flatMap((point, index) => {
        const next = contour[(index + 1) % contour.length]!;
        return point.isOnCurve || next.isOnCurve ? [point] : [point, between(point, next)];
      });
      const first = full.findIndex(({ isOnCurve }) => isOnCurve);
      const [start, ...rest] = [...full.slice(first), ...full.slice(0, first)];
      let path = `M${at(start!)}`;
      for (let index = 0; index < rest.length; index++) {
        const point = rest[index]!;
        path += point.isOnCurve ? `L${at(point)}` : `Q${at(point)} ${at(rest[++index] ?? start!)}`;
      }
      return `${path}Z`;
    })
    .join('');
}
