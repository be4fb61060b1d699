import type { FromServer, FromServerName } from '@karat/contract/live';
import type { Caller } from '#deps.ts';
import type { LiveSocket } from './live-socket.ts';

/** Loads the payload for a player's tab that has just connected; undefined if nothing is to be sent. */
export type ConnectLoader<Name extends FromServerName> = (
  player: Caller,
  socket: LiveSocket,
) => Promise<FromServer[Name] | undefined>;

/** Events that a player's tab needs right after it connects. */
export function createConnectEvents() {
  const loaders: ((player: Caller, socket: LiveSocket) => Promise<() => void>)[] = [];

  return {
    add<Name extends FromServerName>(name: Name, load: ConnectLoader<Name>): void {
      loaders.push(async (player, socket) => {
        const payload = await load(player, socket);
        return () => payload !== undefined && socket.emit(name, payload);
      });
    },
    /** Sends everything in one write. One part that fails does not keep back the others. */
    async send(player: Caller, socket: LiveSocket, sendPublic: () => void): Promise<void> {
      const loaded = await Promise.allSettled(loaders.map((load) => load(player, socket)));
      socket.writeTogether();
      sendPublic();
      for (const part of loaded) if (part.status === 'fulfilled') part.value();
      for (const part of loaded) if (part.status === 'rejected') throw part.reason;
    },
  };
}
