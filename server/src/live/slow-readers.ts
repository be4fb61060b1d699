import type { IncomingMessage } from 'node:http';

const UNSENT_BYTES_MAX = 1024 * 1024;
const UNSENT_PACKETS_MAX = 256;
/** Above it a reader gets no events that the next one of the same name replaces. */
const LAGGING_BYTES_MIN = 256 * 1024;

/** The used part of an Engine.IO connection; `request.socket` is the TCP connection under it. */
export type Connection = {
  readonly request: Pick<IncomingMessage, 'socket'>;
  on(event: 'packetCreate', listener: (packet: { data?: string | Buffer }) => void): unknown;
  on(event: 'drain' | 'close', listener: () => void): unknown;
};

type Options<Reader> = {
  readonly checkEveryMs: number;
  onTooSlow(reader: Reader): void;
  onLagging(reader: Reader, isLagging: boolean): void;
};

/** Detects clients that read more slowly than they are sent to, before their queues fill the memory. */
export function createSlowReaders<Reader>({ checkEveryMs, onTooSlow, onLagging }: Options<Reader>) {
  const lagging = new Set<() => void>();
  const timer = setInterval(() => {
    for (const check of lagging) check();
  }, checkEveryMs);
  timer.unref();

  return {
    watch(connection: Connection, reader: Reader): void {
      const tcp = connection.request.socket;
      let packets = 0;
      let bytes = 0;
      let isCheckDue = false;

      function check(): void {
        isCheckDue = false;
        if (tcp.destroyed) return;
        const unsent = bytes + tcp.writableLength;
        if (packets > UNSENT_PACKETS_MAX || unsent > UNSENT_BYTES_MAX) return onTooSlow(reader);
        const isLagging = unsent > LAGGING_BYTES_MIN;
        if (isLagging === lagging.has(check)) return;
        if (isLagging) lagging.add(check);
        else lagging.delete(check);
        onLagging(reader, isLagging);
      }

      connection.on('packetCreate', ({ data }) => {
        packets += 1;
        bytes += data?.length ?? 0;
        if (isCheckDue || (packets <= UNSENT_PACKETS_MAX && bytes + tcp.writableLength <= LAGGING_BYTES_MIN)) return;
        // Deferred: everything sent in one turn waits for the first write to return, even with the fastest reader.
        isCheckDue = true;
        setImmediate(check);
      });
      // The packets are now in the queue of the TCP connection, which is counted separately.
      connection.on('drain', () => {
        packets = 0;
        bytes = 0;
      });
      connection.on('close', () => void lagging.delete(check));
    },
    laggingCount: () => lagging.size,
    close: () => clearInterval(timer),
  };
}
