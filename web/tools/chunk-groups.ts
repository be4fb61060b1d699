import { readFileSync } from 'node:fs';
import { BOOT, MAIN, modulesOfPages, ROUTER } from './page-assets.ts';

type Graph = { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null };

const OVERLAYS = vendored('radix-ui|@radix-ui|@floating-ui|react-remove-scroll|aria-hidden');
const DATES = vendored('dayjs');
/** A module that this many player pages import is loaded with the first of them. */
const WIDELY_SHARED = 5;

function vendored(names: string): RegExp {
  return new RegExp(`node_modules/(?:${names})`);
}

/** A module and everything that it imports statically. */
function withImports(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const next of graph.getModuleInfo(id)?.importedIds ?? []) withImports(next, graph, found);
  return found;
}

/** The folder of a feature, or the module of `contract` or `rules` that is named after it. */
const featureOf = (id: string): string | undefined =>
  /\/(?:web\/src\/features|contract\/src|rules\/src)\/([\w-]+)/.exec(id)?.[1];

/**
 * Groups of modules that several player pages share. Every page loads `kit`: what the app itself imports, modules outside of
 * features, and what most pages use. The rest is one group per feature. A module that needs a library for later (overlays, dates)
 * stays ungrouped, because its group would bring that library to every page.
 */
function groupShared(graph: Graph): Map<string, string> {
  const pageCounts = new Map<string, number>();
  for (const module of modulesOfPages(readFileSync(ROUTER, 'utf8')).values()) {
    for (const id of withImports(module, graph)) pageCounts.set(id, (pageCounts.get(id) ?? 0) + 1);
  }
  const groups = new Map<string, string>();
  for (const [id, count] of pageCounts) {
    if (count < 2 || [...withImports(id, graph)].some((each) => OVERLAYS.test(each) || DATES.test(each))) continue;
    const feature = count < WIDELY_SHARED ? featureOf(id) : undefined;
    groups.set(id, feature === undefined ? 'kit' : `shared-${feature}`);
  }
  for (const id of withImports(MAIN, graph)) if (id !== MAIN) groups.set(id, 'kit');
  return groups;
}

/**
 * The chunks of the build. A browser fetches few files at once, and each costs a round trip, so what several pages share goes into
 * a handful of files instead of dozens. A group includes what its modules import, except for modules of a group with a higher
 * priority.
 */
export function chunkGroups() {
  let boot: Set<string> | undefined;
  let shared: Map<string, string> | undefined;
  return [
    { name: 'boot', test: /vite\/preload-helper|rolldown\/runtime/, priority: 8 },
    {
      debugName: 'boot',
      name: (id: string, graph: Graph) => ((boot ??= withImports(BOOT, graph)).has(id) && id !== BOOT ? 'boot' : null),
      priority: 8,
    },
    // Libraries change rarely: after a release, returning players load only what changed.
    { name: 'react', test: vendored('(?:react|react-dom|scheduler|get-nonce)/'), priority: 6 },
    { name: 'overlays', test: OVERLAYS, priority: 5 },
    { name: 'dates', test: DATES, priority: 5 },
    {
      name: 'vendor',
      test: vendored('react-router|@tanstack|zustand|clsx|use-sync-external-store|cookie'),
      priority: 4,
    },
    { name: 'zod', test: vendored('zod/'), priority: 3 },
    {
      debugName: 'shared by pages',
      name: (id: string, graph: Graph) => (shared ??= groupShared(graph)).get(id) ?? null,
      priority: 2,
    },
    { name: 'staff-words', test: /web\/src\/(?:features\/[\w-]+\/words\/admin-|i18n\/staff\/)/, priority: 0 },
  ];
}
