// Who may import whom: docs/architecture.md has the table, this file enforces it, tools/import-rules.test.ts proves it.
const TESTS = '\\.(test|bench|e2e)\\.tsx?$';

const severity = /** @type {const} */ ('error');

/** A rule: files at `from` may import of our own packages only what `to` names. */
const only = (name, from, to, comment) => ({
  name,
  comment,
  severity,
  from: { path: from, pathNot: [TESTS] },
  to: { path: '^(rules|contract|art|server|web|e2e|tools)/', pathNot: to },
});

const never = (name, from, to, comment) => ({ name, comment, severity, from, to });

/** A rule: a folder of the web app imports no folder above it. Lowest first: core, i18n, ui, features, shell. */
const layer = (name, folder, above) =>
  never(
    name,
    { path: `^web/src/${folder}/`, pathNot: [TESTS] },
    { path: `^web/src/(?:${above})/` },
    'Imports in the web app go one way: core, i18n, ui, features, shell.',
  );

export default {
  forbidden: [
    only('rules-stand-alone', '^rules/', ['^rules/'], 'Rules are pure: they import nothing.'),
    only('contract-on-rules', '^contract/', ['^contract/', '^rules/'], 'The contract stands on the rules alone.'),
    only('art-on-rules', '^art/', ['^art/', '^rules/'], 'The art kit stands on the rules alone.'),
    only(
      'web-from-outside',
      '^web/',
      ['^web/', '^contract/', '^rules/', '^art/'],
      'The browser never sees the server.',
    ),
    only('e2e-from-outside', '^e2e/', ['^e2e/', '^contract/'], 'Journeys drive the site from outside.'),
    only(
      'server-without-web',
      '^server/',
      ['^server/', '^contract/', '^rules/', '^art/'],
      'The server never sees the browser.',
    ),
    never(
      'ground-without-features',
      { path: '^server/src/(db|http|live|adapters)/', pathNot: [TESTS] },
      { path: '^server/src/(features|sandbox|testing|cli|main|app|sockets|loops)' },
      'The ground knows no feature.',
    ),
    never(
      'features-by-the-front-door',
      { path: '^server/src/features/([^/]+)/' },
      {
        path: '^server/src/features/([^/]+)/',
        pathNot: ['^server/src/features/$1/', '^server/src/features/([^/]+)/\\1\\.ts$'],
      },
      'Of another feature only the file named after its folder.',
    ),
    never(
      'features-see-ports-only',
      { path: '^server/src/features/', pathNot: [TESTS] },
      { path: '^server/src/adapters/([^/]+)/', pathNot: '^server/src/adapters/([^/]+)/\\1\\.ts$' },
      'main.ts alone picks the real adapter or its twin.',
    ),
    never(
      'features-below-the-app',
      { path: '^server/src/features/', pathNot: [TESTS] },
      { path: '^server/src/(sandbox|testing|cli)/|^server/src/(main|app|sockets|loops)\\.ts' },
      'A feature does not know what it is composed into.',
    ),
    never(
      'app-by-routes',
      { path: '^server/src/(app|sockets|loops)\\.ts$' },
      { path: '^server/src/features/', pathNot: ['/(routes|socket|loop)\\.ts$', '-routes\\.ts$'] },
      'The tables of contents name routes, sockets and loops.',
    ),
    never(
      'nobody-imports-tests',
      { pathNot: [TESTS, '^server/(src/testing|bench)/', '^e2e/', '^web/src/testing/'] },
      { path: `${TESTS}|^server/(src/testing|bench)/|^web/src/testing/` },
      'Nothing that runs imports what tests it.',
    ),
    never(
      'simulation-from-outside',
      { path: '^server/src/simulation/', pathNot: [TESTS] },
      { path: '^(server|web|art|e2e|tools)/', pathNot: ['^server/src/(simulation|db)/', '^server/src/log\\.ts$'] },
      'Simulated people know the site as its clients do; its store is looked at, not its code.',
    ),
    never(
      'nobody-imports-the-simulation',
      { pathNot: [TESTS, '^server/src/simulation/'] },
      { path: '^server/src/simulation/' },
      'Nothing that runs imports what tests it.',
    ),
    never(
      'sandbox-is-picked-by-main',
      {
        path: '^server/src/',
        pathNot: [TESTS, '^server/src/(sandbox|testing|cli)/', '^server/src/(main|platform)\\.ts$'],
      },
      { path: '^server/src/sandbox/' },
      'The sandbox cannot be reached by accident.',
    ),
    layer('web-core-stands-alone', 'core', 'i18n|ui|features|shell'),
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
      'A web feature imports of another feature only the file named after its folder.',
    ),
    never(
      'art-in-the-browser',
      { path: '^web/' },
      { path: '^art/', pathNot: '^art/src/(urls|avatars|brand|missions|core/.*)\\.ts$' },
      'Only what draws without Node goes to the browser.',
    ),
    never('no-cycles', {}, { circular: true }, 'A cycle has no beginning to read from.'),
    never(
      'nothing-unresolved',
      {},
      { couldNotResolve: true, pathNot: '^(vite/client|virtual:)' },
      'An import that leads nowhere.',
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
