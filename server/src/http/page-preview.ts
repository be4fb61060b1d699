import type { PageName } from '@karat/contract/pages';
import type { SiteStatus } from '@karat/contract/site-status';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Switches } from '#deps.ts';
import type { Env } from '#env.ts';
import type { Log } from '#log.ts';
import { escapeHtml } from './html.ts';
import { originOf } from './origin.ts';
import { type FirstPicture, pageOf, paramsOf, pathOf, type WebApp } from './web-app.ts';

/** What other sites show for a link to a page. Everyone who has the link can read it. */
export type Preview = {
  readonly title: string;
  readonly description: string;
  /** The absolute URL of a picture. */
  readonly image: string;
  /** Width and height of the picture, if they are those of a large preview. */
  readonly imageSize?: readonly [width: number, height: number];
  /** The canonical absolute URL of the page. */
  readonly url: string;
  /** The largest picture of the page itself. Not used for an address with a query, where filters may show another. */
  readonly firstPicture?: FirstPicture;
};

/** The size of a large preview picture, as most sites want it. */
export const PREVIEW_SIZE = [1200, 630] as const;

/** A name in a preview, where no chip can mark a sandbox player. */
export const nameInPreview = (name: string, isSandbox: boolean): string => (isSandbox ? `${name} (sandbox)` : name);

/** Reads the preview of one page; undefined if there is nothing to show. */
export type PreviewReader = (params: Readonly<Record<string, string>>, origin: string) => Promise<Preview | undefined>;

/** After this time a page is sent without its preview, so that a slow database does not delay it. */
const READ_TIMEOUT_MS = 500;

/** Preview tags for Open Graph and Twitter, escaped for HTML. */
export function pagePreview({ title, description, image, imageSize, url }: Preview): string {
  const tags: (readonly [attribute: 'property' | 'name', key: string, content: string])[] = [
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', 'Karat'],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ['property', 'og:url', url],
    ['property', 'og:image', image],
    ...(imageSize === undefined
      ? []
      : ([
          ['property', 'og:image:width', String(imageSize[0])],
          ['property', 'og:image:height', String(imageSize[1])],
        ] as const)),
    ['name', 'twitter:card', imageSize === undefined ? 'summary' : 'summary_large_image'],
  ];
  const metas = tags.map(
    ([attribute, key, content]) => `<meta ${attribute}="${key}" content="${escapeHtml(content)}">`,
  );
  return metas.join('');
}

/** The preview of pages without one of their own. */
export function sitePreview(origin: string): Preview {
  return {
    title: 'Karat',
    description: 'Cases, duels and a player market. Every diamond accounted for, every roll provable.',
    image: `${origin}/img/preview/site.jpg`,
    imageSize: PREVIEW_SIZE,
    url: `${origin}/`,
  };
}

type PreviewDeps = {
  readonly env: Pick<Env, 'host' | 'publicOrigin'>;
  readonly log: Log;
  readonly switches: Pick<Switches, 'current'>;
};

/** The status of the site for the app, which shows it from its first view on. Empty while there is nothing to show. */
function statusTag({ off, announcements }: SiteStatus): string {
  if (off.length === 0 && announcements.length === 0) return '';
  return `<meta name="site-status" content="${escapeHtml(JSON.stringify({ off, announcements }))}">`;
}

const NOTHING: SiteStatus = { off: [], announcements: [] };

/** Sends pages with their preview. Features add readers for their pages to `readers`. */
export function createPageSender(
  { env, log, switches }: PreviewDeps,
  webApp: Pick<WebApp, 'sendPage'>,
  readers: ReadonlyMap<PageName, PreviewReader>,
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  async function readPreview(request: FastifyRequest, reader: PreviewReader, origin: string): Promise<Preview> {
    const fallback = sitePreview(origin);
    const timeout = new AbortController();
    try {
      const reading = reader(paramsOf(request.url), origin);
      const late = sleep(READ_TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(() => undefined);
      return (await Promise.race([reading, late])) ?? fallback;
    } catch (error) {
      log.warn({ err: error, path: pathOf(request.url) }, 'Reading a page preview failed');
      return fallback;
    } finally {
      timeout.abort();
    }
  }

  return (request, reply) => {
    const name = pageOf(request.url);
    const origin = originOf(request.headers, env);
    const reader = name === undefined || request.method === 'HEAD' ? undefined : readers.get(name);
    const send = (preview: Preview) => {
      const firstPicture = request.url.includes('?') ? undefined : preview.firstPicture;
      const status = switches.current() ?? NOTHING;
      // The first view has no room for a bar, and none for the page that is shown during maintenance.
      const hasNotice = status.announcements.length > 0 || status.off.some(({ name: off }) => off === 'site');
      const tags = pagePreview(preview) + statusTag(status);
      return webApp.sendPage(request, reply, { preview: tags, firstPicture, hasNotice });
    };
    if (reader === undefined) return send(sitePreview(origin));
    void readPreview(request, reader, origin).then(send);
    return reply;
  };
}
