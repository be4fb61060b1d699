/**
 * What is sent together. A browser fetches few files at once, and each costs it a journey: what several pages share goes into a
 * handful of files and not into dozens. A group takes with it what its parts import, but for what a higher one holds already.
 */
export const chunkGroups = [
  // Before all else.
  {
    name: 'boot',
    test: /vite\/preload-helper|rolldown\/runtime|web\/src\/(?:core\/api|shell\/first-calls)/,
    priority: 7,
  },
  // What changes seldom, so that a returning player loads only what a release touched.
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|get-nonce)\//, priority: 6 },
  { name: 'vendor', test: vendored('react-router|@tanstack|zustand|clsx|use-sync-external-store|cookie'), priority: 4 },
  { name: 'zod', test: vendored('zod/'), priority: 3 },
  // What opens over a page, and dates: neither is needed for the first page.
  { name: 'ui', test: vendored('radix-ui|@radix-ui|@floating-ui|react-remove-scroll|aria-hidden'), priority: 5 },
  { name: 'dates', test: vendored('dayjs'), priority: 5 },
  // What pages draw with, but for what few of them need.
  {
    name: 'kit',
    test: oneOf(
      /web\/src\/ui\/(?!admin-|days|modal|sheet|menu|popover-panel|tooltip|dates|time|spin|sound)(?!chart-|column-|composer|radio-cards|data-table)/,
      /web\/src\/core\/(?!preferences|query-client)/,
      /web\/src\/shell\/(navigation|nav-links|language)\./,
      /web\/src\/features\/(chat\/chat-(bones|state|options)\.|\w+\/online-count|safer-play\/(rests|safer-play)\.)/,
      /web\/src\/features\/(openings\/(openings|drops)|notifications\/notifications|inventory\/inventory)\./,
      /web\/src\/i18n\/(mixed|i18n|lang-of|plural|refusals|sentences|format)/,
      /node_modules\/lucide-react/,
    ),
    minShareCount: 2,
    priority: 2,
  },
  // What the pages of one subject share.
  {
    name: 'fairness',
    test: oneOf(/contract\/src\/fairness\./, /rules\/src\/(fairness|sha256|roulette)\./),
    minShareCount: 2,
    priority: 2,
  },
  {
    name: 'cases',
    test: oneOf(/contract\/src\/(cases|items|inventory)\./, /web\/src\/features\/cases\/(cases\.|words\/(?!admin))/),
    minShareCount: 2,
    priority: 2,
  },
  {
    name: 'lobby',
    test: oneOf(
      /contract\/src\/(rooms|roulette|leaderboard)\./,
      /web\/src\/features\/(roulette\/(roulette|round-state)|rooms\/rooms|leaderboard\/leaderboard)\./,
      /web\/src\/features\/rooms\/(map-scene|map-picture|room-state|clock|queries)/,
      /web\/src\/features\/rooms\/words\/lobby/,
    ),
    minShareCount: 2,
    priority: 1,
  },
  {
    name: 'market',
    test: oneOf(
      /contract\/src\/market\./,
      /web\/src\/features\/market\/(queries|news)/,
      /web\/src\/features\/market\/words\/(?!admin)/,
    ),
    minShareCount: 2,
    priority: 1,
  },
  {
    name: 'spin',
    test: oneOf(/web\/src\/ui\/spin/, /web\/src\/features\/openings\/opening\./),
    minShareCount: 2,
    priority: 1,
  },
  // The words of staff.
  { name: 'staff-words', test: /web\/src\/(features\/[\w-]+\/words\/admin-|i18n\/staff\/)/, priority: 0 },
];

function vendored(names: string): RegExp {
  return new RegExp(`node_modules/(?:${names})`);
}

function oneOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'));
}
