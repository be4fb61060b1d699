import type { Bus } from '#adapters/bus/bus.ts';

const TOPIC = 'alive';
const HEARTBEAT = 'heartbeat';
const STOPPING = 'stopping';
const HEARTBEAT_MS = 3_000;
/** Longer than a busy process is silent. */
const SILENT_MAX_MS = 12_000;

/**
 * Calls `onLost` when another process has ended without stopping properly: events of its last commits may be lost. While this
 * process itself is disconnected it knows nothing about others.
 */
export function watchPeers(
  bus: Bus,
  onLost: () => void,
  { heartbeatMs = HEARTBEAT_MS, silentMaxMs = SILENT_MAX_MS } = {},
) {
  const silences = new Map<string, NodeJS.Timeout>();
  let isClosed = false;

  function discard(peer: string): void {
    clearTimeout(silences.get(peer));
    silences.delete(peer);
  }

  function sendHeartbeat(): boolean {
    return !isClosed && bus.publish(TOPIC, HEARTBEAT);
  }

  bus.subscribe(TOPIC, (message, from) => {
    discard(from);
    if (isClosed || message === STOPPING) return;
    const onSilence = (): void => {
      silences.delete(from);
      if (sendHeartbeat()) onLost();
    };
    silences.set(from, setTimeout(onSilence, silentMaxMs).unref());
  });
  // Silence during an outage of the bus is no sign of a lost process.
  bus.onOpen(() => {
    for (const peer of silences.keys()) discard(peer);
    sendHeartbeat();
  });
  const timer = setInterval(sendHeartbeat, heartbeatMs).unref();

  return {
    close(): void {
      isClosed = true;
      clearInterval(timer);
      for (const peer of silences.keys()) discard(peer);
      bus.publish(TOPIC, STOPPING);
    },
  };
}
