import {
  CONNECT_TIMEOUT_MS,
  LIVE_PATH,
  RECONNECT_DELAY_MAX_MS,
  RECONNECT_DELAY_MS,
} from '@karat/contract/live-settings';
import type { FromServerName } from '@karat/contract/live';
import { io } from 'socket.io-client';

/** What the process answers to every message. */
export type TabReport = {
  readonly connected: number;
  /** Attempts to connect that the site refused or did not answer. */
  readonly failures: number;
  /** For each reconnection, the time since the connection was lost, sorted. */
  readonly awayMs: readonly number[];
};

// Many tabs of visitors in one process, which reconnect as the web app does.
const [, , origin = '', count = '0', firstAddress = '1'] = process.argv;
/** The site limits the connections of one address. */
const TABS_PER_ADDRESS = 500;
const JOINING_MAX = 50;
/** What every page shows. */
const TOPICS: readonly FromServerName[] = ['ONLINE_COUNT', 'NEW_MESSAGE', 'MESSAGE_DELETED', 'SLOW_MODE'];

let [connected, failures] = [0, 0];
const awayMs: number[] = [];

function openTab(index: number): Promise<void> {
  const address = Number(firstAddress) + Math.floor(index / TABS_PER_ADDRESS);
  const options = { localAddress: `127.0.0.${address}` };
  const socket = io(origin, {
    ...options,
    path: LIVE_PATH,
    auth: { topics: TOPICS },
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: RECONNECT_DELAY_MS,
    reconnectionDelayMax: RECONNECT_DELAY_MAX_MS,
    randomizationFactor: 0.5,
    timeout: CONNECT_TIMEOUT_MS,
  });
  let lostAtMs: number | undefined;
  socket.on('disconnect', (reason) => {
    connected--;
    lostAtMs = performance.now();
    if (reason === 'io server disconnect') socket.connect();
  });
  socket.on('connect_error', () => failures++);
  return new Promise((resolve) => {
    socket.on('connect', () => {
      connected++;
      if (lostAtMs !== undefined) awayMs.push(performance.now() - lostAtMs);
      resolve();
    });
  });
}

async function openTabs(): Promise<void> {
  for (let first = 0; first < Number(count); first += JOINING_MAX) {
    const length = Math.min(JOINING_MAX, Number(count) - first);
    await Promise.all(Array.from({ length }, (_, index) => openTab(first + index)));
  }
}

process.on('message', () => {
  const report: TabReport = { connected, failures, awayMs: awayMs.toSorted((a, b) => a - b) };
  process.send?.(report);
});
process.on('disconnect', () => process.exit(0));
await openTabs();
