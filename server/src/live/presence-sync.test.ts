import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Bus } from '#adapters/bus/bus.ts';
import { createLog } from '#log.ts';
import { createBusHub } from '#testing/bus-hub.ts';
import type { LiveSocket } from './live-socket.ts';
import { createPresence } from './presence.ts';
import { createPresenceSync } from './presence-sync.ts';

const THROTTLE_MS = 1_000;
const log = createLog('silent');
let hub: ReturnType<typeof createBusHub>;

beforeEach(() => {
  vi.useFakeTimers();
  hub = createBusHub(log);
});
afterEach(() => void vi.useRealTimers());

function tabOf(id: number, isSandbox = false): LiveSocket {
  return { caller: { id, username: `player${id}`, isSandbox } } as LiveSocket;
}

type Process = ReturnType<typeof startProcess>;

function startProcess(bus: Bus = hub.join()) {
  const announced: number[] = [];
  const presence = createPresence({
    throttleMs: THROTTLE_MS,
    onChange() {
      presenceSync.publishChanges();
      announced.push(presence.count().count);
    },
  });
  const presenceSync = createPresenceSync({ bus, presence });
  return { bus, presence, presenceSync, announced };
}

const settle = (ms: number = THROTTLE_MS + 1): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const idsOf = ({ presence }: Process): number[] =>
  presence
    .users()
    .map(([id]) => id)
    .toSorted((a, b) => a - b);

async function startThree(): Promise<[Process, Process, Process]> {
  const three: [Process, Process, Process] = [startProcess(), startProcess(), startProcess()];
  three[0].presence.addSocket(tabOf(1));
  three[1].presence.addSocket(tabOf(2));
  three[1].presence.addSocket(tabOf(1));
  await settle();
  return three;
}

test('lists each player of all processes once', async () => {
  const three = await startThree();
  for (const each of three) {
    expect(idsOf(each)).toEqual([1, 2]);
    expect(each.presence.count()).toEqual({ count: 2, sandbox: 0 });
    expect([1, 2, 3].map(each.presence.isOnline)).toEqual([true, true, false]);
  }
  const [, , third] = three;
  expect([1, 2].map(third.presence.isLocal)).toEqual([false, false]);
  expect(third.presence.users()).toContainEqual([2, 'player2']);
});

test('removes a player with the last tab in the last process', async () => {
  const [first, second, third] = await startThree();
  const again = tabOf(1);
  first.presence.addSocket(again);
  first.presence.removeSocket(again);
  await settle();
  expect(third.presence.isOnline(1)).toBe(true);
  const [tab] = first.presence.socketsOf(1);
  first.presence.removeSocket(tab!);
  await settle();
  expect(third.presence.isOnline(1)).toBe(true);
  second.presence.removeSocket(second.presence.socketsOf(1)[0]!);
  await settle();
  expect([first, second, third].map(({ presence }) => presence.isOnline(1))).toEqual([false, false, false]);
  await settle();
  expect(third.announced.at(-1)).toBe(1);
});

test('tells a new process immediately who is online', async () => {
  await startThree();
  const late = startProcess();
  await settle(0);
  expect(late.presence.count()).toEqual({ count: 2, sandbox: 0 });
});

test('removes the players of a stopped process immediately, and of a silent one after 15 s', async () => {
  const [first, second, third] = await startThree();
  second.presenceSync.close();
  await settle();
  expect(idsOf(third)).toEqual([1]);
  const gone = vi.spyOn(first.bus, 'publish').mockReturnValue(false);
  await settle(12_000);
  expect(idsOf(third)).toEqual([1]);
  await settle(8_000);
  expect(idsOf(third)).toEqual([]);
  gone.mockRestore();
  await settle(5_000);
  expect(idsOf(third)).toEqual([1]);
});

test('knows only local players while the bus is down, and all players once it is up', async () => {
  const [first, , third] = await startThree();
  hub.shut();
  await settle(16_000);
  expect([idsOf(first), idsOf(third)]).toEqual([[1], []]);
  first.presence.addSocket(tabOf(5));
  hub.open();
  await settle(0);
  expect(idsOf(third)).toEqual([1, 2, 5]);
  expect(idsOf(first)).toEqual([1, 2, 5]);
});

test('publishes only who came and left, and the full list from time to time', async () => {
  const [first, second, third] = await startThree();
  const published = vi.spyOn(second.bus, 'publish');
  second.presence.addSocket(tabOf(3));
  second.presence.removeSocket(second.presence.socketsOf(2)[0]!);
  await settle();
  expect(published.mock.calls).toEqual([['presence-changes', { added: [[3, 'player3', false]], removed: [2] }]]);
  expect([idsOf(first), idsOf(third)]).toEqual([
    [1, 3],
    [1, 3],
  ]);
  published.mockReturnValueOnce(false);
  second.presence.addSocket(tabOf(4));
  await settle();
  expect(idsOf(third)).toEqual([1, 3]);
  await settle(5_000);
  expect(idsOf(third)).toEqual([1, 3, 4]);
});

test('announces remote changes to local tabs without publishing them again', async () => {
  const [first, second] = [startProcess(), startProcess()];
  await settle();
  const published = vi.spyOn(second.bus, 'publish');
  first.presence.addSocket(tabOf(1));
  await settle();
  await settle();
  expect(second.announced).toEqual([1]);
  expect(published).not.toHaveBeenCalled();
});

test('counts sandbox players beside people in every process, and lists people only', async () => {
  const [first, second] = [startProcess(), startProcess()];
  const [person, resident] = [tabOf(1), tabOf(2, true)];
  first.presence.addSocket(person);
  first.presence.addSocket(resident);
  await settle();
  for (const each of [first, second]) {
    expect(each.presence.count()).toEqual({ count: 1, sandbox: 1 });
    expect(idsOf(each)).toEqual([1]);
    expect(each.presence.isOnline(2)).toBe(true);
  }
  first.presence.removeSocket(resident);
  await settle();
  expect(second.presence.count()).toEqual({ count: 1, sandbox: 0 });
});

test('counts players of a process of an earlier version as people', async () => {
  const bus = hub.join();
  const process = startProcess();
  bus.publish('presence', { players: [[7, 'player7']], isAsking: false });
  await settle();
  expect(process.presence.count()).toEqual({ count: 1, sandbox: 0 });
});
