import type { Bus } from '#adapters/bus/bus.ts';
import { watchPeers } from './peer-watch.ts';
import type { Broadcaster } from './port.ts';

const TOPIC = 'live';
const MISSED = 'missed';
const BATCH = 'batch';
/** As the previous version calls it. */
const TO_STAFF = 'toAdmins';
/** Several processes may report lost messages at the same time, but tabs are notified once. */
const MISSED_THROTTLE_MS = 1_000;

type SendMethod = Exclude<keyof Broadcaster, 'toStaff' | 'scheduleRefresh'>;
/** The names are part of the protocol between processes, which may run different versions during an upgrade. */
type SingleMessage =
  | { [Method in SendMethod]: readonly [Method, ...Parameters<Broadcaster[Method]>] }[SendMethod]
  | readonly [typeof TO_STAFF, ...Parameters<Broadcaster['toStaff']>]
  | readonly ['refresh', ...Parameters<Broadcaster['scheduleRefresh']>]
  | readonly [typeof MISSED];
type BusMessage = SingleMessage | readonly [typeof BATCH, readonly SingleMessage[]];

/** Collects the messages of one tick and publishes them as one: a commit that serves many players sends to each of them. */
function createOutbox(bus: Bus, onLost: () => void) {
  let waiting: SingleMessage[] = [];

  function publishWaiting(): void {
    const [first, ...more] = waiting;
    waiting = [];
    if (first === undefined) return;
    if (!bus.publish(TOPIC, more.length === 0 ? first : [BATCH, [first, ...more]])) onLost();
  }

  return {
    publish(message: SingleMessage): void {
      waiting.push(message);
      if (waiting.length === 1) setImmediate(publishWaiting);
    },
    publishWaiting,
  };
}

/** Sends each event to local tabs at once, and publishes it. */
function createBroadcaster(local: Broadcaster, publish: (message: SingleMessage) => void): Broadcaster {
  return {
    toPlayer(...args) {
      local.toPlayer(...args);
      publish(['toPlayer', ...args]);
    },
    toPlayerLocalized(...args) {
      local.toPlayerLocalized(...args);
      publish(['toPlayerLocalized', ...args]);
    },
    toStaff(...args) {
      local.toStaff(...args);
      publish([TO_STAFF, ...args]);
    },
    toAll(...args) {
      local.toAll(...args);
      publish(['toAll', ...args]);
    },
    toRoom(...args) {
      local.toRoom(...args);
      publish(['toRoom', ...args]);
    },
    scheduleRefresh(...args) {
      local.scheduleRefresh(...args);
      publish(['refresh', ...args]);
    },
  };
}

/**
 * Sends events to the tabs of every process: to local ones immediately, to the others over the bus. After the bus was down, each
 * process tells its tabs, and those of the others if it sent something meanwhile, to fetch what they missed. So does a process that
 * has lost another one.
 */
export function createCrossProcessBroadcaster(
  bus: Bus,
  local: Broadcaster,
  { throttleMs = MISSED_THROTTLE_MS, refetchWithinMs = (): number => 0 } = {},
) {
  let isFirst = true;
  let hasUnpublished = false;
  let timer: NodeJS.Timeout | undefined;
  const { publish, publishWaiting } = createOutbox(bus, () => (hasUnpublished = true));

  function sendMissed(): void {
    local.toAll('EVENTS_MISSED', { withinMs: refetchWithinMs() });
  }

  function notifyMissed(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      sendMissed();
    }, throttleMs).unref();
  }

  function deliver(message: BusMessage): void {
    if (message[0] === BATCH) message[1].forEach(deliver);
    else if (message[0] === 'toPlayer') local.toPlayer(message[1], message[2], message[3]);
    else if (message[0] === 'toPlayerLocalized') local.toPlayerLocalized(message[1], message[2], message[3]);
    else if (message[0] === TO_STAFF) local.toStaff(message[1], message[2]);
    else if (message[0] === 'toAll') local.toAll(message[1], message[2]);
    else if (message[0] === 'toRoom') local.toRoom(message[1], message[2], message[3]);
    else if (message[0] === 'refresh') local.scheduleRefresh(message[1], message[2]);
    else notifyMissed();
  }

  function reportMissed(): void {
    notifyMissed();
    hasUnpublished ||= !bus.publish(TOPIC, [MISSED]);
  }

  const peers = watchPeers(bus, notifyMissed);
  bus.subscribe(TOPIC, (message) => deliver(message as BusMessage));
  bus.onOpen(() => {
    // Not throttled the first time: tabs that connect later have missed nothing.
    if (isFirst) sendMissed();
    else notifyMissed();
    // Messages in transit when the connection broke may be lost as well.
    if (hasUnpublished || !isFirst) bus.publish(TOPIC, [MISSED]);
    isFirst = false;
    hasUnpublished = false;
  });

  return {
    broadcaster: createBroadcaster(local, publish),
    reportMissed,
    close(): void {
      clearTimeout(timer);
      publishWaiting();
      peers.close();
    },
  };
}
