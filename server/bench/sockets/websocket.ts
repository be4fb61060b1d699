import { connect, type Socket } from 'node:net';

const MASK = [1, 2, 3, 4] as const;
/** Several loopback addresses, because the connections of one address are limited. */
const LOOPBACK_ADDRESSES = 10;

/** A short text frame of a client. */
export function frame(text: string): Buffer {
  const body = Buffer.from(text);
  const length = body.length < 126 ? [0x80 | body.length] : [0x80 | 126, body.length >> 8, body.length & 255];
  const masked = body.map((byte, index) => byte ^ MASK[index % 4]!);
  return Buffer.concat([Buffer.from([0x81, ...length, ...MASK]), masked]);
}

/** What opens a websocket to the live channel. */
export function handshake(port: number): string {
  return [
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '\r\n',
  ].join('\r\n');
}

/** A ping of Engine.IO, and the answer without which the server disconnects. */
export const PING = Buffer.from([0x81, 1, 0x32]);
export const PONG = frame('3');

/** Opens a TCP connection from one of several addresses of this machine. */
export function connectFrom(index: number, port: number): Socket {
  const localAddress = `127.0.0.${1 + (index % LOOPBACK_ADDRESSES)}`;
  return connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
}
