// Starts Karat in a fresh clone with Node 18 or newer: installs, builds, then runs the site with the pinned Node.
// Plain JavaScript without dependencies, because it runs before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const PINNED_NODE = path.join(ROOT, 'node_modules/node/bin/node');
const INSTALL_STAMP = path.join(ROOT, 'node_modules/.karat-lock');
const BUILD_STAMP = path.join(ROOT, 'web/dist/.karat-build');
/** Compiled modules, which halve the time of a start. */
const COMPILE_CACHE = path.join(ROOT, 'node_modules/.cache/karat-compiled');
const PREPARE_LOCK = path.join(ROOT, '.karat-prepare');
const NODE_MIN = [24, 15];

/** Sources of the built web app. */
const WEB_SOURCES = [
  'package-lock.json',
  'tools/build-web.ts',
  'web/index.html',
  'web/vite.config.ts',
  'web/public',
  'web/src',
  'web/tools',
  'web/verifier',
  'art/src',
  'art/pictures/brand',
  'contract/src',
  'rules/src',
];

class StartError extends Error {}

const print = (line) => process.stdout.write(`${line}\n`);

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

const isNewEnough = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1]);
};

/** The Node to use: the pinned one, or the running one if it is new enough. */
function nodeToUse() {
  if (fs.existsSync(PINNED_NODE)) return PINNED_NODE;
  if (isNewEnough()) return process.execPath;
  throw new StartError(
    `Karat needs Node ${NODE_MIN.join('.')} or newer. This is ${process.versions.node}, and npm has no Node for this system. Install Node 24 and try again.`,
  );
}

/** Runs a program and shows its output. Without a terminal, prints the elapsed time every ten seconds. */
function run(program, args, env = {}) {
  return new Promise((resolve) => {
    const began = Date.now();
    const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
    const progress = setInterval(() => print(`  … ${Math.round((Date.now() - began) / 1000)} s`), 10_000);
    if (process.stdout.isTTY) clearInterval(progress);
    const end = (code) => {
      clearInterval(progress);
      resolve(code);
    };
    child.on('error', () => end(127));
    child.on('exit', (code) => end(code ?? 1));
  });
}

function npm(args) {
  // CI=1 keeps lefthook from installing git hooks.
  const quiet = { npm_config_fund: 'false', npm_config_audit: 'false', npm_config_loglevel: 'error' };
  // The build needs dev dependencies, which NODE_ENV=production would skip.
  const env = { CI: '1', npm_config_include: 'dev', ...quiet };
  const cli = process.env.npm_execpath;
  return cli === undefined ? run('npm', args, env) : run(process.execPath, [cli, ...args], env);
}

/** npm silently skips optional binaries that the lockfile or registry lacks; then the bundler cannot load. */
const canLoadBundler = async () =>
  (await run(nodeToUse(), ['--input-type=module', '-e', "await import('rolldown').catch(() => process.exit(1))"])) ===
  0;

async function install() {
  const wanted = createHash('sha256')
    .update(fs.readFileSync(path.join(ROOT, 'package-lock.json')))
    .digest('hex');
  if (read(INSTALL_STAMP) === wanted) return;
  const began = Date.now();
  print('Installing packages (only once, takes a minute or two) …');
  // `npm ci` fails at once if the lockfile lacks another system's optional binaries; `npm install` works without them.
  const isInstalled = (await npm(['ci', '--loglevel=silent'])) === 0 || (await npm(['install', '--no-save'])) === 0;
  if (!isInstalled)
    throw new StartError(
      'The packages could not be installed. See the messages above, check the network and try again.',
    );
  if (!(await canLoadBundler())) {
    print('A binary for this system is missing; installing again without the lockfile …');
    fs.rmSync(path.join(ROOT, 'node_modules'), { recursive: true, force: true });
    if ((await npm(['install', '--no-save', '--no-package-lock'])) !== 0 || !(await canLoadBundler())) {
      throw new StartError(
        'Some packages have no binaries for this system. Linux and macOS on x64 or arm64 are known to work.',
      );
    }
  }
  nodeToUse();
  fs.writeFileSync(INSTALL_STAMP, wanted);
  print(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`);
}

function listFiles(place, found = []) {
  const stat = fs.statSync(place, { throwIfNoEntry: false });
  if (stat === undefined) return found;
  if (stat.isFile()) found.push(`${path.relative(ROOT, place)} ${stat.size} ${stat.mtimeMs}`);
  else for (const name of fs.readdirSync(place).sort()) listFiles(path.join(place, name), found);
  return found;
}

async function build() {
  const sources = WEB_SOURCES.flatMap((source) => listFiles(path.join(ROOT, source)));
  const wanted = createHash('sha256').update(sources.join('\n')).digest('hex');
  if (read(BUILD_STAMP) === wanted) return;
  const began = Date.now();
  print('Building the web app …');
  // A native binding of another version would build broken chunks.
  const env = { NAPI_RS_ENFORCE_VERSION_CHECK: '1', NODE_ENV: 'production' };
  if ((await run(nodeToUse(), ['tools/build-web.ts'], env)) !== 0)
    throw new StartError('The web app could not be built. See the messages above.');
  fs.writeFileSync(BUILD_STAMP, wanted);
  print(`Built in ${Math.round((Date.now() - began) / 1000)} s.`);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Two starts at once must not install into the same folder: the second waits. */
async function withLock(work) {
  for (let isWaiting = false; ; isWaiting = true) {
    try {
      fs.writeFileSync(PREPARE_LOCK, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw new StartError(`Cannot write to this folder: ${error.message}`);
      const holder = Number(read(PREPARE_LOCK));
      if (!(holder > 0 && isAlive(holder))) {
        fs.rmSync(PREPARE_LOCK, { force: true });
        continue;
      }
      if (!isWaiting) print(`Waiting for process ${holder}, which is preparing this folder …`);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  }
  const release = () => fs.rmSync(PREPARE_LOCK, { force: true });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => (release(), process.exit(130)));
  try {
    await work();
  } finally {
    release();
  }
}

/** Runs a file with the pinned Node and exits with its exit code. */
function runWithPinnedNode(args) {
  const child = spawn(nodeToUse(), ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A terminated npm kills its shell and forwards no signal, so a lost parent process means to stop.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500);
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

async function main(args) {
  if (args[0] !== '--prepare') return runWithPinnedNode(args);
  await withLock(async () => {
    await install();
    if (!args.includes('--no-build')) await build();
  });
}

main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`\n${error instanceof StartError ? error.message : error.stack}\n`);
  process.exit(1);
});
