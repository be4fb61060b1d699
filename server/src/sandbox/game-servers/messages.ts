import type { Location } from '@karat/rules/rooms';

/** First message from the site to the game server process. */
export type StartMessage = {
  readonly rconPassword: string;
  readonly roundsPerSecond: number;
  /** Port 0 for any free port. After a restart the previous ports, so that addresses stay valid. */
  readonly servers: readonly { readonly location: Location; readonly port: number }[];
};

/** The reply once all servers listen: their ports in the same order. */
export type ReadyMessage = { readonly ports: readonly number[] };
