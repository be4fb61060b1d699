/** The Source RCON format: size, id, type, body, two zero bytes; little-endian numbers; the size excludes itself. */
export const RCON_TYPE = {
  auth: 3,
  command: 2,
  /** The same number as a command, in the other direction. */
  authAnswer: 2,
  value: 0,
} as const;

/** The id of the answer to a wrong password. */
export const RCON_REFUSED_ID = -1;

/** Limit of the size field: the longest request that a server reads, and where CS:GO splits its answers. */
export const RCON_REQUEST_SIZE_MAX = 4_096;

const SIZE_BYTES = 4;
const HEAD_BYTES = 12;
const TAIL_BYTES = 2;
/** Id, type and the two zero bytes. */
export const RCON_EMPTY_SIZE = HEAD_BYTES - SIZE_BYTES + TAIL_BYTES;

/** The body stays bytes, because an answer may be split inside a character. */
export type RconPacket = { readonly id: number; readonly type: number; readonly body: Buffer };

/** The data is not RCON, so nothing after it can be parsed. */
export class BadPacket extends Error {}

export function encodePacket(packet: { id: number; type: number; body: string | Buffer }): Buffer {
  const body = Buffer.from(packet.body);
  const bytes = Buffer.alloc(HEAD_BYTES + body.length + TAIL_BYTES);
  bytes.writeInt32LE(RCON_EMPTY_SIZE + body.length, 0);
  bytes.writeInt32LE(packet.id, SIZE_BYTES);
  bytes.writeInt32LE(packet.type, SIZE_BYTES + 4);
  body.copy(bytes, HEAD_BYTES);
  return bytes;
}

/** Splits a stream into packets, whatever its chunks; returns the complete ones. Throws `BadPacket`. */
export function createPacketReader({ sizeMax }: { sizeMax: number }): (data: Buffer) => RconPacket[] {
  let pieces: Buffer[] = [];
  let heldBytes = 0;
  let wantedBytes = SIZE_BYTES;

  return (data) => {
    pieces.push(data);
    heldBytes += data.length;
    // Joined only when there is enough data, because an answer of megabytes arrives in a thousand chunks.
    if (heldBytes < wantedBytes) return [];
    let bytes = Buffer.concat(pieces);
    const packets: RconPacket[] = [];
    wantedBytes = SIZE_BYTES;
    while (bytes.length >= SIZE_BYTES) {
      const size = bytes.readInt32LE(0);
      if (size < RCON_EMPTY_SIZE || size > sizeMax) throw new BadPacket(`invalid packet size: ${size} bytes`);
      wantedBytes = SIZE_BYTES + size;
      if (bytes.length < wantedBytes) break;
      packets.push({
        id: bytes.readInt32LE(SIZE_BYTES),
        type: bytes.readInt32LE(SIZE_BYTES + 4),
        body: bytes.subarray(HEAD_BYTES, wantedBytes - TAIL_BYTES),
      });
      bytes = bytes.subarray(wantedBytes);
      wantedBytes = SIZE_BYTES;
    }
    pieces = [bytes];
    heldBytes = bytes.length;
    return packets;
  };
}
