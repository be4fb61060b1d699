import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

const packageFile = JSON.parse(read('package.json')) as {
  workspaces: string[];
  optionalDependencies: { node: string };
};
const dockerfile = read('Dockerfile');

test('the image has the Node that the site is tried with', () => {
  expect(dockerfile).toContain(`ARG NODE_IMAGE=node:${packageFile.optionalDependencies.node}-`);
});

test('packages are installed by the manifest of every workspace', () => {
  const copied = [...dockerfile.matchAll(/^COPY (\w+)\/package\.json \1\/$/gm)].map(([, name]) => name!);
  expect(copied.toSorted()).toEqual(packageFile.workspaces.toSorted());
});

test('what is secret is neither in the repository nor in the image', () => {
  for (const file of ['.gitignore', '.dockerignore']) expect(read(file)).toMatch(/^\/?\.env$/m);
});

test('what the compose file asks for is in the example', () => {
  const asked = [...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name!);
  expect(asked.length).toBeGreaterThan(3);
  const example = read('.env.example');
  for (const name of asked) expect(example).toMatch(new RegExp(`^${name}=`, 'm'));
});
