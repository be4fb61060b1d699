import { expect, test } from 'vitest';
import { BadPacket, createPacketReader, encodePacket } from './rcon-wire.ts';

test('encodes size (without itself), id, type, body and two zero bytes', () => {
  const bytes = encodePacket({ id: 7, type: 2, body: 'hi' });
  expect(bytes.toString('hex')).toBe('0c000000070000000200000068690000');
});

const packets = [
  { id: 1, type: 3, body: 'Türkçe Ş' },
  { id: -1, type: 2, body: '' },
  { id: 2 ** 31 - 1, type: 0, body: 'x'.repeat(10_000) },
];

test.each([1, 3, 4, 13, 97, 4_096, 1_000_000])('reassembles packets from chunks of %i bytes', (pieceBytes) => {
  const stream = Buffer.concat(packets.map(encodePacket));
  const read = createPacketReader({ sizeMax: 20_000 });
  const got = [];
  for (let at = 0; at < stream.length; at += pieceBytes) got.push(...read(stream.subarray(at, at + pieceBytes)));
  expect(got.map(({ id, type, body }) => ({ id, type, body: body.toString() }))).toEqual(packets);
});

test.each([-1, 0, 9, 101])('rejects a packet size of %i', (size) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(size);
  expect(() => createPacketReader({ sizeMax: 100 })(bytes)).toThrow(BadPacket);
});
