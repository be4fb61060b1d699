import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

const { scripts, optionalDependencies } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>;
  optionalDependencies: { node: string };
};
const pinnedMajor = Number(optionalDependencies.node.split('.')[0]);

type Job = {
  readonly steps: readonly { readonly run?: string; readonly with?: { readonly 'node-version'?: number } }[];
};
const { jobs } = parse(read('.github/workflows/ci.yml')) as { jobs: Record<string, Job> };
const steps = Object.values(jobs).flatMap((job) => job.steps);

test('the workflow runs the commands of the README, on the pinned Node', () => {
  const commands = steps.flatMap(({ run }) => (run?.startsWith('npm ') ? [run] : []));
  expect(commands).toEqual(['npm run test:all', 'npm test']);
  expect(steps.flatMap(({ with: inputs }) => inputs?.['node-version'] ?? [])).toEqual([pinnedMajor, pinnedMajor]);
});

test('the dev container has the pinned Node and prepares the site', () => {
  const withoutComments = read('.devcontainer/devcontainer.json').replaceAll(/^\s*\/\/.*$/gm, '');
  const container = JSON.parse(withoutComments) as { image: string; updateContentCommand: string };
  expect(container.image).toContain(`:${pinnedMajor}-`);
  expect(container.updateContentCommand).toBe('npm run build');
});

test('every npm script named in a document for contributors exists', () => {
  const documents = ['CONTRIBUTING.md', 'SECURITY.md', 'AGENTS.md', 'README.md', '.github/pull_request_template.md'];
  const named = documents.flatMap((file) =>
    [...read(file).matchAll(/npm run ([a-z0-9:-]+)/g)].map(([, name]) => name!),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
});

test('every relative link in a document leads to a file', () => {
  const documents = globSync('{*.md,docs/**/*.md,ops/**/*.md,.github/**/*.md}', { cwd: ROOT });
  expect(documents.length).toBeGreaterThan(30);
  const broken = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:|mailto:|#)([^)#]+)(?:#[^)]*)?\)/g)]
      .map(([, target]) => path.join(path.dirname(file), target!))
      .filter((target) => !existsSync(path.join(ROOT, target)))
      .map((target) => `${file}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test('the issue forms have the fields that GitHub requires', () => {
  const folder = '.github/ISSUE_TEMPLATE';
  const forms = readdirSync(path.join(ROOT, folder)).filter((name) => name !== 'config.yml');
  for (const name of forms) {
    const form = parse(read(`${folder}/${name}`)) as Record<string, unknown>;
    expect([name, form]).toEqual([
      name,
      expect.objectContaining({ name: expect.any(String), description: expect.any(String), body: expect.any(Array) }),
    ]);
  }
  expect(forms.length).toBe(2);
});

test('editors break lines where the formatter does', () => {
  const { printWidth } = JSON.parse(read('.oxfmtrc.json')) as { printWidth: number };
  expect(read('.editorconfig')).toContain(`max_line_length = ${printWidth}`);
});
