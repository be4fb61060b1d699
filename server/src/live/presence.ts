import type { FromServer } from '@karat/contract/live';
import type { LiveSocket } from './live-socket.ts';

export type OnlineCount = FromServer['ONLINE_COUNT'];
type LocalPlayer = { readonly isSandbox: boolean; readonly sockets: Set<LiveSocket> };

/** The players who are connected to this process. A player with several tabs counts once. Sandbox players are not people. */
export type Presence = ReturnType<typeof createPresence>;

/** `onChange` is called whenever a player comes online or goes offline in this process. */
export function createPresence(onChange: (playerId: number, isSandbox: boolean, isHere: boolean) => void) {
  const players = new Map<number, LocalPlayer>();
  let sandboxCount = 0;

  return {
    addSocket(socket: LiveSocket): void {
      if (socket.caller === undefined) return;
      const { id, isSandbox } = socket.caller;
      const present = players.get(id);
      if (present !== undefined) return void present.sockets.add(socket);
      players.set(id, { isSandbox, sockets: new Set([socket]) });
      sandboxCount += Number(isSandbox);
      onChange(id, isSandbox, true);
    },

    removeSocket(socket: LiveSocket): void {
      if (socket.caller === undefined) return;
      const { id } = socket.caller;
      const present = players.get(id);
      if (present?.sockets.delete(socket) !== true || present.sockets.size > 0) return;
      players.delete(id);
      sandboxCount -= Number(present.isSandbox);
      onChange(id, present.isSandbox, false);
    },

    /** The sockets of a player in the order they connected. */
    socketsOf: (playerId: number): LiveSocket[] => [...(players.get(playerId)?.sockets ?? [])],
    /** All sockets of players. */
    sockets: (): LiveSocket[] => [...players.values()].flatMap(({ sockets }) => [...sockets]),
    isLocal: (playerId: number): boolean => players.has(playerId),
    playerIds: (): number[] => [...players.keys()],
    peopleIds: (): number[] => [...players].flatMap(([id, { isSandbox }]) => (isSandbox ? [] : [id])),
    sandboxIds: (): number[] => [...players].flatMap(([id, { isSandbox }]) => (isSandbox ? [id] : [])),
    /** People, and sandbox players beside them. */
    count: (): OnlineCount => ({ count: players.size - sandboxCount, sandbox: sandboxCount }),
  };
}
