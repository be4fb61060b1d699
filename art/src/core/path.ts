// Measures and transforms SVG path data: every command except arcs.

export type Point = readonly [number, number];
export type Mapper = (x: number, y: number) => Point;
type Segment = readonly ['M' | 'L' | 'C' | 'Q' | 'Z', ...number[]];

const ARGUMENTS = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, z: 0 } as const;
type Command = keyof typeof ARGUMENTS;

/** The position of the pen, the start of its subpath, and the last control point (for `s` and `t`). */
interface Pen {
  at: Point;
  start: Point;
  control: Point;
  last: Command | '';
}

/** Executes one command and moves the pen. `n` holds its numbers, relative to the pen if `relative`. */
function step(pen: Pen, command: Command, n: readonly number[], relative: boolean): Segment {
  const [x, y] = pen.at;
  const point = (k: number): Point => [n[k]! + (relative ? x : 0), n[k + 1]! + (relative ? y : 0)];
  const mirrored: Point = [2 * x - pen.control[0], 2 * y - pen.control[1]];
  switch (command) {
    case 'm':
      pen.at = point(0);
      pen.start = pen.at;
      return ['M', ...pen.at];
    case 'l':
      pen.at = point(0);
      return ['L', ...pen.at];
    case 'h':
      pen.at = [n[0]! + (relative ? x : 0), y];
      return ['L', ...pen.at];
    case 'v':
      pen.at = [x, n[0]! + (relative ? y : 0)];
      return ['L', ...pen.at];
    case 'c':
    case 's': {
      const short = command === 's';
      const first = short ? ('cs'.includes(pen.last) ? mirrored : pen.at) : point(0);
      pen.control = point(short ? 0 : 2);
      pen.at = point(short ? 2 : 4);
      return ['C', ...first, ...pen.control, ...pen.at];
    }
    case 'q':
    case 't': {
      const short = command === 't';
      pen.control = short ? ('qt'.includes(pen.last) ? mirrored : pen.at) : point(0);
      pen.at = point(short ? 0 : 2);
      return ['Q', ...pen.control, ...pen.at];
    }
    case 'z':
      break;
  }
  pen.at = pen.start;
  return ['Z'];
}

const isCommand = (letter: string): letter is Command => letter in ARGUMENTS;

/** The path as absolute M, L, C, Q and Z segments. */
function absolute(d: string): Segment[] {
  const segments: Segment[] = [];
  const pen: Pen = { at: [0, 0], start: [0, 0], control: [0, 0], last: '' };
  for (const [, letter = '', rest = ''] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const numbers = (rest.match(/-?\d*\.?\d+(?:e-?\d+)?/g) ?? []).map(Number);
    let command = letter.toLowerCase();
    const relative = letter === command;
    let i = 0;
    do {
      if (!isCommand(command)) throw new Error(`unsupported path command ${letter}`);
      const taken = numbers.slice(i, (i += ARGUMENTS[command]));
      segments.push(step(pen, command, taken, relative));
      pen.last = command;
      if (command === 'm') command = 'l';
    } while (i < numbers.length);
  }
  return segments;
}

/** Applies `map` to every point of a path, control points included. */
export function mapPath(d: string, map: Mapper): string {
  return absolute(d)
    .map(([command, ...n]) => {
      let s: string = command;
      for (let i = 0; i < n.length; i += 2) {
        const [x, y] = map(n[i]!, n[i + 1]!);
        s += `${Number(x.toFixed(1))} ${Number(y.toFixed(1))} `;
      }
      return s;
    })
    .join('');
}

export interface Placement {
  x?: number;
  y?: number;
  rotate?: number;
  scale?: number;
  scaleX?: number;
  scaleY?: number;
}

/** Scales, then rotates by degrees, then moves. */
export function affine({ x = 0, y = 0, rotate = 0, scale = 1, scaleX = scale, scaleY = scale }: Placement): Mapper {
  const angle = (rotate * Math.PI) / 180;
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return (px, py) => [x + px * scaleX * c - py * scaleY * s, y + px * scaleX * s + py * scaleY * c];
}

/** Bounding box of several paths, control points included. */
export function bounds(paths: readonly string[], map: Mapper = (x, y) => [x, y]) {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const d of paths) {
    for (const [, ...n] of absolute(d)) {
      for (let i = 0; i < n.length; i += 2) {
        const [x, y] = map(n[i]!, n[i + 1]!);
        x0 = Math.min(x0, x);
        y0 = Math.min(y0, y);
        x1 = Math.max(x1, x);
        y1 = Math.max(y1, y);
      }
    }
  }
  return { x: x0, y: y0, w: x1 - x0, h: y1 - y0 };
}
