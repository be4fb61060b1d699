import { Refusal } from '@karat/contract/refusal';
import * as contract from '@karat/contract/matches';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Deps } from '#deps.ts';
import { findMatch, hasSandboxServers, type Match, reportMatch } from '#features/rooms/rooms.ts';
import { samplesBy } from '#http/exposition.ts';
import { mount } from '#http/mount.ts';
import { bearerOf } from '#http/session-cookie.ts';
import { matchIdOf, parseMatchEvent } from './events.ts';
import { matchFile } from './match-file.ts';

/** A game server that has presented the key of its match. */
type AuthenticatedServer = { readonly match: Match; readonly key: string };

function isMatchKey(key: string, { keyHash }: Match): boolean {
  const hash = createHash('sha256').update(key).digest();
  return keyHash !== null && keyHash.length === hash.length && timingSafeEqual(hash, keyHash);
}

/** Calls for game servers. Each match has its own key, which is useless for other matches. */
export function matchRoutes(app: FastifyInstance, deps: Deps): void {
  const { env, db, servers } = deps;
  // A server that lost its match reports match -1. That is no attack, so it is counted separately.
  const counts = { accepted: 0, ignored: 0, unknown_match: 0, wrong_key: 0 };
  app.karat.metrics.push({
    name: 'karat_match_events_total',
    help: 'Requests of game servers about matches, by outcome: accepted, ignored, unknown_match or wrong_key.',
    type: 'counter',
    read: () => samplesBy('outcome', counts),
  });

  async function gameServer(request: FastifyRequest): Promise<AuthenticatedServer> {
    const { matchId } = request.params as { matchId?: string };
    const id = matchIdOf(matchId === undefined ? request.body : { matchid: matchId });
    const key = bearerOf(request.headers);
    const match = id === undefined || key === undefined ? undefined : await findMatch(db.sql, id);
    // One reply for an unknown match, a missing key and a wrong key, so that it does not reveal which matches exist.
    if (key === undefined || match === undefined || !isMatchKey(key, match)) {
      counts[id === undefined ? 'unknown_match' : 'wrong_key'] += 1;
      throw new Refusal('unauthenticated', 'The match key is required.');
    }
    return { match, key };
  }

  mount(app, contract.getMatchFile, gameServer, async (_, { match, key }) => {
    if (match.state !== 'MATCH_STARTING' && match.state !== 'MATCH_ONGOING') {
      throw new Refusal('not_found', 'The match is over.');
    }
    return matchFile(match, {
      webhookUrl: `${servers.siteOrigin()}/match/events`,
      key,
      mapIds: env.mapIds,
      isSandboxServer: hasSandboxServers(env),
    });
  });

  mount(app, contract.reportMatchEvent, gameServer, async ({ body }, { match }) => {
    const event = parseMatchEvent(body);
    if (event === undefined) {
      counts.ignored += 1;
      return { message: 'Nothing to do.' };
    }
    const { key, report } = event;
    // Stores only the parsed report: PostgreSQL does not accept everything that JSON allows.
    await reportMatch(deps, match.id, { key, payload: report, report });
    counts.accepted += 1;
    return { message: 'Noted.' };
  });
}
