import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '#log.ts';
import { createBusHub } from '#testing/bus-hub.ts';
import type { LiveSocket } from './live-socket.ts';
import { createOnline, type Online } from './online.ts';
import { createPresence, type Presence } from './presence.ts';

const INTERVAL_MS = 1_000;
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

type Process = { readonly presence: Presence; readonly online: Online; readonly announced: number[] };

function startProcess(bus: ReturnType<typeof hub.join> | undefined = hub.join()): Process {
  const announced: number[] = [];
  const presence = createPresence((...args) => online.noteChange(...args));
  const online: Online = createOnline({
    presence,
    bus,
    log,
    intervalMs: () => INTERVAL_MS,
    onChange: (isNewCount) => isNewCount && announced.push(online.count().count),
  });
  return { presence, online, announced };
}

const settle = (ms: number = INTERVAL_MS + 1): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const countsOf = (processes: readonly Process[]): number[] => processes.map(({ online }) => online.count().count);
const idsOf = async ({ online }: Process): Promise<number[]> => (await online.peopleIds()).toSorted((a, b) => a - b);
const leave = ({ presence }: Process, id: number): void =>
  presence.socketsOf(id).forEach((socket) => presence.removeSocket(socket));

/** Players 1 and 2 in three processes, player 1 in two of them. */
async function startThree(): Promise<[Process, Process, Process]> {
  const three: [Process, Process, Process] = [startProcess(), startProcess(), startProcess()];
  three[0].presence.addSocket(tabOf(1));
  three[1].presence.addSocket(tabOf(2));
  three[1].presence.addSocket(tabOf(1));
  await settle(5_000);
  return three;
}

test('counts and lists each player of all processes once', async () => {
  const three = await startThree();
  for (const each of three) {
    expect(await idsOf(each)).toEqual([1, 2]);
    expect(each.online.count()).toEqual({ count: 2, sandbox: 0 });
    expect(await Promise.all([1, 2, 3].map(each.online.isOnline))).toEqual([true, true, false]);
  }
  const [, , third] = three;
  expect([1, 2].map(third.presence.isLocal)).toEqual([false, false]);
});

test('a player who leaves one of two processes never stops counting', async () => {
  const [first, second, third] = await startThree();
  leave(first, 1);
  for (let tenths = 0; tenths < 300; tenths += 1) {
    await settle(100);
    expect(countsOf([first, second, third])).toEqual([2, 2, 2]);
  }
  leave(second, 1);
  await settle(10_000);
  expect(countsOf([first, second, third])).toEqual([1, 1, 1]);
  expect(await third.online.isOnline(1)).toBe(false);
});

test('a player who returns at once never stops counting', async () => {
  const [first, , third] = await startThree();
  leave(first, 1);
  first.presence.addSocket(tabOf(1));
  await settle(30_000);
  expect(countsOf([first, third])).toEqual([2, 2]);
  expect(third.announced.at(-1)).toBe(2);
});

test('a new process knows immediately who is online', async () => {
  await startThree();
  const late = startProcess();
  await settle(0);
  expect(late.online.count()).toEqual({ count: 2, sandbox: 0 });
});

test('the players of a stopped process count until they can be elsewhere, those of a silent one longer', async () => {
  const [first, second, third] = await startThree();
  await second.online.close();
  await settle(5_000);
  expect(countsOf([third])).toEqual([2]);
  await settle(5_000);
  expect(await idsOf(third)).toEqual([1]);
  const silent = vi.spyOn(first.presence, 'peopleIds').mockReturnValue([]);
  await settle(8_000);
  expect(countsOf([third])).toEqual([1]);
  await settle(8_000);
  expect(countsOf([third])).toEqual([0]);
  silent.mockRestore();
  await settle(9_000);
  expect(countsOf([third])).toEqual([1]);
});

test('each process counts its own players while the sets are unavailable, and all of them afterwards', async () => {
  const three = await startThree();
  hub.shut();
  await settle(5_000);
  expect(countsOf(three)).toEqual([1, 2, 0]);
  three[0].presence.addSocket(tabOf(5));
  leave(three[1], 2);
  await settle();
  expect(countsOf(three)).toEqual([2, 1, 0]);
  expect(await idsOf(three[0])).toEqual([1, 5]);
  expect(await three[2].online.isOnline(5)).toBe(false);
  hub.open();
  await settle(10_000);
  expect(countsOf(three)).toEqual([2, 2, 2]);
  expect(await idsOf(three[2])).toEqual([1, 5]);
});

test('writes only who came and left, and everyone from time to time', async () => {
  const bus = hub.join();
  const keep = vi.spyOn(bus.sets, 'put');
  const process = startProcess(bus);
  await settle(0);
  for (let id = 1; id <= 50; id += 1) process.presence.addSocket(tabOf(id));
  await settle(5_000);
  keep.mockClear();
  process.presence.addSocket(tabOf(51));
  leave(process, 7);
  await settle();
  const written = keep.mock.calls.filter(([, ids]) => ids.length > 0);
  expect(written.map(([set, ids]) => [set, ids])).toEqual([
    ['people', [7]],
    ['people', [51]],
  ]);
  keep.mockClear();
  await settle(4_000);
  expect(keep.mock.calls.some(([, ids]) => ids.length === 50)).toBe(true);
});

test('announces a count at most once in each interval, and only a new one', async () => {
  const [first, second] = [startProcess(), startProcess()];
  await settle(0);
  for (let id = 1; id <= 20; id += 1) {
    first.presence.addSocket(tabOf(id));
    await settle(100);
  }
  await settle(10_000);
  for (const { announced } of [first, second]) {
    expect(announced.at(-1)).toBe(20);
    expect(announced.length).toBeLessThan(6);
  }
});

test('counts sandbox players beside people, and lists people only', async () => {
  const [first, second] = [startProcess(), startProcess()];
  first.presence.addSocket(tabOf(1));
  first.presence.addSocket(tabOf(2, true));
  await settle(5_000);
  for (const each of [first, second]) {
    expect(each.online.count()).toEqual({ count: 1, sandbox: 1 });
    expect(await idsOf(each)).toEqual([1]);
    expect(await each.online.isOnline(2)).toBe(true);
  }
  leave(first, 2);
  await settle(10_000);
  expect(second.online.count()).toEqual({ count: 1, sandbox: 0 });
});

test('a single process needs no sets, and knows each change immediately', async () => {
  const presence = createPresence((...args) => online.noteChange(...args));
  let changes = 0;
  const online: Online = createOnline({
    presence,
    bus: undefined,
    log,
    intervalMs: () => INTERVAL_MS,
    onChange: () => (changes += 1),
  });
  presence.addSocket(tabOf(1));
  presence.addSocket(tabOf(2));
  expect(online.count()).toEqual({ count: 2, sandbox: 0 });
  await settle();
  expect(changes).toBe(1);
  presence.socketsOf(1).forEach((socket) => presence.removeSocket(socket));
  expect(await Promise.all([1, 2].map(online.isOnline))).toEqual([false, true]);
  await settle();
  expect(changes).toBe(2);
});
