import type { Location } from '@karat/rules/rooms';

/** What the site tells the process of the game servers first. */
export type StartMessage = {
  readonly rconPassword: string;
  readonly roundsPerSecond: number;
  /** 0: any free port. After a restart the ports of before, so that addresses stay true. */
  readonly servers: readonly { readonly location: Location; readonly port: number }[];
};

/** What it answers, once all of them can be reached: their ports, in the same order. */
export type ReadyMessage = { readonly ports: readonly number[] };
