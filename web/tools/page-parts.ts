import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

const SOURCES = path.resolve(import.meta.dirname, '../src');
const ROUTER = path.join(SOURCES, 'app/router.tsx');
const PART = /\bpage\(\s*'(?<page>\w+)',[\s\S]*?import\('(?<module>[^']+)'\)/g;

type Chunk = { readonly fileName: string; readonly imports: readonly string[]; readonly facade: string | null };

/** Which source draws which page, as the router says. */
export function modulesOfPages(router: string): Map<string, string> {
  const found = [...router.matchAll(PART)].map(({ groups }) => {
    const { page, module } = groups as { page: string; module: string };
    const file = module.startsWith('#') ? path.join(SOURCES, module.slice(1)) : path.resolve(ROUTER, '..', module);
    return [page, file] as const;
  });
  return new Map(found);
}

/** A chunk and all that it cannot run without. */
function closureOf(fileName: string, chunks: ReadonlyMap<string, Chunk>, found = new Set<string>()): Set<string> {
  if (found.has(fileName)) return found;
  found.add(fileName);
  for (const next of chunks.get(fileName)?.imports ?? []) closureOf(next, chunks, found);
  return found;
}

/**
 * Writes down which scripts each page needs beyond those of every page: the server names them in the head, so that a browser
 * asks for all of them at once instead of finding one in another.
 */
export function pageParts(): Plugin {
  return {
    name: 'page-parts',
    apply: 'build',
    async generateBundle(_, bundle) {
      const chunks = new Map<string, Chunk>();
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const { fileName, imports, facadeModuleId: facade } = file;
        chunks.set(fileName, { fileName, imports, facade });
      }
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
      const shared = entry === undefined ? new Set<string>() : closureOf(entry.fileName, chunks);
      const parts: Record<string, string[]> = {};
      for (const [page, module] of modulesOfPages(await readFile(ROUTER, 'utf8'))) {
        const own = [...chunks.values()].find(({ facade }) => facade === module);
        if (own === undefined)
          throw new Error(`The page "${page}" has no script: ${module} is not a chunk of its own.`);
        parts[page] = [...closureOf(own.fileName, chunks)]
          .filter((each) => !shared.has(each))
          .map((each) => `/${each}`);
      }
      this.emitFile({ type: 'asset', fileName: '.vite/page-parts.json', source: JSON.stringify(parts) });
    },
  };
}
