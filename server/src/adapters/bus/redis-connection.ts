import { createClient } from '@redis/client';

const ANSWER_TIMEOUT_MS = 5_000;
/** A ping detects a connection that was cut silently, or a server that hangs. */
const PING_EVERY_MS = 3_000;
/** More than a busy second produces. Above this the server has stopped reading. */
const COMMANDS_WAITING_MAX = 20_000;

/** One connection to Redis that publishes and subscribes to a channel. It does not reconnect. */
export type RedisConnection = {
  publish(payload: string): void;
  /** Resolves to the cause when the connection is lost. */
  readonly lost: Promise<unknown>;
  /** Resolves when published messages are sent. */
  close(): Promise<void>;
};

type ConnectionOptions = {
  readonly url: string;
  readonly channel: string;
  readonly onMessage: (payload: string) => void;
};

async function withTimeout<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Redis timeout')), ANSWER_TIMEOUT_MS).unref();
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Rejects when nothing listens at the address, or it does not answer. */
export async function openRedisConnection({ url, channel, onMessage }: ConnectionOptions): Promise<RedisConnection> {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: COMMANDS_WAITING_MAX,
    maintNotifications: 'disabled',
    socket: { connectTimeout: ANSWER_TIMEOUT_MS, reconnectStrategy: false },
  });
  const { promise: lost, resolve: markLost } = Promise.withResolvers<unknown>();
  client.on('error', markLost);
  client.on('end', markLost);
  try {
    await withTimeout(client.connect());
    await withTimeout(client.subscribe(channel, onMessage));
  } catch (error) {
    client.destroy();
    throw error;
  }
  const pingTimer = setInterval(() => void withTimeout(client.ping()).catch(markLost), PING_EVERY_MS).unref();
  void lost.then(() => {
    clearInterval(pingTimer);
    client.destroy();
  });
  return {
    publish: (payload) => void client.publish(channel, payload).catch(markLost),
    lost,
    async close() {
      await withTimeout(client.close()).catch(() => undefined);
      markLost(undefined);
    },
  };
}
