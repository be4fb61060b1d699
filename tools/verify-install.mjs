// Fails if an installed package differs from package-lock.json. `npm ci` refuses a lockfile without the optional binaries of
// other systems, so images are built with `npm install` and checked by this script.
import fs from 'node:fs';
import path from 'node:path';

/** The packages of a lockfile that come from the registry: version and integrity by path. */
const packagesOf = (file) =>
  new Map(
    Object.entries(JSON.parse(fs.readFileSync(file, 'utf8')).packages)
      .filter(([place, { link }]) => place.includes('node_modules/') && link !== true)
      .map(([place, { version, integrity }]) => [place, `${version} ${integrity ?? ''}`]),
  );

const root = process.argv[2] ?? '.';
const locked = packagesOf(path.join(root, 'package-lock.json'));
const installed = packagesOf(path.join(root, 'node_modules/.package-lock.json'));
const different = [...installed].filter(([place, content]) => locked.get(place) !== content);
for (const [place, content] of different)
  console.error(`${place}: installed ${content}, locked ${locked.get(place) ?? 'nothing'}`);
if (different.length > 0) process.exit(1);
console.log(`${installed.size} packages match package-lock.json.`);
