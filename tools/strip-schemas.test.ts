import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { stripContract } from '../web/tools/strip-schemas.ts';

const CONTRACT = path.resolve(import.meta.dirname, '../contract/src');

test.each([
  [
    'a call keeps its method and path',
    "export const claim = endpoint({ method: 'POST', path: '/claim/:id', summary: 'Claim (once).', hasSideEffects: true, params: z.object({ id }), body: form, reply: done });",
    "export const claim = { method: 'POST', path: '/claim/:id', hasSideEffects: true };",
  ],
  [
    'a schema becomes a pure expression, so that unused ones are removed',
    'const form = z.object({ name: z.string() });',
    'const form = /* @__PURE__ */ (() => (z.object({ name: z.string() })))();',
  ],
  [
    'an object of schemas too',
    'export const fields = { name: z.string() } as const;',
    'export const fields = /* @__PURE__ */ (() => ({ name: z.string() } as const))();',
  ],
  ['a plain value stays as it is', 'export const MAX = 60 * 24;', 'export const MAX = 60 * 24;'],
  [
    'a function stays as it is',
    'const paging = (limit: number) => z.object({ limit: z.number() });',
    'const paging = (limit: number) => z.object({ limit: z.number() });',
  ],
  ['a type stays as it is', 'export type Form = z.output<typeof form>;', 'export type Form = z.output<typeof form>;'],
])('%s', (_, source, bare) => {
  expect(stripContract(source)).toBe(bare);
});

test('refuses an endpoint that is not an object literal', () => {
  expect(() => stripContract('export const claim = endpoint(parts);')).toThrow(
    'Endpoint is not an object literal: endpoint(parts)',
  );
});

test('no call of the contract keeps its summary or schemas, and all keep method and path', async () => {
  const names = (await readdir(CONTRACT)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const sources = await Promise.all(names.map((name) => readFile(path.join(CONTRACT, name), 'utf8')));
  const calls = sources.join('\n').match(/= endpoint\(/g) ?? [];
  const bare = sources.map(stripContract).join('\n');
  const described = sources.filter((source) => source.includes('= endpoint(')).map(stripContract);
  expect(calls.length).toBeGreaterThan(100);
  expect(bare).not.toMatch(/= endpoint\(/);
  for (const text of described) expect(text).not.toMatch(/summary: ['"`]/);
  expect(bare.match(/^export const \w+ = \{ method: '\w+', path: /gm)).toHaveLength(calls.length);
});
