import { createClient } from '@redis/client';

const ANSWER_TIMEOUT_MS = 5_000;
/** A ping detects a connection that was cut silently, or a server that hangs. */
const PING_EVERY_MS = 3_000;
/** More than any second brings: beyond it the server is not reading. */
const COMMANDS_WAITING_MAX = 20_000;

/** One connection to Redis that publishes and subscribes to a channel. It does not reconnect. */
export type RedisConnection = {
  publish(payload: string): void;
  /** Resolves to the cause when the connection is lost. */
  readonly lost: Promise<unknown>;
  /** Resolves when published messages are sent. */
  close(): Promise<void>;
};

type ConnectionOptions = { readonly url: string; readonly channel: string; readonly hear: (payload: string) => void };

async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Redis timeout')), ANSWER_TIMEOUT_MS).unref();
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Rejects when nothing listens at the address, or it does not answer. */
export async function openRedisConnection({ url, channel, hear }: ConnectionOptions): Promise<RedisConnection> {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: COMMANDS_WAITING_MAX,
    maintNotifications: 'disabled',
    socket: { connectTimeout: ANSWER_TIMEOUT_MS, reconnectStrategy: false },
  });
  const { promise: lost, resolve: lose } = Promise.withResolvers<unknown>();
  client.on('error', lose);
  client.on('end', lose);
  try {
    await inTime(client.connect());
    await inTime(client.subscribe(channel, hear));
  } catch (error) {
    client.destroy();
    throw error;
  }
  const asking = setInterval(() => void inTime(client.ping()).catch(lose), PING_EVERY_MS).unref();
  void lost.then(() => {
    clearInterval(asking);
    client.destroy();
  });
  return {
    publish: (payload) => void client.publish(channel, payload).catch(lose),
    lost,
    async close() {
      await inTime(client.close()).catch(() => undefined);
      lose(undefined);
    },
  };
}
