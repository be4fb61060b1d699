import { type PageName, pageAliases, pages } from '@karat/contract/pages';
import { WELCOME_BONUS } from '@karat/rules/welcome';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Env } from '#env.ts';
import { escapeHtml } from './html.ts';
import { originOf } from './origin.ts';
import { createNonce, pageHeaders } from './security-headers.ts';
import { tokenOf } from './session-cookie.ts';

/** Serves the web app. In development Vite implements the same interface. */
export type WebApp = {
  sendPage(request: FastifyRequest, reply: FastifyReply, head: PageHead): FastifyReply;
  /** Paths that hold only files: a missing one is a 404, never the page. */
  isAssetPath(url: string): boolean;
  mountFiles(app: FastifyInstance): void;
};

/** What differs between pages of the same kind, such as two cases. */
export type PageHead = {
  /** HTML: the tags that other sites read. */
  readonly preview: string;
  /** The largest picture of the page, if it depends on what the page shows. */
  readonly firstPicture?: FirstPicture | undefined;
  /** Whether the app shows more at the top than the first view, which is then not sent. */
  readonly hasNotice?: boolean;
};

type Encoded = { readonly encoding: 'br' | 'gzip' | undefined; readonly body: Buffer };
type WebFile = {
  readonly type: string;
  readonly etag: string;
  readonly isHashed: boolean;
  /** Sent as a download, because the file has an inline script, which the site's content security policy forbids. */
  readonly isDownload: boolean;
  readonly encoded: readonly Encoded[];
};

/** A picture that the browser should fetch before any script asks for it. */
export type FirstPicture = { readonly srcset: string; readonly sizes: string };
/**
 * What the build lists for a page: its scripts in the order in which they run, its largest picture, and HTML that visitors see until
 * the app renders the page.
 */
type PageAssets = { readonly scripts: readonly string[]; readonly picture?: FirstPicture; readonly firstView?: string };

const preloadLink = ({ srcset, sizes }: FirstPicture): string =>
  `<link rel="preload" as="image" fetchpriority="high" imagesrcset="${escapeHtml(srcset)}" imagesizes="${escapeHtml(sizes)}">`;

const NONCE_MARK = '__CSP_NONCE__';
const STEAM_MARK = '__STEAM_SIGN_IN__';
export const SETTINGS_MARK = '__SITE_SETTINGS__';
const PARTS_MARK = '<!-- page-parts -->';
export const PREVIEW_MARK = '<!-- page-preview -->';
const FIRST_VIEW_MARK = '<!-- first-view -->';
const SANDBOX_NOTE_MARK = '<!-- sandbox-note -->';
/** In a first view whose picture depends on what the page shows. Without that picture the view is not sent. */
const PICTURE_MARK = '__FIRST_PICTURE__';
/** As high as the line that explains sandbox players. */
const SANDBOX_NOTE_SPACE = '<div class="mb-3 h-6"></div>';
const PARTS_FILE = '.vite/page-parts.json';
const HASHED = 'public, max-age=31536000, immutable';
const UNHASHED = 'public, max-age=300';
/** A worker of an earlier release must not be used any longer than necessary. It connects only to the site. */
const SERVICE_WORKER = '/sw.js';
const SERVICE_WORKER_HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; connect-src 'self'",
};
const DOWNLOADS = 'verify/';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

const patternOf = (page: string): RegExp => new RegExp(`^${page.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`);
const PAGE_PATTERNS = [...Object.entries(pages), ...Object.entries(pageAliases)].map(
  ([name, page]) => [name as PageName, patternOf(page)] as const,
);

/** The URL without its query. */
export const pathOf = (url: string): string => url.split('?')[0] || '/';

/** Undefined for an unknown address, which gets the app's not-found page with status 404. */
export function pageOf(url: string): PageName | undefined {
  const pathname = pathOf(url);
  return PAGE_PATTERNS.find(([, pattern]) => pattern.test(pathname))?.[0];
}

function decodedOf(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The decoded parameters of a page's address, such as `roomId`; empty for an unknown address. */
export function paramsOf(url: string): Record<string, string> {
  const pathname = pathOf(url);
  const pattern = PAGE_PATTERNS.find(([, each]) => each.test(pathname))?.[1];
  const groups = pattern?.exec(pathname)?.groups ?? {};
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodedOf(value)]));
}

/** What the app needs to know of the site before its first view: words, and the welcome bonus as a number. */
export function siteSettings({
  platform,
  isDemo,
  isRealValue,
}: Pick<Env, 'platform' | 'isDemo' | 'isRealValue'>): string {
  const words = [
    platform === 'sandbox' && 'sandbox',
    isRealValue && 'real-value',
    isDemo && `welcome=${WELCOME_BONUS}`,
  ];
  return words.filter(Boolean).join(' ');
}

type PageHtml = {
  /** Split where the nonce of each answer goes. */
  readonly parts: readonly string[];
  /** For visitors. */
  readonly firstView: string;
};

/** The HTML of each page with its preload links. */
async function readPages(folder: string, env: Env): Promise<(name: PageName | undefined) => PageHtml> {
  const [html, parts] = await Promise.all([
    readFile(path.join(folder, 'index.html'), 'utf8'),
    readFile(path.join(folder, PARTS_FILE), 'utf8').then((text) => JSON.parse(text) as Record<string, PageAssets>),
  ]);
  const template = html
    .replace(STEAM_MARK, env.platform === 'none' ? 'off' : 'on')
    .replace(SETTINGS_MARK, siteSettings(env));
  const noteSpace = env.platform === 'sandbox' ? SANDBOX_NOTE_SPACE : '';
  const htmlOf = ({ scripts, picture, firstView = '' }: PageAssets): PageHtml => {
    const links = scripts.map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${file}">`);
    if (picture !== undefined) links.unshift(preloadLink(picture));
    const parts = template.replace(PARTS_MARK, links.join('')).split(NONCE_MARK);
    return { parts, firstView: firstView.replace(SANDBOX_NOTE_MARK, noteSpace) };
  };
  const pagesByName = new Map(Object.entries(parts).map(([name, part]) => [name, htmlOf(part)]));
  return (name) => pagesByName.get(name ?? '') ?? pagesByName.get('')!;
}

/** The first view of a page, with the picture in it if it needs one. */
function firstViewOf({ firstView }: PageHtml, picture: FirstPicture | undefined): string {
  if (!firstView.includes(PICTURE_MARK)) return firstView;
  if (picture === undefined) return '';
  return firstView.replace(
    PICTURE_MARK,
    () => `srcset="${escapeHtml(picture.srcset)}" sizes="${escapeHtml(picture.sizes)}"`,
  );
}

async function readWebFile(folder: string, name: string): Promise<WebFile> {
  const plain = await readFile(path.join(folder, name));
  const readCompressed = (suffix: string) => readFile(path.join(folder, name + suffix)).catch(() => undefined);
  const [br, gzip] = await Promise.all([readCompressed('.br'), readCompressed('.gz')]);
  const encoded: Encoded[] = [];
  if (br !== undefined) encoded.push({ encoding: 'br', body: br });
  if (gzip !== undefined) encoded.push({ encoding: 'gzip', body: gzip });
  encoded.push({ encoding: undefined, body: plain });
  return {
    type: TYPES[path.extname(name)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    isHashed: name.startsWith('assets/'),
    isDownload: name.startsWith(DOWNLOADS),
    encoded,
  };
}

/** Reads a build folder. The page itself, source maps, dot files and compressed variants are not separate files. */
async function readBuild(folder: string): Promise<Map<string, WebFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && !/^\.|\.(?:map|br|gz)$/.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((name) => !name.startsWith('.') && name !== 'index.html');
  const files = await Promise.all(names.map(async (name) => [`/${name}`, await readWebFile(folder, name)] as const));
  return new Map(files);
}

function sendFile(url: string, file: WebFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? '';
  const best = file.encoded.find(({ encoding }) => encoding === undefined || accepted.includes(encoding))!;
  reply.header('content-type', file.type).header('cache-control', file.isHashed ? HASHED : UNHASHED);
  reply.header('etag', file.etag).header('vary', 'accept-encoding');
  if (file.isDownload) reply.header('content-disposition', 'attachment');
  if (url === SERVICE_WORKER) reply.headers(SERVICE_WORKER_HEADERS);
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  if (best.encoding !== undefined) reply.header('content-encoding', best.encoding);
  if (request.method === 'HEAD') return reply.header('content-length', best.body.length).send();
  return reply.send(best.body);
}

/** The built app, held in memory: serving a file costs one lookup and one write. */
export async function loadWebApp(folder: string, env: Env): Promise<WebApp> {
  const [htmlOf, files] = await Promise.all([readPages(folder, env), readBuild(folder)]);

  return {
    sendPage(request, reply, { preview, firstPicture, hasNotice = false }) {
      const nonce = createNonce();
      const name = pageOf(request.url);
      reply.code(name === undefined ? 404 : 200).headers(pageHeaders(nonce, originOf(request.headers, env)));
      if (request.method === 'HEAD') return reply.send();
      const page = htmlOf(name);
      const isVisitor = tokenOf(request.headers, env) === undefined;
      const firstView = isVisitor && !hasNotice ? firstViewOf(page, firstPicture) : '';
      // By functions, because a text could contain replacement patterns such as `$&`.
      return reply.send(
        page.parts
          .join(nonce)
          .replace(PREVIEW_MARK, () => preview + (firstPicture === undefined ? '' : preloadLink(firstPicture)))
          .replace(FIRST_VIEW_MARK, () => firstView),
      );
    },
    isAssetPath: (url) => /^\/(?:assets|icons|img|verify)\/|^\/sw\.js$/.test(url),
    mountFiles(app) {
      for (const [url, file] of files) {
        app.route({ method: ['GET', 'HEAD'], url, handler: (request, reply) => sendFile(url, file, request, reply) });
      }
    },
  };
}
