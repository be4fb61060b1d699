import { fromServer, type FromServer, type FromServerName } from '@karat/contract/live';
import type { Env } from '#env.ts';
import { hasAvatars, withAvatars } from '#http/avatars.ts';
import { jsonSchemaOf } from '#http/json-schema.ts';
import { originOf } from '#http/origin.ts';
import type { RawSocket } from './connections.ts';

type Payload = FromServer[FromServerName];

const WITH_AVATARS: ReadonlySet<string> = new Set(
  Object.entries(fromServer)
    .filter(([, { payload }]) => hasAvatars(jsonSchemaOf(payload, 'output')))
    .map(([name]) => name),
);

const channelOf = (origin: string): string => `origin:${origin}`;

/** A payload, and the channels of the sockets that get another one. */
type PayloadVariant = { readonly payload: Payload; readonly except: readonly string[] };

/**
 * Pictures of players are absolute addresses under the origin at which the viewer opened the site. With PUBLIC_URL that is one for
 * everyone; without it viewers may use several names (localhost, 127.0.0.1), and each gets addresses under their own.
 */
export function createViewers(env: Pick<Env, 'host' | 'publicOrigin'>) {
  const counts = new Map<string, number>();

  function unregister(origin: string): void {
    const remaining = (counts.get(origin) ?? 1) - 1;
    if (remaining <= 0) counts.delete(origin);
    else counts.set(origin, remaining);
  }

  return {
    /** Registers a connected socket until `unregister`; returns its origin. */
    register(raw: RawSocket): string {
      const origin = originOf(raw.handshake.headers, env);
      if (env.publicOrigin !== undefined) return origin;
      counts.set(origin, (counts.get(origin) ?? 0) + 1);
      void raw.join(channelOf(origin));
      return origin;
    },
    unregister,
    /** The payload for one socket. */
    payloadFor: (origin: string, name: FromServerName, payload: Payload): Payload =>
      WITH_AVATARS.has(name) ? withAvatars(payload, origin) : payload,
    /** The payloads of a broadcast: one for everyone, or one for each origin in use. */
    payloadsOf(name: FromServerName, payload: Payload): readonly PayloadVariant[] {
      if (!WITH_AVATARS.has(name)) return [{ payload, except: [] }];
      const origins = env.publicOrigin === undefined ? [...counts.keys()] : [env.publicOrigin];
      return origins.map((origin) => ({
        payload: withAvatars(payload, origin),
        except: origins.filter((other) => other !== origin).map(channelOf),
      }));
    },
  };
}
export type Viewers = ReturnType<typeof createViewers>;
