import type { Socket as TcpSocket } from 'node:net';

/** Sends everything written in this turn of the event loop at once: each write is a call of the kernel. */
export function writeTogether(tcpSocket: TcpSocket): void {
  tcpSocket.cork();
  setImmediate(() => tcpSocket.uncork());
}
