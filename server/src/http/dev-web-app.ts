import type { FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { WebApp } from './web-app.ts';

/** The app straight from its sources, with hot reload, inside the same server: one port, no proxy. */
export async function openDevWebApp(root: string): Promise<WebApp & { close(): Promise<void> }> {
  const { createServer } = await import('vite');
  const vite = await createServer({ root, appType: 'custom', server: { middlewareMode: true } });

  function runVite(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return new Promise((resolve) => vite.middlewares(request, response, () => resolve()));
  }

  async function page(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const html = await readFile(path.join(root, 'index.html'), 'utf8');
    // No policy here: hot reload lives from inline scripts. The tests run under the real one.
    return reply.type('text/html; charset=utf-8').send(await vite.transformIndexHtml(request.url, html));
  }

  return {
    sendPage(request, reply) {
      void page(request, reply);
      return reply;
    },
    isAssetPath: (url) => url.startsWith('/img/'),
    mountFiles(app) {
      app.addHook('onRequest', async (request, reply) => {
        const isSource = /^\/(?:src|node_modules|@|rules|contract|art)|\.(?:svg|png|webmanifest|woff2)(?:\?|$)/.test(
          request.url,
        );
        if (!isSource || request.url.startsWith('/img/')) return;
        await runVite(request.raw, reply.raw);
        if (reply.raw.writableEnded) reply.hijack();
      });
    },
    close: () => vite.close(),
  };
}
