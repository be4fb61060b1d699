import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import config from '../.dependency-cruiser.mjs';
import { brokenImportRules } from './import-rules.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'karat-imports-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
  await writeFile(path.join(folder, file), text);
}

/** Writes two files into an empty folder, the first importing the second; returns the broken rules. */
async function findBrokenRules(from: string, to: string): Promise<string[]> {
  await rm(folder, { recursive: true });
  await write(to, 'export const it = 1;\n');
  const specifier = path.posix.relative(path.posix.dirname(from), to);
  await write(
    from,
    `import { it } from '${specifier.startsWith('.') ? specifier : `./${specifier}`}';\nexport const also = it;\n`,
  );
  const broken = await brokenImportRules(folder, [from.split('/')[0]!]);
  return broken.map((line) => line.split(':')[0]!);
}

test.each([
  ['rules-import-nothing', 'rules/src/a.ts', 'contract/src/b.ts'],
  ['contract-on-rules', 'contract/src/a.ts', 'server/src/b.ts'],
  ['art-on-rules', 'art/src/a.ts', 'contract/src/b.ts'],
  ['web-without-server', 'web/src/a.ts', 'server/src/b.ts'],
  ['e2e-from-outside', 'e2e/a.ts', 'server/src/b.ts'],
  ['server-without-web', 'server/src/a.ts', 'web/src/b.ts'],
  ['infrastructure-without-features', 'server/src/http/a.ts', 'server/src/features/cases/cases.ts'],
  ['features-by-entry-module', 'server/src/features/market/a.ts', 'server/src/features/wallet/queries.ts'],
  ['features-import-ports-only', 'server/src/features/rooms/a.ts', 'server/src/adapters/steam/openid.ts'],
  ['features-below-the-app', 'server/src/features/rooms/a.ts', 'server/src/app.ts'],
  ['app-by-routes', 'server/src/app.ts', 'server/src/features/cases/queries.ts'],
  ['no-imports-of-tests', 'server/src/http/a.ts', 'server/src/testing/test-site.ts'],
  ['simulation-from-outside', 'server/src/simulation/a.ts', 'server/src/features/wallet/wallet.ts'],
  ['trials-from-outside', 'server/src/trials/a.ts', 'server/src/features/wallet/wallet.ts'],
  ['player-actions-from-outside', 'server/src/sandbox/player-actions/a.ts', 'server/src/features/wallet/wallet.ts'],
  ['no-imports-of-simulation', 'server/src/cli/a.ts', 'server/src/simulation/b.ts'],
  ['sandbox-only-from-main', 'server/src/http/a.ts', 'server/src/sandbox/openid-provider.ts'],
  ['web-core-imports-nothing', 'web/src/core/a.ts', 'web/src/i18n/b.ts'],
  ['web-core-imports-nothing', 'web/src/core/a.ts', 'web/src/ui/b.ts'],
  ['web-core-imports-nothing', 'web/src/core/a.ts', 'web/src/features/cases/cases.ts'],
  ['web-core-imports-nothing', 'web/src/core/a.ts', 'web/src/shell/b.ts'],
  ['web-i18n-on-core', 'web/src/i18n/a.ts', 'web/src/ui/b.ts'],
  ['web-i18n-on-core', 'web/src/i18n/a.ts', 'web/src/features/cases/cases.ts'],
  ['web-i18n-on-core', 'web/src/i18n/a.ts', 'web/src/shell/b.ts'],
  ['web-ui-below-features', 'web/src/ui/a.tsx', 'web/src/features/cases/cases.ts'],
  ['web-ui-below-features', 'web/src/ui/a.tsx', 'web/src/shell/b.tsx'],
  ['web-features-below-the-shell', 'web/src/features/cases/a.tsx', 'web/src/shell/router.tsx'],
  ['web-features-by-entry-module', 'web/src/features/cases/a.tsx', 'web/src/features/market/b.tsx'],
  ['web-features-by-entry-module', 'web/src/features/cases/words/a.ts', 'web/src/features/market/words/market.ts'],
  ['art-in-the-browser', 'web/src/a.ts', 'art/src/rasterise.ts'],
])('%s: %s may not import %s', async (rule, from, to) => {
  expect(await findBrokenRules(from, to)).toContain(rule);
});

test.each([
  ['contract/src/a.ts', 'rules/src/b.ts'],
  ['server/src/features/market/a.ts', 'server/src/features/wallet/wallet.ts'],
  ['server/src/features/accounts/a.ts', 'server/src/adapters/steam/steam.ts'],
  ['server/src/app.ts', 'server/src/features/cases/routes.ts'],
  ['server/src/http/a.test.ts', 'server/src/testing/test-site.ts'],
  ['server/src/main.ts', 'server/src/sandbox/openid-provider.ts'],
  ['web/src/i18n/a.ts', 'web/src/core/b.ts'],
  ['web/src/ui/a.tsx', 'web/src/i18n/b.ts'],
  ['web/src/features/cases/a.tsx', 'web/src/core/api.ts'],
  ['web/src/features/cases/a.tsx', 'web/src/ui/b.tsx'],
  ['web/src/features/cases/a.tsx', 'web/src/features/cases/words/b.ts'],
  ['web/src/features/cases/a.tsx', 'web/src/features/openings/openings.tsx'],
  ['web/src/features/cases/a.test.tsx', 'web/src/features/market/b.tsx'],
  ['web/src/shell/router.tsx', 'web/src/features/cases/b.tsx'],
  ['web/src/ui/a.tsx', 'art/src/avatars.ts'],
])('%s may import %s', async (from, to) => {
  expect(await findBrokenRules(from, to)).toEqual([]);
});

test('finds a cycle', async () => {
  await rm(folder, { recursive: true });
  await write('rules/src/a.ts', "import { b } from './b.ts';\nexport const a = () => b;\n");
  await write('rules/src/b.ts', "import { a } from './a.ts';\nexport const b = () => a;\n");
  expect((await brokenImportRules(folder, ['rules'])).join()).toContain('no-cycles');
});

test('the table in docs/architecture.md lists exactly the rules', async () => {
  const map = await readFile(path.resolve(import.meta.dirname, '../docs/architecture.md'), 'utf8');
  const [, section] = /^## Import rules$(.*?)^## /ms.exec(map)!;
  const named = [...section!.matchAll(/\| `([a-z0-9-]+)` \|$/gm)].map(([, name]) => name!);
  expect(new Set(named)).toEqual(new Set(config.forbidden.map(({ name }) => name)));
  expect(named.length).toBe(config.forbidden.length);
});
