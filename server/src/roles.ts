import { BATCH_CONNECTIONS_MAX, type PoolSizes } from '#db/db.ts';

/** What a process of the site does: docs/roles.md. One process does everything, or several divide the work. */
export const PROCESS_ROLES = ['all', 'web', 'gateway', 'worker'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

type Parts = {
  /** Answers calls, places wagers, serves pages: `app.ts`. */
  readonly calls: boolean;
  /** Holds the sockets of tabs, and sends them what changes: `sockets.ts`, `publishers.ts`. */
  readonly sockets: boolean;
  /** Runs the loops, each in one process at a time: `loops.ts`. */
  readonly loops: boolean;
  /** Runs the residents and the game servers of the sandbox, which need all of the above in one process. */
  readonly sandboxPrograms: boolean;
  /** The tables that its statements may change, and no others; undefined: all. Only such a process migrates the database. */
  readonly writableTables: readonly string[] | undefined;
  /** Connections to PostgreSQL for calls and events, for batches of wagers, and for long reads. */
  readonly pools: PoolSizes;
};

/** What tabs write over their sockets, and the time at which a session was last used. */
const GATEWAY_TABLES = ['chat_messages', 'room_messages', 'sessions'] as const;

export const PARTS: Readonly<Record<ProcessRole, Parts>> = {
  all: {
    calls: true,
    sockets: true,
    loops: true,
    sandboxPrograms: true,
    writableTables: undefined,
    pools: { calls: 6, batches: BATCH_CONNECTIONS_MAX, snapshots: 2 },
  },
  web: {
    calls: true,
    sockets: false,
    loops: false,
    sandboxPrograms: false,
    writableTables: undefined,
    pools: { calls: 6, batches: BATCH_CONNECTIONS_MAX, snapshots: 2 },
  },
  gateway: {
    calls: false,
    sockets: true,
    loops: false,
    sandboxPrograms: false,
    writableTables: GATEWAY_TABLES,
    pools: { calls: 4, batches: 0, snapshots: 0 },
  },
  worker: {
    calls: false,
    sockets: false,
    loops: true,
    sandboxPrograms: false,
    writableTables: undefined,
    pools: { calls: 6, batches: 0, snapshots: 2 },
  },
};

/** How many connections a process opens at most: those of its pools, one for all channels, and one for all leases. */
export function connectionsMaxOf(role: ProcessRole): number {
  const { pools, loops } = PARTS[role];
  return pools.calls + pools.batches + pools.snapshots + 1 + (loops ? 1 : 0);
}
