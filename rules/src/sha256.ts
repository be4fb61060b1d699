// Own implementation of SHA-256 and HMAC (FIPS 180-4, RFC 2104): browsers have no synchronous one, and none at all on a page served
// over plain http. A test of the server compares both with node:crypto.

const ROUND_CONSTANTS = Int32Array.from(
  `428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5 d807aa98 12835b01 243185be 550c7dc3
   72be5d74 80deb1fe 9bdc06a7 c19bf174 e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da
   983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967 27b70a85 2e1b2138 4d2c6dfc 53380d13
   650a7354 766a0abb 81c2c92e 92722c85 a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070
   19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3 748f82ee 78a5636f 84c87814 8cc70208
   90befffa a4506ceb bef9a3f7 c67178f2`
    .trim()
    .split(/\s+/),
  (digits) => Number.parseInt(digits, 16),
);

const INITIAL_STATE = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
] as const;

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** The message padded to whole blocks, with its end mark and its length in bits. */
function padded(message: Uint8Array): DataView {
  const bytes = new Uint8Array((((message.length + 8) >> 6) << 6) + BLOCK_BYTES);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(message.length / 0x2000_0000));
  view.setUint32(bytes.length - 4, message.length << 3);
  return view;
}

// One schedule for all calls, because nothing here is asynchronous and calls never overlap.
const schedule = new Int32Array(64);

function fillSchedule(view: DataView, index: number): void {
  for (let i = 0; i < 16; i++) schedule[i] = view.getInt32(index + i * 4);
  for (let i = 16; i < 64; i++) {
    const early = schedule[i - 15]!;
    const late = schedule[i - 2]!;
    const sigma0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const sigma1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    schedule[i] = schedule[i - 16]! + schedule[i - 7]! + sigma0 + sigma1;
  }
}

// One assignment per variable: shifting all eight by destructuring would take twice the time of the whole round.
function mixBlock(state: Int32Array): void {
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const first = (h + sum1 + choice + ROUND_CONSTANTS[i]! + schedule[i]!) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + sum0 + majority) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
}

export function sha256(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = padded(message);
  const state = Int32Array.from(INITIAL_STATE);
  for (let index = 0; index < view.byteLength; index += BLOCK_BYTES) {
    fillSchedule(view, index);
    mixBlock(state);
  }
  const digest = new DataView(new ArrayBuffer(DIGEST_BYTES));
  for (let i = 0; i < state.length; i++) digest.setInt32(i * 4, state[i]!);
  return new Uint8Array(digest.buffer);
}

export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? sha256(key) : key);
  const inner = new Uint8Array(BLOCK_BYTES + message.length);
  const outer = new Uint8Array(BLOCK_BYTES + DIGEST_BYTES);
  for (let i = 0; i < BLOCK_BYTES; i++) {
    inner[i] = block[i]! ^ 0x36;
    outer[i] = block[i]! ^ 0x5c;
  }
  inner.set(message, BLOCK_BYTES);
  outer.set(sha256(inner), BLOCK_BYTES);
  return sha256(outer);
}

/** The number of bytes of a non-ASCII code point in UTF-8. */
const lengthInUtf8 = (point: number): number => (point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4);

/** Encodes text as UTF-8 without TextEncoder, which this package cannot use. Throws on a lone surrogate. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) {
      bytes[length++] = unit;
      continue;
    }
    const point = text.codePointAt(index)!;
    if (point >= 0xd800 && point <= 0xdfff) throw new RangeError('a lone surrogate cannot be encoded in UTF-8');
    // The leading ones of the first byte give the number of bytes; the others carry six bits each.
    const size = lengthInUtf8(point);
    bytes[length++] = ((0xf00 >> size) & 0xff) | (point >> (6 * (size - 1)));
    for (let remaining = size - 2; remaining >= 0; remaining--)
      bytes[length++] = 0x80 | ((point >> (6 * remaining)) & 0x3f);
    if (size === 4) index++;
  }
  return bytes.subarray(0, length);
}

const BYTE_HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hexOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += BYTE_HEX[byte]!;
  return text;
}

/** SHA(x): lower-case hex of the SHA-256 of the UTF-8 text. */
export const sha256Hex = (text: string): string => hexOf(sha256(utf8(text)));
