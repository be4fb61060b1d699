import type { IncomingHttpHeaders } from 'node:http';
import type { Env } from '#env.ts';
import { networkOf } from '#http/network.ts';
import { clientIpOf, isLoopbackAddress, isOurOrigin } from '#http/origin.ts';
import { bearerOf, tokenOf } from '#http/session-cookie.ts';

const CONNECTIONS_PER_ADDRESS_MAX = 100;
/** A proxy or a test on this machine connects for many clients. */
const CONNECTIONS_FROM_LOOPBACK_MAX = 20 * CONNECTIONS_PER_ADDRESS_MAX;

type HandshakeEnv = Pick<Env, 'host' | 'publicOrigin' | 'trustsProxy'>;
type HandshakeCredentials = { readonly headers: IncomingHttpHeaders; readonly auth: Readonly<Record<string, unknown>> };
type HandshakeRequest = {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
};

/**
 * The session token of a handshake: from the script, the Authorization header or the cookie, in this order; only the first one
 * present counts. Never from the URL, which ends up in logs.
 */
export function tokenOfHandshake({ headers, auth }: HandshakeCredentials, env: HandshakeEnv): string | undefined {
  const scriptToken = auth['token'];
  if (scriptToken === undefined || scriptToken === null || scriptToken === '') return tokenOf(headers, env);
  return typeof scriptToken === 'string' ? bearerOf({ authorization: `Bearer ${scriptToken}` }) : undefined;
}

/** Decides by origin and address who may connect, before the session is known. */
export function createConnectionGuard(env: HandshakeEnv) {
  const counts = new Map<string, number>();
  let refused = 0;

  function isAllowed(request: HandshakeRequest): boolean {
    const { origin } = request.headers;
    // Browsers always send an Origin here. Without one the client is a script, which has no player's cookie.
    if (origin !== undefined && !isOurOrigin(origin, request.headers, env)) return false;
    const address = clientIpOf(request, env);
    const limit = isLoopbackAddress(address) ? CONNECTIONS_FROM_LOOPBACK_MAX : CONNECTIONS_PER_ADDRESS_MAX;
    return (counts.get(networkOf(address)) ?? 0) < limit;
  }

  return {
    admits(request: HandshakeRequest): boolean {
      const isAdmitted = isAllowed(request);
      if (!isAdmitted) refused += 1;
      return isAdmitted;
    },

    /** Counts an open connection; returns the function that uncounts it. */
    countConnection(request: HandshakeRequest): () => void {
      const network = networkOf(clientIpOf(request, env));
      counts.set(network, (counts.get(network) ?? 0) + 1);
      return () => {
        const remaining = (counts.get(network) ?? 1) - 1;
        if (remaining > 0) counts.set(network, remaining);
        else counts.delete(network);
      };
    },

    refusedCount: () => refused,
  };
}
