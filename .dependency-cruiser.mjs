// Import rules: docs/architecture.md lists them, this file enforces them, tools/import-rules.test.ts tests them.
const TESTS = '\\.(test|bench|e2e)\\.tsx?$';

const severity = /** @type {const} */ ('error');

/** Of our own packages, files at `from` may import only `to`. */
const only = (name, from, to, comment) => ({
  name,
  comment,
  severity,
  from: { path: from, pathNot: [TESTS] },
  to: { path: '^(rules|contract|art|server|web|e2e|tools)/', pathNot: to },
});

const never = (name, from, to, comment) => ({ name, comment, severity, from, to });

/** A folder of the web app imports no folder above it. Lowest first: core, i18n, ui, features, shell. */
const layer = (name, folder, above) =>
  never(
    name,
    { path: `^web/src/${folder}/`, pathNot: [TESTS] },
    { path: `^web/src/(?:${above})/` },
    'Imports in the web app go one way: core, i18n, ui, features, shell.',
  );

export default {
  forbidden: [
    only('rules-import-nothing', '^rules/', ['^rules/'], 'Rules are pure: they import nothing.'),
    only('contract-on-rules', '^contract/', ['^contract/', '^rules/'], 'The contract imports only the rules.'),
    only('art-on-rules', '^art/', ['^art/', '^rules/'], 'The art package imports only the rules.'),
    only(
      'web-without-server',
      '^web/',
      ['^web/', '^contract/', '^rules/', '^art/'],
      'Code of the web app does not import the server.',
    ),
    only('e2e-from-outside', '^e2e/', ['^e2e/', '^contract/'], 'Journeys use the site from outside.'),
    only(
      'server-without-web',
      '^server/',
      ['^server/', '^contract/', '^rules/', '^art/'],
      'The server does not import the web app.',
    ),
    never(
      'infrastructure-without-features',
      { path: '^server/src/(db|http|live|adapters)/', pathNot: [TESTS] },
      { path: '^server/src/(features|sandbox|testing|cli|main|app|sockets|loops)' },
      'Infrastructure does not import features.',
    ),
    never(
      'features-by-entry-module',
      { path: '^server/src/features/([^/]+)/' },
      {
        path: '^server/src/features/([^/]+)/',
        pathNot: ['^server/src/features/$1/', '^server/src/features/([^/]+)/\\1\\.ts$'],
      },
      'A feature imports only the entry module of another feature.',
    ),
    never(
      'features-import-ports-only',
      { path: '^server/src/features/', pathNot: [TESTS] },
      { path: '^server/src/adapters/([^/]+)/', pathNot: '^server/src/adapters/([^/]+)/\\1\\.ts$' },
      'Only main.ts chooses between real and sandbox adapters.',
    ),
    never(
      'features-below-the-app',
      { path: '^server/src/features/', pathNot: [TESTS] },
      { path: '^server/src/(sandbox|testing|cli)/|^server/src/(main|app|sockets|loops)\\.ts' },
      'A feature does not import the app.',
    ),
    never(
      'app-by-routes',
      { path: '^server/src/(app|sockets|loops)\\.ts$' },
      { path: '^server/src/features/', pathNot: ['/(routes|socket|loop)\\.ts$', '-routes\\.ts$'] },
      'app.ts, sockets.ts and loops.ts import only routes, sockets and loops.',
    ),
    never(
      'no-imports-of-tests',
      { pathNot: [TESTS, '^server/(src/testing|src/trials|bench)/', '^e2e/', '^web/src/testing/'] },
      { path: `${TESTS}|^server/(src/testing|bench)/|^web/src/testing/` },
      'Production code does not import test code.',
    ),
    never(
      'simulation-from-outside',
      { path: '^server/src/simulation/', pathNot: [TESTS] },
      {
        path: '^(server|web|art|e2e|tools)/',
        pathNot: ['^server/src/(simulation|db|sandbox/player-actions)/', '^server/src/log\\.ts$'],
      },
      'The simulation uses the site as clients do, and reads its database, but does not import its code.',
    ),
    only(
      'player-actions-from-outside',
      '^server/src/sandbox/player-actions/',
      ['^contract/', '^rules/', '^server/src/sandbox/player-actions/'],
      'Programs that play use the site as clients do.',
    ),
    never(
      'trials-from-outside',
      { path: '^server/src/trials/', pathNot: [TESTS] },
      {
        path: '^(server|web|art|e2e|tools)/',
        pathNot: ['^server/src/(trials|simulation|testing|db|sandbox/player-actions)/', '^server/src/log\\.ts$'],
      },
      'The trials use a site as clients and operators do, and read its database, but do not import its code.',
    ),
    never(
      'no-imports-of-simulation',
      { pathNot: [TESTS, '^server/src/(simulation|trials)/'] },
      { path: '^server/src/(simulation|trials)/' },
      'Production code does not import test code.',
    ),
    never(
      'sandbox-only-from-main',
      {
        path: '^server/src/',
        pathNot: [TESTS, '^server/src/(sandbox|testing|cli|simulation|trials)/', '^server/src/(main|platform)\\.ts$'],
      },
      { path: '^server/src/sandbox/' },
      'Only main.ts and platform.ts may enable the sandbox.',
    ),
    layer('web-core-imports-nothing', 'core', 'i18n|ui|features|shell'),
    layer('web-i18n-on-core', 'i18n', 'ui|features|shell'),
    layer('web-ui-below-features', 'ui', 'features|shell'),
    layer('web-features-below-the-shell', 'features', 'shell'),
    never(
      'web-features-by-entry-module',
      { path: '^web/src/features/([^/]+)/', pathNot: [TESTS] },
      {
        path: '^web/src/features/([^/]+)/',
        pathNot: ['^web/src/features/$1/', '^web/src/features/([^/]+)/\\1\\.tsx?$'],
      },
      'A web feature imports only the entry module of another feature.',
    ),
    never(
      'art-in-the-browser',
      { path: '^web/' },
      { path: '^art/', pathNot: '^art/src/(urls|avatars|brand|missions|crate-themes|core/.*)\\.ts$' },
      'The browser imports only art modules that work without Node.',
    ),
    never('no-cycles', {}, { circular: true }, 'Imports have no cycles.'),
    never(
      'no-unresolved-imports',
      {},
      { couldNotResolve: true, pathNot: '^(vite/client|virtual:)' },
      'Every import resolves.',
    ),
  ],
  options: {
    parser: /** @type {const} */ ('swc'),
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules|dist|dist\\.new)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
