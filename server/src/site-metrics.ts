import type { Bus } from '#adapters/bus/bus.ts';
import type { Db } from '#db/db.ts';
import type { Env } from '#env.ts';
import { type Metric, samplesBy } from '#http/exposition.ts';
import type { LiveServer } from '#live/live.ts';

/** The role of this process. */
function infoMetrics({ role }: Env): Metric[] {
  return [
    {
      name: 'karat_process_info',
      help: 'Always 1; the label names the role of the process.',
      type: 'gauge',
      read: () => [{ value: 1, labels: { role } }],
    },
  ];
}

/** Connections of this process to the database. */
function storeMetrics(db: Db): Metric[] {
  return [
    {
      name: 'karat_store_up',
      help: 'Whether the database answers: 1 or 0.',
      type: 'gauge',
      read: async () => Number(await db.isUp()),
    },
    {
      name: 'karat_store_connections',
      help: 'Open connections of this process to the database, by state.',
      type: 'gauge',
      read() {
        const { connections, idle } = db.figures();
        return samplesBy('state', { busy: connections - idle, idle });
      },
    },
    {
      name: 'karat_store_connections_max',
      help: 'How many connections to the database this process opens at most.',
      type: 'gauge',
      read: () => db.figures().connectionsMax,
    },
    {
      name: 'karat_store_waiting_requests',
      help: 'Requests of this process that wait for a free connection to the database.',
      type: 'gauge',
      read: () => db.figures().waiting,
    },
  ];
}

/** The replica; only with DATABASE_REPLICA_URL. */
function replicaMetrics({ replicaFigures }: Db): Metric[] {
  if (replicaFigures === undefined) return [];
  return [
    {
      name: 'karat_replica_used',
      help: 'Whether reports and audits are read from the replica: 1, or 0 while it is down or too far behind.',
      type: 'gauge',
      read: async () => Number((await replicaFigures()).isUsed),
    },
    {
      name: 'karat_replica_lag_seconds',
      help: 'How far the replica is behind at most; +Inf while it is down.',
      type: 'gauge',
      read: async () => (await replicaFigures()).lagSeconds,
    },
  ];
}

/** Live connections of this process. */
function liveMetrics(live: LiveServer): Metric[] {
  const read = (figure: string) => () => live.figures()[figure] ?? [];
  return [
    {
      name: 'karat_players_online',
      help: 'Players who are online, in any process of the site.',
      type: 'gauge',
      read: read('players'),
    },
    { name: 'karat_live_sockets', help: 'Open sockets of this process.', type: 'gauge', read: read('sockets') },
    {
      name: 'karat_live_connections',
      help: 'Open network connections of this process that carry sockets.',
      type: 'gauge',
      read: read('connections'),
    },
    {
      name: 'karat_live_waiting_sockets',
      help: 'Clients that have connected and wait for admission.',
      type: 'gauge',
      read: read('waiting'),
    },
    {
      name: 'karat_live_lagging_sockets',
      help: 'Sockets that read more slowly than they are sent to.',
      type: 'gauge',
      read: read('lagging'),
    },
    {
      name: 'karat_live_fast_broadcasts',
      help: 'Whether broadcasts take the fast path: 1, or 0 with an unsupported Socket.IO version.',
      type: 'gauge',
      read: read('fast_broadcasts'),
    },
    {
      name: 'karat_live_refused_connections_total',
      help: 'Connections that were refused at the handshake.',
      type: 'counter',
      read: read('refused'),
    },
    {
      name: 'karat_live_disconnects_total',
      help: 'Sockets that the server disconnected, by reason: slow, flood, too_many_tabs or session (signed out).',
      type: 'counter',
      read: () =>
        Object.entries(live.figures())
          .filter(([figure]) => figure.startsWith('disconnect_'))
          .map(([figure, value]) => ({ value, labels: { reason: figure.slice('disconnect_'.length) } })),
    },
  ];
}

/** The connection to the other processes; only with REDIS_URL. */
function busMetrics(bus: Bus): Metric[] {
  const read = (figure: string) => () => bus.figures()[figure] ?? 0;
  return [
    {
      name: 'karat_bus_connected',
      help: 'Whether this process is connected to Redis: 1 or 0.',
      type: 'gauge',
      read: read('open'),
    },
    {
      name: 'karat_bus_messages_sent_total',
      help: 'Messages that this process published to the others.',
      type: 'counter',
      read: read('sent'),
    },
    {
      name: 'karat_bus_messages_received_total',
      help: 'Messages of other processes that this one received.',
      type: 'counter',
      read: read('received'),
    },
    {
      name: 'karat_bus_disconnects_total',
      help: 'How often the connection to Redis was lost.',
      type: 'counter',
      read: read('disconnects'),
    },
  ];
}

type Parts = { readonly env: Env; readonly db: Db; readonly live: LiveServer; readonly bus: Bus | undefined };

/** Metrics of the process at `/metrics`; features add their own. */
export function siteMetrics({ env, db, live, bus }: Parts): Metric[] {
  return [
    ...infoMetrics(env),
    ...storeMetrics(db),
    ...replicaMetrics(db),
    ...liveMetrics(live),
    ...(bus === undefined ? [] : busMetrics(bus)),
  ];
}
