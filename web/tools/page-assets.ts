import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { HERO_MAP, mapPicture } from '../src/features/rooms/hero-map.ts';
import { caseFirstView, homeFirstView, marketFirstView } from './first-views.ts';

const SOURCES = path.resolve(import.meta.dirname, '../src');
export const ROUTER = path.join(SOURCES, 'shell/router.tsx');
/** The script in the page itself; it loads the app. */
export const BOOT = path.join(SOURCES, 'shell/boot.ts');
export const MAIN = path.join(SOURCES, 'shell/main.tsx');
const PAGE_ROUTE = /\bpage\(\s*'(?<page>\w+)',[\s\S]*?import\('(?<module>[^']+)'\)/g;

type PageAssets = {
  readonly scripts: readonly string[];
  readonly picture?: { readonly srcset: string; readonly sizes: string };
  /** HTML for visitors, shown until the app renders the page. */
  readonly firstView?: string;
};
const assetsOf = (scripts: readonly string[]): PageAssets => ({ scripts: scripts.map((each) => `/${each}`) });
const FIRST_VIEWS: Readonly<Record<string, Pick<PageAssets, 'picture' | 'firstView'>>> = {
  home: { picture: { srcset: mapPicture(HERO_MAP.map).srcSet, sizes: HERO_MAP.sizes }, firstView: homeFirstView },
  case: { firstView: caseFirstView },
  market: { firstView: marketFirstView },
};

/** The source file of each page, read from the router. */
export function modulesOfPages(router: string): Map<string, string> {
  const found = [...router.matchAll(PAGE_ROUTE)].map(({ groups }) => {
    const { page, module } = groups as { page: string; module: string };
    const file = module.startsWith('#') ? path.join(SOURCES, module.slice(1)) : path.resolve(ROUTER, '..', module);
    return [page, file] as const;
  });
  return new Map(found);
}

/** These scripts and their imports, dependencies first. */
export function inLoadOrder(entryFiles: readonly string[], imports: ReadonlyMap<string, readonly string[]>): string[] {
  const ordered = new Set<string>();
  const add = (fileName: string, above: readonly string[] = []): void => {
    // Chunks may import each other in a cycle.
    if (ordered.has(fileName) || above.includes(fileName)) return;
    for (const next of imports.get(fileName) ?? []) add(next, [...above, fileName]);
    ordered.add(fileName);
  };
  for (const fileName of entryFiles) add(fileName);
  return [...ordered];
}

function chunksOf(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  return {
    imports: new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports])),
    scriptOf(module: string): string {
      const pageChunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
      if (pageChunk === undefined) throw new Error(`${module} is not a chunk of its own.`);
      return pageChunk.fileName;
    },
  };
}

/** The scripts that every page loads first. */
export function firstScripts(bundle: Rolldown.OutputBundle): string[] {
  const { imports, scriptOf } = chunksOf(bundle);
  return inLoadOrder([scriptOf(MAIN)], imports);
}

/**
 * Records which scripts each page needs, in an order in which they can run. The server lists them in the head, so that a browser
 * requests all of them at once instead of discovering one after the other.
 */
export function pageAssets(): Plugin {
  return {
    name: 'page-assets',
    apply: 'build',
    // Styles come first in the head, because over few connections a browser fetches in document order.
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
      const { imports, scriptOf } = chunksOf(bundle);
      // The app itself runs last, when everything it renders has loaded. Its dependencies, the largest scripts, come first.
      const main = scriptOf(MAIN);
      const everywhere = inLoadOrder([main], imports);
      const parts: Record<string, PageAssets> = { '': assetsOf(everywhere) };
      for (const [page, module] of modulesOfPages(await readFile(ROUTER, 'utf8'))) {
        parts[page] = {
          ...assetsOf(inLoadOrder([...everywhere.slice(0, -1), scriptOf(module), main], imports)),
          ...FIRST_VIEWS[page],
        };
      }
      this.emitFile({ type: 'asset', fileName: '.vite/page-parts.json', source: JSON.stringify(parts) });
    },
  };
}
