/** Authenticator apps assume these three when an address does not name others. */
const STEP_SECONDS = 30;
const DIGITS = 6;

/** Apps whose clock differs by this many steps are accepted. */
const STEPS_AROUND = 1;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS_PER_LETTER = 5;

/** Base32 without padding, as authenticator apps expect it. */
export function base32Encode(bytes: Uint8Array): string {
  let text = '';
  let [buffer, bits] = [0, 0];
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= BITS_PER_LETTER) {
      bits -= BITS_PER_LETTER;
      text += ALPHABET[(buffer >>> bits) & 31];
    }
  }
  return bits === 0 ? text : text + ALPHABET[(buffer << (BITS_PER_LETTER - bits)) & 31]!;
}

/** Decodes base32 of any case, with or without padding and spaces; undefined for other characters. */
export function base32Decode(text: string): Uint8Array<ArrayBuffer> | undefined {
  const letters = text.toUpperCase().replace(/[\s=]/g, '');
  const bytes: number[] = [];
  let [buffer, bits] = [0, 0];
  for (const letter of letters) {
    const value = ALPHABET.indexOf(letter);
    if (value === -1) return undefined;
    buffer = ((buffer << BITS_PER_LETTER) | value) & 0xfff;
    bits += BITS_PER_LETTER;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((buffer >>> bits) & 0xff);
  }
  return Uint8Array.from(bytes);
}

/** The number of the time step in which a moment is (RFC 6238). */
export function totpStep(nowMs: number): number {
  return Math.floor(nowMs / 1_000 / STEP_SECONDS);
}

/** The steps whose codes are accepted now, the earliest first. */
export function acceptedTotpSteps(nowMs: number): number[] {
  const now = totpStep(nowMs);
  return Array.from({ length: 2 * STEPS_AROUND + 1 }, (_, index) => now - STEPS_AROUND + index);
}

/** A step as the message that is authenticated: eight bytes, big-endian. */
export function totpMessage(step: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(step));
  return bytes;
}

/** The code from the HMAC of a step's message: dynamic truncation of RFC 4226. */
export function totpCode(mac: Uint8Array, digits: number = DIGITS): string {
  const offset = mac[mac.length - 1]! & 0x0f;
  const number = new DataView(mac.buffer, mac.byteOffset, mac.byteLength).getUint32(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** What authenticator apps read from a QR code. */
export function otpauthUri({ issuer, account, secret }: { issuer: string; account: string; secret: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const parameters = {
    secret,
    issuer: encodeURIComponent(issuer),
    algorithm: 'SHA1',
    digits: DIGITS,
    period: STEP_SECONDS,
  };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
  return `otpauth://totp/${label}?${query.join('&')}`;
}
