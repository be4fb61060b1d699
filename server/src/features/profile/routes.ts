import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import * as contract from '@karat/contract/profile';
import { Refusal } from '@karat/contract/refusal';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { groupDigits } from '#diamonds-text.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { originOf } from '#http/origin.ts';
import { type Preview, PREVIEW_SIZE } from '#http/page-preview.ts';
import { createPublicProfiles, readPrivacy, setPrivacy } from './public-profiles.ts';
import { createStatistics } from './statistics.ts';

/** What a link to a public profile says. */
function previewOf(profile: contract.PublicProfile, origin: string): Preview {
  const { username, isSandbox, elo, place, totals } = profile;
  const facts = [
    isSandbox ? 'Sandbox player' : undefined,
    elo === undefined ? undefined : `Rating ${groupDigits(elo)}`,
    place === undefined ? undefined : `Rank ${groupDigits(place)}`,
    totals === undefined ? undefined : `${groupDigits(totals.wins)} of ${groupDigits(totals.matches)} matches won`,
  ].filter((fact) => fact !== undefined);
  return {
    title: username,
    description: facts.length > 0 ? `${facts.join(' · ')}.` : 'A player on Karat.',
    image: `${origin}/img/preview/site.jpg`,
    imageSize: PREVIEW_SIZE,
    url: `${origin}${fillPath(pages.player, { username })}`,
  };
}

export function profileRoutes(app: FastifyInstance, deps: Deps): void {
  const { anyone, player } = createCallers(deps);
  const { db, env } = deps;
  const statistics = createStatistics(deps);
  const profiles = createPublicProfiles(deps);

  mount(app, contract.getStatistics, player, async (_, { id }, request) => ({
    data: await statistics.of(id, originOf(request.headers, env)),
  }));

  mount(app, contract.getPublicProfile, anyone, async ({ params }, _, request) => ({
    data: await profiles.of(params.username, originOf(request.headers, env)),
  }));

  mount(app, contract.getProfilePrivacy, player, async (_, { id }) => ({ data: await readPrivacy(db.sql, id) }));

  mount(app, contract.setProfilePrivacy, player, async ({ body }, { id }) => ({
    message: 'Saved.',
    data: await setPrivacy(db.sql, id, body),
  }));

  app.karat.previews.set('player', async ({ username = '' }, origin) => {
    try {
      return previewOf(await profiles.of(username, origin), origin);
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  });
}
