import type { Socket as TcpSocket } from 'node:net';

const FORCE_CLOSE_AFTER_MS = 1_000;

/** Destroys a TCP connection after a grace period, because a client may leave a close unanswered for long. */
export function forceCloseLater(tcpSocket: TcpSocket): void {
  if (!tcpSocket.destroyed) setTimeout(() => tcpSocket.destroy(), FORCE_CLOSE_AFTER_MS).unref();
}
