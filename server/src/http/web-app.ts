import { type PageName, pageAliases, pages } from '@karat/contract/pages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Env } from '#env.ts';
import { originOf } from './origin.ts';
import { createNonce, pageHeaders } from './security-headers.ts';

/** Serves the web app. In development Vite implements the same interface. */
export type WebApp = {
  sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply;
  /** Paths that hold only files: a missing one is a 404, never the page. */
  isAssetPath(url: string): boolean;
  mountFiles(app: FastifyInstance): void;
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

type Picture = { readonly srcset: string; readonly sizes: string };
/** The files that the build lists for a page: its scripts in the order in which they run, and its largest picture. */
type PageAssets = { readonly scripts: readonly string[]; readonly picture?: Picture };

const preloadLink = ({ srcset, sizes }: Picture): string =>
  `<link rel="preload" as="image" fetchpriority="high" imagesrcset="${srcset}" imagesizes="${sizes}">`;

const NONCE_MARK = '__CSP_NONCE__';
const STEAM_MARK = '__STEAM_SIGN_IN__';
const PARTS_MARK = '<!-- page-parts -->';
const PARTS_FILE = '.vite/page-parts.json';
const HASHED = 'public, max-age=31536000, immutable';
const UNHASHED = 'public, max-age=300';
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

const patternOf = (page: string): RegExp => new RegExp(`^${page.replace(/:\w+/g, '[^/]+')}/?$`);
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

/** The HTML of each page with its preload links, split where the nonce of each answer goes. */
async function readPages(folder: string, env: Env): Promise<(name: PageName | undefined) => readonly string[]> {
  const [html, parts] = await Promise.all([
    readFile(path.join(folder, 'index.html'), 'utf8'),
    readFile(path.join(folder, PARTS_FILE), 'utf8').then((text) => JSON.parse(text) as Record<string, PageAssets>),
  ]);
  const template = html.replace(STEAM_MARK, env.platform === 'none' ? 'off' : 'on');
  const splitAtNonce = ({ scripts, picture }: PageAssets): string[] => {
    const links = scripts.map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${file}">`);
    if (picture !== undefined) links.unshift(preloadLink(picture));
    return template.replace(PARTS_MARK, links.join('')).split(NONCE_MARK);
  };
  const pagesByName = new Map(Object.entries(parts).map(([name, part]) => [name, splitAtNonce(part)]));
  return (name) => pagesByName.get(name ?? '') ?? pagesByName.get('')!;
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

function sendFile(file: WebFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? '';
  const best = file.encoded.find(({ encoding }) => encoding === undefined || accepted.includes(encoding))!;
  reply.header('content-type', file.type).header('cache-control', file.isHashed ? HASHED : UNHASHED);
  reply.header('etag', file.etag).header('vary', 'accept-encoding');
  if (file.isDownload) reply.header('content-disposition', 'attachment');
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  if (best.encoding !== undefined) reply.header('content-encoding', best.encoding);
  if (request.method === 'HEAD') return reply.header('content-length', best.body.length).send();
  return reply.send(best.body);
}

/** The built app, held in memory: serving a file costs one lookup and one write. */
export async function loadWebApp(folder: string, env: Env): Promise<WebApp> {
  const [htmlOf, files] = await Promise.all([readPages(folder, env), readBuild(folder)]);

  return {
    sendPage(request, reply) {
      const nonce = createNonce();
      const name = pageOf(request.url);
      reply.code(name === undefined ? 404 : 200).headers(pageHeaders(nonce, originOf(request.headers, env)));
      return request.method === 'HEAD' ? reply.send() : reply.send(htmlOf(name).join(nonce));
    },
    isAssetPath: (url) => /^\/(?:assets|img|verify)\//.test(url),
    mountFiles(app) {
      for (const [url, file] of files) {
        app.route({ method: ['GET', 'HEAD'], url, handler: (request, reply) => sendFile(file, request, reply) });
      }
    },
  };
}
