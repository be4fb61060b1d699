import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';

const WEB = path.resolve(import.meta.dirname, '../web');
const NEW_DIST = path.join(WEB, 'dist.new');
const DIST = path.join(WEB, 'dist');

/** Without index.html, which the server renders for each request. */
const COMPRESSED = /\.(?:css|js|json|mjs|svg|txt|webmanifest)$|verify\.html$/;
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Compresses at build time with the highest quality, so that the server only picks a file. */
async function compress(file: string): Promise<void> {
  const body = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  const [br, gz] = await Promise.all([toBrotli(body, { params }), toGzip(body, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

// Builds into another folder and renames it last, so that an aborted build leaves the site as it was.
await rm(NEW_DIST, { recursive: true, force: true });
await build({ root: WEB, logLevel: 'warn', build: { outDir: NEW_DIST, emptyOutDir: true } });
await Promise.all((await filesBelow(NEW_DIST)).filter((file) => COMPRESSED.test(file)).map(compress));
await rm(DIST, { recursive: true, force: true });
await rename(NEW_DIST, DIST);
