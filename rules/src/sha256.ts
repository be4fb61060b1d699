// SHA-256 and HMAC written out (FIPS 180-4, RFC 2104): a browser has none that is synchronous, and none at all on a
// page served over plain http. A test of the server holds both against node:crypto.

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

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** The message with its end mark and its length in bits, in whole blocks. */
function padded(message: Uint8Array): DataView {
  const bytes = new Uint8Array((((message.length + 8) >> 6) << 6) + BLOCK_BYTES);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(message.length / 0x2000_0000));
  view.setUint32(bytes.length - 4, message.length << 3);
  return view;
}

// One schedule for all calls: nothing here waits, so no two calls meet.
const schedule = new Int32Array(64);

function fillSchedule(view: DataView, at: number): void {
  for (let i = 0; i < 16; i++) schedule[i] = view.getInt32(at + i * 4);
  for (let i = 16; i < 64; i++) {
    const [early, late] = [schedule[i - 15]!, schedule[i - 2]!];
    const sigma0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const sigma1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    schedule[i] = schedule[i - 16]! + schedule[i - 7]! + sigma0 + sigma1;
  }
}

function mixBlock(state: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + ROUND_CONSTANTS[i]! + schedule[i]!;
    const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i]! += word));
}

export function sha256(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = padded(message);
  const state = Int32Array.from(INITIAL_STATE);
  for (let at = 0; at < view.byteLength; at += BLOCK_BYTES) {
    fillSchedule(view, at);
    mixBlock(state);
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setInt32(i * 4, word));
  return new Uint8Array(digest.buffer);
}

export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? sha256(key) : key);
  const inner = new Uint8Array(BLOCK_BYTES + message.length);
  const outer = new Uint8Array(BLOCK_BYTES + 32);
  block.forEach((byte, i) => {
    inner[i] = byte ^ 0x36;
    outer[i] = byte ^ 0x5c;
  });
  inner.set(message, BLOCK_BYTES);
  outer.set(sha256(inner), BLOCK_BYTES);
  return sha256(outer);
}

/** UTF-8 without the platform's encoder, which pure code cannot see. Throws on a lone surrogate, which has no bytes. */
export function utf8(text: string): Uint8Array {
  const escaped = encodeURIComponent(text);
  const bytes = escaped.replace(/%([0-9A-F]{2})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** SHA(x): lower-case hex of the SHA-256 of the UTF-8 text. */
export const sha256Hex = (text: string): string => hexOf(sha256(utf8(text)));
