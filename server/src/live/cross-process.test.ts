import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { createLog } from '#log.ts';
import { createBusHub } from '#testing/bus-hub.ts';
import type { Broadcaster } from './port.ts';
import { createCrossProcessBroadcaster } from './cross-process.ts';

const log = createLog('silent');
let hub: ReturnType<typeof createBusHub>;

beforeEach(() => {
  hub = createBusHub(log);
});

type Process = { readonly broadcaster: Broadcaster; reportMissed(): void; readonly received: unknown[][] };

/** A process whose tabs record the events they get. */
function startProcess(): Process {
  const received: unknown[][] = [];
  const local: Broadcaster = {
    toPlayer: (...args) => void received.push(['toPlayer', ...args]),
    toPlayerLocalized: (...args) => void received.push(['toPlayerLocalized', ...args]),
    toStaff: (...args) => void received.push(['toStaff', ...args]),
    toAll: (...args) => void received.push(['toAll', ...args]),
    toRoom: (...args) => void received.push(['toRoom', ...args]),
    scheduleRefresh: (...args) => void received.push(['scheduleRefresh', ...args]),
  };
  const { broadcaster, reportMissed } = createCrossProcessBroadcaster(hub.join(), local, { throttleMs: 5 });
  return { received, broadcaster, reportMissed };
}

/** Messages leave at the end of the tick. */
const nextTick = (): Promise<void> => setImmediate();

const MISSED = ['toAll', 'EVENTS_MISSED', { withinMs: 0 }];

/** On the first connection each process tells its tabs once to fetch what they may have missed. */
async function startTwo(): Promise<[Process, Process]> {
  const two: [Process, Process] = [startProcess(), startProcess()];
  for (const { received } of two) {
    await expect.poll(() => received).toEqual([MISSED]);
    received.length = 0;
  }
  return two;
}

test('delivers each event once to the tabs of every process, and immediately to local ones', async () => {
  const [one, other] = await startTwo();
  one.broadcaster.toPlayer(7, 'BALANCE_UPDATE', { balance: 5, version: 2 });
  one.broadcaster.toPlayerLocalized(7, 'NOTIFICATION', { mixed: { data: [] }, tr: { data: [] }, en: { data: [] } });
  one.broadcaster.toStaff('TRADE_OFFERS_CHANGED', {});
  one.broadcaster.toAll('SLOW_MODE', { seconds: 5 });
  one.broadcaster.toRoom(3, 'GAME_ROOM_MESSAGE_DELETED', { roomId: 3, id: 9 });
  one.broadcaster.scheduleRefresh([7, 8], 'MISSION_PROGRESS');
  const expected = [
    ['toPlayer', 7, 'BALANCE_UPDATE', { balance: 5, version: 2 }],
    ['toPlayerLocalized', 7, 'NOTIFICATION', { mixed: { data: [] }, tr: { data: [] }, en: { data: [] } }],
    ['toStaff', 'TRADE_OFFERS_CHANGED', {}],
    ['toAll', 'SLOW_MODE', { seconds: 5 }],
    ['toRoom', 3, 'GAME_ROOM_MESSAGE_DELETED', { roomId: 3, id: 9 }],
    ['scheduleRefresh', [7, 8], 'MISSION_PROGRESS'],
  ];
  expect(one.received).toEqual(expected);
  await expect.poll(() => other.received).toEqual(expected);
  expect(one.received).toEqual(expected);
});

test('sends what one tick sends as one message, in its order', async () => {
  const [one, other] = await startTwo();
  const messages: unknown[] = [];
  hub.join().subscribe('live', (message) => messages.push(message));
  for (let playerId = 1; playerId <= 3; playerId++) {
    one.broadcaster.toPlayer(playerId, 'BALANCE_UPDATE', { balance: playerId, version: 1 });
  }
  await expect.poll(() => other.received.map(([, playerId]) => playerId)).toEqual([1, 2, 3]);
  expect(messages).toHaveLength(1);
});

test('delivers locally while the bus is down, and then tells all tabs once to fetch what they missed', async () => {
  const [one, other] = await startTwo();
  hub.shut();
  one.broadcaster.toAll('SLOW_MODE', { seconds: 5 });
  expect(one.received).toEqual([['toAll', 'SLOW_MODE', { seconds: 5 }]]);
  await nextTick();
  hub.open();
  await expect.poll(() => [one.received.at(-1), other.received]).toEqual([MISSED, [MISSED]]);
  one.broadcaster.toAll('SLOW_MODE', { seconds: 0 });
  await expect.poll(() => other.received).toEqual([MISSED, ['toAll', 'SLOW_MODE', { seconds: 0 }]]);
});

test('tells only its own tabs on start, if it has sent nothing yet', async () => {
  const [one] = await startTwo();
  const newcomer = startProcess();
  await expect.poll(() => newcomer.received).toEqual([MISSED]);
  expect(one.received).toEqual([]);
});

test('tells the tabs of other processes to fetch what was sent before the bus was up', async () => {
  const [one] = await startTwo();
  hub.shut();
  const newcomer = startProcess();
  newcomer.broadcaster.toAll('SLOW_MODE', { seconds: 5 });
  await expect.poll(() => newcomer.received).toEqual([['toAll', 'SLOW_MODE', { seconds: 5 }]]);
  await nextTick();
  hub.open();
  await expect.poll(() => one.received).toEqual([MISSED]);
});

test('tells the tabs of all processes to fetch when an event may not have been sent', async () => {
  const [one, other] = await startTwo();
  one.reportMissed();
  await expect.poll(() => [one.received, other.received]).toEqual([[MISSED], [MISSED]]);
});

test('sends changes that every process learns from the database only to local tabs', () => {
  const root = path.resolve(import.meta.dirname, '../features');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
  const listening = sources.filter(({ text }) => /\bdb\.listen\(/.test(text));
  expect(listening.length).toBeGreaterThan(3);
  const duplicating = listening.filter(({ text }) =>
    /\blive\.(?:to(?:Player|Admins|All|Room)|scheduleRefresh)\(/.test(text),
  );
  expect(duplicating.map(({ file }) => file)).toEqual([]);
});
