import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const MASK = Buffer.from([1, 2, 3, 4]);
const TEXT = 1;
const BINARY = 2;
const CLOSE = 8;

/** Encodes a client frame: masked, unfragmented, shorter than 64 KiB. */
function frame(payload: Buffer, opcode: number): Buffer {
  const length = payload.length;
  const head = length < 126 ? Buffer.from([0x80 | length]) : Buffer.from([0x80 | 126, length >> 8, length & 255]);
  const masked = payload.map((byte, index) => byte ^ MASK[index % 4]!);
  return Buffer.concat([Buffer.from([0x80 | opcode]), head, MASK, masked]);
}

/** Reads the handshake response, then the server's frames, each as text. */
function readFrames(tcp: Socket, onFrame: (text: string, opcode: number) => void): void {
  let bytes = Buffer.alloc(0);
  let isUpgraded = false;

  function nextFrame(): { start: number; end: number } | undefined {
    if (!isUpgraded) {
      const end = bytes.indexOf('\r\n\r\n') + 4;
      return end < 4 ? undefined : { start: 0, end };
    }
    if (bytes.length < 2 || (bytes[1] === 126 && bytes.length < 4)) return undefined;
    const [start, length] = bytes[1] === 126 ? [4, bytes.readUInt16BE(2)] : [2, bytes[1]!];
    return bytes.length < start + length ? undefined : { start, end: start + length };
  }

  tcp.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (let found = nextFrame(); found !== undefined; found = nextFrame()) {
      const opcode = isUpgraded ? bytes[0]! & 15 : TEXT;
      onFrame(bytes.toString('utf8', found.start, found.end), opcode);
      bytes = bytes.subarray(found.end);
      isUpgraded = true;
    }
  });
}

/** A WebSocket client without a library, to send invalid data or to stop reading. */
export async function openRawWebSocket(port: number, path = '/socket.io/?EIO=4&transport=websocket') {
  const tcp = connect(port, '127.0.0.1');
  let received = '';
  let isOpen = true;
  const waiting = new Set<() => void>();

  function notifyWaiting(): void {
    for (const check of waiting) check();
  }

  function until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      function check(): void {
        if (!condition()) return;
        waiting.delete(check);
        resolve();
      }
      waiting.add(check);
      check();
    });
  }

  tcp.on('error', () => undefined);
  tcp.on('close', () => {
    isOpen = false;
    notifyWaiting();
  });
  readFrames(tcp, (text, opcode) => {
    if (opcode === CLOSE) return void tcp.end(frame(Buffer.alloc(0), CLOSE));
    received += text;
    notifyWaiting();
  });
  await once(tcp, 'connect');
  tcp.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  // The server does not listen before it has sent the Engine.IO handshake.
  await until(() => !isOpen || received.includes('"sid"'));

  return {
    send: (text: string) => void tcp.write(frame(Buffer.from(text), TEXT)),
    /** Sends all frames in one write, so that all arrive before the first is answered. */
    sendTogether: (texts: readonly string[]) =>
      void tcp.write(Buffer.concat(texts.map((text) => frame(Buffer.from(text), TEXT)))),
    sendBytes: (bytes: Buffer) => void tcp.write(frame(bytes, BINARY)),
    received: () => received,
    clearReceived: () => void (received = ''),
    isOpen: () => isOpen,
    /** Resolves once the text was received or the connection closed. */
    untilReceived: (text: string) => until(() => !isOpen || received.includes(text)),
    untilClosed: () => until(() => !isOpen),
    stopReading: () => void tcp.pause(),
    resumeReading: () => void tcp.resume(),
    close: () => void tcp.destroy(),
  };
}

export type RawWebSocket = Awaited<ReturnType<typeof openRawWebSocket>>;
