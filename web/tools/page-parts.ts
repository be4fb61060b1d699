import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { HERO_MAP, mapPicture } from '../src/features/rooms/hero-map.ts';

const SOURCES = path.resolve(import.meta.dirname, '../src');
export const ROUTER = path.join(SOURCES, 'shell/router.tsx');
/** The script in the page itself; it loads the app. */
export const BOOT = path.join(SOURCES, 'shell/boot.ts');
export const MAIN = path.join(SOURCES, 'shell/main.tsx');
const PART = /\bpage\(\s*'(?<page>\w+)',[\s\S]*?import\('(?<module>[^']+)'\)/g;

type Part = {
  readonly scripts: readonly string[];
  readonly picture?: { readonly srcset: string; readonly sizes: string };
};
const partOf = (scripts: readonly string[]): Part => ({ scripts: scripts.map((each) => `/${each}`) });
const PICTURES: Readonly<Record<string, Pick<Part, 'picture'>>> = {
  home: { picture: { srcset: mapPicture(HERO_MAP.map).srcSet, sizes: HERO_MAP.sizes } },
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

/** These scripts and all that they cannot run without, each after what it needs. */
export function inOrder(wanted: readonly string[], imports: ReadonlyMap<string, readonly string[]>): string[] {
  const ordered = new Set<string>();
  const add = (fileName: string, above: readonly string[] = []): void => {
    // Chunks that need each other are met again on the way down.
    if (ordered.has(fileName) || above.includes(fileName)) return;
    for (const next of imports.get(fileName) ?? []) add(next, [...above, fileName]);
    ordered.add(fileName);
  };
  for (const fileName of wanted) add(fileName);
  return [...ordered];
}

function chunksOf(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  return {
    imports: new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports])),
    scriptOf(module: string): string {
      const own = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
      if (own === undefined) throw new Error(`${module} is not a chunk of its own.`);
      return own.fileName;
    },
  };
}

/** The scripts that every page loads first. */
export function firstScripts(bundle: Rolldown.OutputBundle): string[] {
  const { imports, scriptOf } = chunksOf(bundle);
  return inOrder([scriptOf(MAIN)], imports);
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
      const { imports, scriptOf } = chunksOf(bundle);
      // The app itself runs last: it draws the page, and all of that is there by then. What it needs comes first, the largest with it.
      const main = scriptOf(MAIN);
      const everywhere = inOrder([main], imports);
      const parts: Record<string, Part> = { '': partOf(everywhere) };
      for (const [page, module] of modulesOfPages(await readFile(ROUTER, 'utf8'))) {
        parts[page] = {
          ...partOf(inOrder([...everywhere.slice(0, -1), scriptOf(module), main], imports)),
          ...PICTURES[page],
        };
      }
      this.emitFile({ type: 'asset', fileName: '.vite/page-parts.json', source: JSON.stringify(parts) });
    },
  };
}
