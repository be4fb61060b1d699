import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { until } from './until.ts';

const OPS = path.resolve(import.meta.dirname, '../../../ops');
const SBIN = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin` };

export type ProxyName = 'haproxy' | 'nginx' | 'caddy';

type Proxy = {
  readonly file: string;
  readonly versionArgs: readonly string[];
  readonly checkArgs: (file: string) => readonly string[];
  readonly runArgs: (file: string) => readonly string[];
};

const proxies: Readonly<Record<ProxyName, Proxy>> = {
  haproxy: {
    file: 'haproxy.cfg',
    versionArgs: ['-v'],
    checkArgs: (file) => ['-c', '-f', file],
    runArgs: (file) => ['-db', '-f', file],
  },
  nginx: {
    file: 'nginx.conf',
    versionArgs: ['-v'],
    checkArgs: (file) => ['-t', '-c', file],
    runArgs: (file) => ['-c', file, '-g', 'daemon off;'],
  },
  caddy: {
    file: 'Caddyfile',
    versionArgs: ['version'],
    checkArgs: (file) => ['validate', '--adapter', 'caddyfile', '--config', file],
    runArgs: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
};

/** Tests that need the proxy are skipped where it is not installed. */
export function isProxyInstalled(name: ProxyName): boolean {
  return spawnSync(name, proxies[name].versionArgs, { env: SBIN }).status === 0;
}

/** The configuration in the repository's `ops` folder. */
export function readProxyFile(name: ProxyName): string {
  return readFileSync(path.join(OPS, proxies[name].file), 'utf8');
}

/** The HAProxy configuration of the repository with plain http on that port, in front of these processes. */
export function haproxyText({ port, origins }: { port: string; origins: readonly string[] }): string {
  const servers = origins.map((origin, index) => `  server karat${index + 1} 127.0.0.1:${new URL(origin).port}\n`);
  return readProxyFile('haproxy')
    .replace(/^ *bind :80\n/m, '')
    .replace(/bind :443 .*$/m, `bind 127.0.0.1:${port}`)
    .replace(/^ *http-request redirect .*$/m, '')
    .replaceAll(/(?:^ *server karat\d+ .*\n?)+/gm, servers.join(''));
}

/** Writes a configuration to a folder that the proxy may enter. */
export async function writeProxyConfig(name: ProxyName, text: string, folder: string): Promise<string> {
  await chmod(folder, 0o755);
  const file = path.join(folder, proxies[name].file);
  await writeFile(file, text);
  return file;
}

/** Lets the proxy check a configuration. */
export function checkProxyFile(name: ProxyName, file: string): { readonly isValid: boolean; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(name, proxies[name].checkArgs(file), { env: SBIN });
  return { isValid: status === 0, output: `${stdout.toString()}${stderr.toString()}` };
}

async function accepts(port: string): Promise<boolean> {
  const socket = connect(Number(port), '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

type ProxyOptions = {
  readonly name: ProxyName;
  readonly text: string;
  readonly port: string;
  /** For its configuration and its own files. */
  readonly folder: string;
};

/** Starts the proxy; resolves once it accepts connections, to the function that stops it. */
export async function openProxy({ name, text, port, folder }: ProxyOptions): Promise<() => Promise<void>> {
  const file = await writeProxyConfig(name, text, folder);
  const child: ChildProcess = spawn(name, proxies[name].runArgs(file), {
    env: { ...SBIN, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const output: string[] = [];
  child.stderr!.on('data', (data: Buffer) => output.push(data.toString()));
  const killWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', killWithUs);
  await until(`${name} to accept connections`, () => {
    if (child.exitCode !== null) throw new Error(`${name} did not start:\n${output.join('')}`);
    return accepts(port);
  });
  return async () => {
    process.off('exit', killWithUs);
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  };
}
