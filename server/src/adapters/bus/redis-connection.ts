import type { SharedSets } from './bus.ts';
import { createRedisSets } from './redis-sets.ts';

const ANSWER_TIMEOUT_MS = 5_000;
/** Reading the server's time detects a connection that was cut silently, or a server that hangs. */
const TIME_EVERY_MS = 3_000;
/** More than a busy second produces. Above this the server has stopped reading. */
const COMMANDS_WAITING_MAX = 20_000;

/** One connection to Redis that publishes, subscribes to a channel and holds sets. It does not reconnect. */
export type RedisConnection = {
  publish(payload: string): void;
  readonly sets: SharedSets;
  /** Resolves to the cause when the connection is lost. */
  readonly lost: Promise<unknown>;
  /** Whether the server answered with an error, for example because it does not allow a command. The connection stays. */
  isRefusal(error: unknown): boolean;
  /** Resolves when published messages are sent. */
  close(): Promise<void>;
};

type ConnectionOptions = {
  readonly url: string;
  readonly channel: string;
  readonly onMessage: (payload: string) => void;
  /** The server refused a published message. */
  readonly onRefused: (error: unknown) => void;
};

/** How far the server's clock is ahead of ours. */
async function readOffsetMs(client: { time(): Promise<readonly (string | number)[]> }): Promise<number> {
  const [seconds, microseconds] = (await withTimeout(client.time())).map(Number) as [number, number];
  return seconds * 1_000 + microseconds / 1_000 - Date.now();
}

async function withTimeout<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Redis timeout')), ANSWER_TIMEOUT_MS).unref();
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Rejects when nothing listens at the address, or it does not answer. */
export async function openRedisConnection(options: ConnectionOptions): Promise<RedisConnection> {
  const { url, channel, onMessage, onRefused } = options;
  // A quarter of the site's modules, and a site in one process needs none of them.
  const { createClient, ErrorReply } = await import('@redis/client');
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: COMMANDS_WAITING_MAX,
    maintNotifications: 'disabled',
    socket: { connectTimeout: ANSWER_TIMEOUT_MS, reconnectStrategy: false },
  });
  const { promise: lost, resolve: markLost } = Promise.withResolvers<unknown>();
  const isRefusal = (error: unknown): boolean => error instanceof ErrorReply;
  const markFailed = (error: unknown): void => (isRefusal(error) ? onRefused(error) : markLost(error));
  let offsetMs = 0;
  const readTime = async (): Promise<void> => {
    offsetMs = await readOffsetMs(client);
  };
  client.on('error', markLost);
  client.on('end', markLost);
  try {
    await withTimeout(client.connect());
    await withTimeout(client.subscribe(channel, onMessage));
    await readTime().catch(markFailed);
  } catch (error) {
    client.destroy();
    throw error;
  }
  const timer = setInterval(() => void readTime().catch(markFailed), TIME_EVERY_MS).unref();
  void lost.then(() => {
    clearInterval(timer);
    client.destroy();
  });
  return {
    publish: (payload) => void client.publish(channel, payload).catch(markFailed),
    sets: createRedisSets(client, { prefix: channel, nowMs: () => Date.now() + offsetMs }),
    lost,
    isRefusal,
    async close() {
      await withTimeout(client.close()).catch(() => undefined);
      markLost(undefined);
    },
  };
}
