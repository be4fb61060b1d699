import type { FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import path from 'node:path';
import type { ViteDevServer } from 'vite';
import type { Env } from '#env.ts';
import { PREVIEW_MARK, SETTINGS_MARK, siteSettings, type WebApp } from './web-app.ts';

/** Paths that Vite serves: sources, packages, its own client, and the files of the public folder. */
const SOURCE = /^\/(?:src|node_modules|@|rules|contract|art|verify\/)|\.(?:svg|png|webmanifest|woff2)(?:\?|$)/;

async function startVite(root: string, server: Server): Promise<ViteDevServer> {
  const { createServer } = await import('vite');
  return createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server }, watch: { ignored: ['**/dist/**', '**/dist.new/**'] } },
  });
}

function runVite(vite: ViteDevServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('finish', resolve);
    vite.middlewares(request, response, () => resolve());
  });
}

/** Serves the app from its sources with hot reload, inside the same server: one port, no proxy. */
export function openDevWebApp(root: string, env: Env): WebApp & { close(): Promise<void> } {
  let starting: Promise<ViteDevServer> | undefined;

  async function page(request: FastifyRequest, reply: FastifyReply, preview: string): Promise<void> {
    const vite = await starting;
    const html = (await readFile(path.join(root, 'index.html'), 'utf8'))
      .replace(PREVIEW_MARK, () => preview)
      .replace(SETTINGS_MARK, siteSettings(env));
    // No content security policy here: hot reload needs inline scripts. The tests run under the real policy.
    void reply.type('text/html; charset=utf-8').send(await vite?.transformIndexHtml(request.url, html));
  }

  return {
    sendPage(request, reply, { preview }) {
      page(request, reply, preview).catch((error: unknown) => void reply.send(error));
      return reply;
    },
    isAssetPath: (url) => url.startsWith('/img/'),
    mountFiles(app) {
      // Started here, because hot reload needs the HTTP server of the app.
      starting = startVite(root, app.server);
      app.addHook('onRequest', async (request, reply) => {
        if (!SOURCE.test(request.url) || request.url.startsWith('/img/')) return;
        const vite = await starting;
        if (vite !== undefined) await runVite(vite, request.raw, reply.raw);
        if (reply.raw.writableEnded) reply.hijack();
      });
    },
    async close() {
      await (await starting)?.close();
    },
  };
}
