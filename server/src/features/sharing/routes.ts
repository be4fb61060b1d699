import { Refusal } from '@karat/contract/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createBoundedMap } from '#bounded-map.ts';
import type { Deps } from '#deps.ts';
import type { Pictures } from '#features/pictures/pictures.ts';
import { networkOf } from '#http/network.ts';
import { originOf } from '#http/origin.ts';
import { assertRate, type Rate } from '#http/rate-limit.ts';
import { clientIpOf } from '#http/session-cookie.ts';
import { createSharing, type Shared } from './sharing.ts';

/** A drawing takes up to two seconds of CPU time. */
const DRAWING_RATE: Rate = { burst: 20, perSecond: 0.2 };
/** About 200 kB each. */
const CACHED_MAX = 100;
/** Short, because a player may hide the name later. */
const CACHE_CONTROL = 'public, max-age=300';

type Card = Parameters<Pictures['drawCard']>[0];

/** Pictures for links to a drop or a match, drawn once per content, so that a changed name gets a new picture. */
function createCards({ limits }: Pick<Deps, 'limits'>, pictures: Pick<Pictures, 'drawCard'>) {
  const cache = createBoundedMap<string, Promise<Buffer | undefined>>(CACHED_MAX);

  return async (card: Card, request: FastifyRequest): Promise<Buffer> => {
    const key = JSON.stringify(card);
    let drawing = cache.get(key);
    if (drawing === undefined) {
      const message = 'Too many pictures. Please wait a moment.';
      assertRate(limits, { key: `share:${networkOf(clientIpOf(request))}`, rate: DRAWING_RATE, message });
      drawing = pictures.drawCard(card);
      cache.set(key, drawing);
      drawing.then(
        (png) => png === undefined && cache.delete(key),
        () => cache.delete(key),
      );
    }
    const png = await drawing;
    if (png === undefined) throw new Refusal('unavailable', 'The picture is not ready yet. Please try again.');
    return png;
  };
}

const sendPng = (reply: FastifyReply, png: Buffer): FastifyReply =>
  reply.type('image/png').header('cache-control', CACHE_CONTROL).send(png);

/** Pages and pictures to share. They are files, not calls, so they are not in the contract. */
export function sharingRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'env' | 'limits' | 'seal'>,
  pictures: Pick<Pictures, 'drawCard'>,
): void {
  const sharing = createSharing(deps);
  const drawCard = createCards(deps, pictures);
  const originFor = (request: FastifyRequest): string => originOf(request.headers, deps.env);

  function assertFound<Each>(found: Shared<Each> | undefined): Each {
    if (found === undefined) throw new Refusal('not_found', 'Picture not found.');
    return found.card;
  }

  app.get<{ Params: { handle: string } }>('/share/drop/:handle.png', async (request, reply) => {
    const parameters = assertFound(await sharing.drop(request.params.handle, originFor(request)));
    return sendPng(reply, await drawCard({ kind: 'dropCard', parameters }, request));
  });

  app.get<{ Params: { roomId: string } }>('/share/match/:roomId.png', async (request, reply) => {
    const parameters = assertFound(await sharing.match(request.params.roomId, originFor(request)));
    return sendPng(reply, await drawCard({ kind: 'matchCard', parameters }, request));
  });

  const { previews } = app.karat;
  previews.set('sharedDrop', async ({ handle = '' }, origin) => (await sharing.drop(handle, origin))?.preview);
  previews.set('sharedMatch', async ({ roomId = '' }, origin) => (await sharing.match(roomId, origin))?.preview);
}
