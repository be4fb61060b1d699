import type { FromServer } from '@karat/contract/live';
import { io, type Socket } from 'socket.io-client';

const REPLY_TIMEOUT_MS = 8_000;

type BalanceUpdate = FromServer['BALANCE_UPDATE'];
/** An open tab of a player. */
export type Tab = {
  readonly socket: Socket;
  /** The newest balance that an event carried. */
  lastBalance(): BalanceUpdate | undefined;
};

export function openTab(origin: string, token: string): Tab {
  let newest: BalanceUpdate | undefined;
  const socket = io(origin, {
    transports: ['websocket'],
    forceNew: true,
    auth: { token },
    reconnectionDelayMax: 3_000,
  });
  socket.on('BALANCE_UPDATE', (update: BalanceUpdate) => {
    if (newest === undefined || update.version > newest.version) newest = update;
  });
  return { socket, lastBalance: () => newest };
}

export type ChatOutcome = 'sent' | 'refused' | 'unknown';

/** Waits for the outcome of a chat message. */
function waitForOutcome({ socket }: Tab, key: string): Promise<ChatOutcome> {
  return new Promise((resolve) => {
    const done = (outcome: ChatOutcome) => {
      clearTimeout(timer);
      socket.off('NEW_MESSAGE', onMessage).off('ERROR', onError);
      resolve(outcome);
    };
    const timer = setTimeout(done, REPLY_TIMEOUT_MS, 'unknown' as const);
    const onMessage = (event: FromServer['NEW_MESSAGE']): void => void (event.key === key && done('sent'));
    const onError = (event: FromServer['ERROR']): void => void (event.key === key && done('refused'));
    socket.on('NEW_MESSAGE', onMessage).on('ERROR', onError);
  });
}

/** Sends a chat message. If the outcome is unknown, it can be sent again with the same key. */
export function sendChatMessage(tab: Tab, message: { message: string; key: string }): Promise<ChatOutcome> {
  const pendingOutcome = waitForOutcome(tab, message.key);
  tab.socket.emit('SEND_MESSAGE', message);
  return pendingOutcome;
}
