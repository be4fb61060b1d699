import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pages } from '@karat/contract/pages';
import { expect, test } from 'vitest';
import { inLoadOrder, modulesOfPages } from '../web/tools/page-assets.ts';

const ROUTER = path.resolve(import.meta.dirname, '../web/src/shell/router.tsx');

test('finds the module of every public page in the router', async () => {
  const modules = modulesOfPages(await readFile(ROUTER, 'utf8'));
  for (const file of modules.values()) await access(file);
  const missing = Object.keys(pages).filter((page) => !page.startsWith('admin') && !modules.has(page));
  expect(missing).toEqual([]);
});

test('lists each script once, after its dependencies', () => {
  const chunks = new Map([
    ['page.js', ['kit.js', 'words.js']],
    ['words.js', ['kit.js']],
    ['kit.js', ['react.js']],
    ['main.js', ['react.js', 'kit.js']],
  ]);
  expect(inLoadOrder(['main.js'], chunks)).toEqual(['react.js', 'kit.js', 'main.js']);
  // The app runs last, because it renders the page.
  expect(inLoadOrder(['page.js', 'main.js'], chunks)).toEqual(['react.js', 'kit.js', 'words.js', 'page.js', 'main.js']);
});
