import type { Bus } from '#adapters/bus/bus.ts';
import type { Broadcaster } from './port.ts';

const TOPIC = 'live';
const MISSED = 'missed';
/** Several processes may report lost messages at once: tabs are told once. */
const MISSED_GATHER_MS = 1_000;

type Told =
  | { [Verb in keyof Broadcaster]: readonly [Verb, ...Parameters<Broadcaster[Verb]>] }[keyof Broadcaster]
  | readonly [typeof MISSED];

/**
 * Sends events to the tabs of every process: to local ones at once, to the others over the bus. After the bus was down, each
 * process tells its tabs, and those of the others if it sent something meanwhile, to fetch what they missed.
 */
export function createCrossProcessBroadcaster(bus: Bus, here: Broadcaster, { gatherMs = MISSED_GATHER_MS } = {}) {
  let isFirst = true;
  let isOwing = false;
  let timer: NodeJS.Timeout | undefined;

  function tellOthers(told: Told): void {
    if (!bus.publish(TOPIC, told)) isOwing = true;
  }

  function tellMissed(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      here.toAll('NEWS_MISSED', {});
    }, gatherMs).unref();
  }

  function hear(told: Told): void {
    if (told[0] === 'toPlayer') here.toPlayer(told[1], told[2], told[3]);
    else if (told[0] === 'toAdmins') here.toAdmins(told[1], told[2]);
    else if (told[0] === 'toAll') here.toAll(told[1], told[2]);
    else if (told[0] === 'toRoom') here.toRoom(told[1], told[2], told[3]);
    else if (told[0] === 'renew') here.scheduleRefresh(told[1], told[2]);
    else tellMissed();
  }

  bus.subscribe(TOPIC, (sent) => hear(sent as Told));
  bus.onOpen(() => {
    // Not throttled the first time: tabs that connect later have missed nothing.
    if (isFirst) here.toAll('NEWS_MISSED', {});
    else tellMissed();
    // Messages in transit when the connection broke may be lost as well.
    if (isOwing || !isFirst) bus.publish(TOPIC, [MISSED]);
    isFirst = false;
    isOwing = false;
  });

  const voice: Broadcaster = {
    toPlayer(...told) {
      here.toPlayer(...told);
      tellOthers(['toPlayer', ...told]);
    },
    toAdmins(...told) {
      here.toAdmins(...told);
      tellOthers(['toAdmins', ...told]);
    },
    toAll(...told) {
      here.toAll(...told);
      tellOthers(['toAll', ...told]);
    },
    toRoom(...told) {
      here.toRoom(...told);
      tellOthers(['toRoom', ...told]);
    },
    scheduleRefresh(...told) {
      here.scheduleRefresh(...told);
      tellOthers(['renew', ...told]);
    },
  };
  return { voice, close: () => clearTimeout(timer) };
}
