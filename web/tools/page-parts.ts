import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { MAP_SCENE, pictureOf } from '../src/features/rooms/map-scene.ts';

const SOURCES = path.resolve(import.meta.dirname, '../src');
const ROUTER = path.join(SOURCES, 'app/router.tsx');
const PART = /\bpage\(\s*'(?<page>\w+)',[\s\S]*?import\('(?<module>[^']+)'\)/g;

type Chunk = { readonly fileName: string; readonly imports: readonly string[]; readonly facade: string | null };

type Part = {
  readonly scripts: readonly string[];
  readonly picture?: { readonly srcset: string; readonly sizes: string };
};
const partOf = (scripts: readonly string[]): Part => ({ scripts: scripts.map((each) => `/${each}`) });
const PICTURES: Readonly<Record<string, Pick<Part, 'picture'>>> = {
  home: { picture: { srcset: pictureOf(MAP_SCENE.map).srcSet, sizes: MAP_SCENE.sizes } },
};

/** Which source draws which page, as the router says. */
export function modulesOfPages(router: string): Map<string, string> {
  const found = [...router.matchAll(PART)].map(({ groups }) => {
    const { page, module } = groups as { page: string; module: string };
    const file = module.startsWith('#') ? path.join(SOURCES, module.slice(1)) : path.resolve(ROUTER, '..', module);
    return [page, file] as const;
  });
  return new Map(found);
}

/** A chunk and all that it cannot run without, which come before it. */
function closureOf(fileName: string, chunks: ReadonlyMap<string, Chunk>, seen = new Set<string>()): string[] {
  if (seen.has(fileName)) return [];
  seen.add(fileName);
  const before = chunks.get(fileName)?.imports ?? [];
  return [...before.flatMap((next) => closureOf(next, chunks, seen)), fileName];
}

/**
 * Writes down which scripts each page needs, in the order in which they can run: the server names them in the head, so that a
 * browser asks for all of them at once instead of finding one in another.
 */
export function pageParts(): Plugin {
  return {
    name: 'page-parts',
    apply: 'build',
    // What paints comes first in the head: over few connections a browser fetches in the order in which it reads.
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const links = [...html.matchAll(/^ *<link rel="(?:modulepreload|stylesheet)".*\n/gm)].map(([link]) => link);
        const bare = links.reduce((text, link) => text.replace(link, ''), html);
        const styles = links.filter((link) => link.includes('stylesheet')).join('');
        return bare.replace(/^ *<link rel="preload"/m, (first) => styles + first);
      },
    },
    async generateBundle(_, bundle) {
      const chunks = new Map<string, Chunk>();
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const { fileName, imports, facadeModuleId: facade } = file;
        chunks.set(fileName, { fileName, imports, facade });
      }
      const scriptsOf = (module: string): string[] => {
        const own = [...chunks.values()].find(({ facade }) => facade === module);
        if (own === undefined) throw new Error(`${module} is not a chunk of its own.`);
        return closureOf(own.fileName, chunks);
      };
      // The app itself runs last: it draws the page, and waits for nothing but what it needs.
      const everywhere = scriptsOf(path.join(SOURCES, 'main.tsx'));
      const main = everywhere.pop()!;
      const parts: Record<string, Part> = { '': partOf([...everywhere, main]) };
      for (const [page, module] of modulesOfPages(await readFile(ROUTER, 'utf8'))) {
        parts[page] = { ...partOf([...new Set([...everywhere, ...scriptsOf(module), main])]), ...PICTURES[page] };
      }
      this.emitFile({ type: 'asset', fileName: '.vite/page-parts.json', source: JSON.stringify(parts) });
    },
  };
}
