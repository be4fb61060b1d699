import { CASE_WIDTHS, MAP_WIDTHS, MISSION_WIDTHS, SKIN_WIDTHS } from '@karat/art/urls';
import { avatarSvg } from '@karat/art/avatars';
import { Refusal } from '@karat/contract/refusal';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#deps.ts';
import { createPictures, type PictureName, readPreviewPicture } from './pictures.ts';

const WIDTHS = { skin: SKIN_WIDTHS, case: CASE_WIDTHS, map: MAP_WIDTHS, mission: MISSION_WIDTHS } as const;
const ADDRESS = /^(?<name>[a-z0-9_]{1,40})-(?<width>\d{2,4})\.webp$/;

// Only skins and cases have addresses that change with the picture.
const CACHE_FOREVER = 'public, max-age=31536000, immutable';
const CACHE_ONE_DAY = 'public, max-age=86400';

/** How long a request waits for its picture to be drawn before it gets the placeholder. */
const DRAW_WAIT_MS = 4_000;
const AVATAR_NAME_LENGTH_MAX = 64;

const PLACEHOLDER = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 384"><rect width="512" height="384" rx="24" fill="#171b27"/><path d="M216 132h80l40 60-80 84-80-84z" fill="none" stroke="#262d3d" stroke-width="10" stroke-linejoin="round"/></svg>`;

/** An SVG opened directly is a document, so its scripts are blocked. */
function sendSvg(reply: FastifyReply, svg: string, cacheControl: string): FastifyReply {
  reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  return reply.type('image/svg+xml').header('cache-control', cacheControl).send(svg);
}

function pictureName(kind: string, file: string): PictureName {
  const groups = ADDRESS.exec(file)?.groups;
  const widths: readonly number[] | undefined = Object.hasOwn(WIDTHS, kind)
    ? WIDTHS[kind as keyof typeof WIDTHS]
    : undefined;
  const [name, width] = [groups?.['name'], Number(groups?.['width'])];
  if (name === undefined || widths?.includes(width) !== true) throw new Refusal('not_found', 'Picture not found.');
  return { kind: kind as PictureName['kind'], name, width };
}

/** Pictures are files with permanent addresses, not calls, so they are not in the contract. Returns what draws them. */
export function pictureRoutes(
  app: FastifyInstance,
  { env, log }: Pick<Deps, 'env' | 'log'>,
): ReturnType<typeof createPictures> {
  const pictures = createPictures({ dataDir: env.dataDir, log });
  app.addHook('onClose', () => pictures.close());

  app.get<{ Params: { kind: string; file: string } }>('/img/:kind/:file', async (request, reply) => {
    const picture = pictureName(request.params.kind, request.params.file);
    const timeout = new AbortController();
    const found = await pictures
      .find(
        picture,
        sleep(DRAW_WAIT_MS, undefined, { signal: timeout.signal }).catch(() => undefined),
      )
      .finally(() => timeout.abort());
    if (found === 'unknown') throw new Refusal('not_found', 'Picture not found.');
    if (found === 'later') return sendSvg(reply, PLACEHOLDER, 'no-store');
    const isHashed = picture.kind === 'skin' || picture.kind === 'case';
    return reply
      .type('image/webp')
      .header('cache-control', isHashed ? CACHE_FOREVER : CACHE_ONE_DAY)
      .send(found);
  });

  app.get<{ Params: { name: string } }>('/img/preview/:name.jpg', async (request, reply) => {
    const picture = await readPreviewPicture(request.params.name);
    if (picture === undefined) throw new Refusal('not_found', 'Picture not found.');
    return reply.type('image/jpeg').header('cache-control', CACHE_ONE_DAY).send(picture);
  });

  app.get<{ Params: { name: string } }>('/img/avatar/:name.svg', (request, reply) => {
    const { name } = request.params;
    if (name.length > AVATAR_NAME_LENGTH_MAX) throw new Refusal('not_found', 'Picture not found.');
    return sendSvg(reply, avatarSvg(name), CACHE_ONE_DAY);
  });

  return pictures;
}
