import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

const packageFile = JSON.parse(read('package.json')) as {
  workspaces: string[];
  optionalDependencies: { node: string };
};
const dockerfile = read('Dockerfile');

test('the image has the pinned Node version', () => {
  expect(dockerfile).toContain(`ARG NODE_IMAGE=node:${packageFile.optionalDependencies.node}-`);
});

test('the image copies the package.json of every workspace before installing', () => {
  const copied = [...dockerfile.matchAll(/^COPY (\w+)\/package\.json \1\/$/gm)].map(([, name]) => name!);
  expect(copied.toSorted()).toEqual(packageFile.workspaces.toSorted());
});

test('every npm install in the image is checked against the lockfile', () => {
  const installs = dockerfile.split('\n').filter((line) => line.includes('npm install'));
  expect(installs.filter((line) => line.startsWith('RUN'))).toHaveLength(2);
  for (const line of installs.filter((each) => each.startsWith('RUN'))) expect(line).toContain('verify-install.mjs');
});

test('ignores .env in the repository and in the image', () => {
  for (const file of ['.gitignore', '.dockerignore']) expect(read(file)).toMatch(/^\/?\.env$/m);
});

describe('compose.yaml', () => {
  type Service = {
    image?: string;
    command?: string[];
    restart?: string;
    mem_limit?: string;
    read_only?: boolean;
    cap_drop?: string[];
    security_opt?: string[];
    logging?: { options: Record<string, string> };
    healthcheck?: { test: string[] };
    environment?: Record<string, string>;
    depends_on?: Record<string, { condition: string }>;
    networks?: string[];
    ports?: string[];
    profiles?: string[];
  };
  /** Of the site's own image. */
  const SITE_SERVICES = ['site', 'gateway', 'worker'];
  const text = read('compose.yaml');
  const compose = parse(text, { merge: true }) as {
    services: Record<string, Service>;
    networks: Record<string, { internal?: boolean } | null>;
  };
  const services = Object.entries(compose.services);

  test('requires only settings that are in .env.example', () => {
    const requiredNames = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name!);
    expect(new Set(requiredNames)).toEqual(new Set(['PUBLIC_URL', 'SECRET', 'POSTGRES_PASSWORD', 'REDIS_PASSWORD']));
    const example = read('.env.example');
    for (const name of requiredNames) expect(example).toMatch(new RegExp(`^${name}=`, 'm'));
  });

  test.each(services)('%s is limited, restarted, unprivileged, and its logs are rotated', (_name, service) => {
    expect(service).toMatchObject({
      restart: 'unless-stopped',
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      logging: { options: { 'max-size': expect.any(String), 'max-file': expect.any(String) } },
    });
  });

  test.each(services)('%s has a health check and a pinned version', (name, service) => {
    if (SITE_SERVICES.includes(name)) expect(dockerfile).toMatch(/^HEALTHCHECK /m);
    else
      expect([service.healthcheck?.test.length, service.image]).toEqual([
        expect.any(Number),
        expect.stringMatching(/:\d+\.\d+/),
      ]);
  });

  test('runs the same image in every role, with gateways and workers only where asked for', () => {
    const [site, gateway, worker] = SITE_SERVICES.map((name) => compose.services[name]!);
    expect(site!.profiles).toBeUndefined();
    for (const each of [gateway!, worker!]) {
      const { ROLE: role, ...environment } = each.environment!;
      expect(['gateway', 'worker']).toContain(role);
      expect({ ...each, environment }).toEqual({
        ...site,
        profiles: ['roles'],
        environment: Object.fromEntries(Object.entries(site!.environment!).filter(([name]) => name !== 'ROLE')),
      });
    }
    const example = read('.env.example').replaceAll(/^#(?=[A-Z_]+=)/gm, '');
    for (const name of ['SITE_ROLE', 'SOCKETS_SERVICE']) {
      expect(text).toContain(`\${${name}:-`);
      expect(example).toMatch(new RegExp(`^${name}=\\w+$`, 'm'));
    }
    expect(example).toMatch(/^COMPOSE_PROFILES=roles$/m);
  });

  test('waits for healthy services', () => {
    expect(compose.services['site']?.depends_on).toEqual({
      postgres: { condition: 'service_healthy' },
      redis: { condition: 'service_healthy' },
    });
    expect(compose.services['proxy']?.depends_on).toEqual({ site: { condition: 'service_healthy' } });
  });

  test('puts no password on a command line', () => {
    for (const [, { command = [] }] of services) expect(command.join(' ')).not.toMatch(/\$\{|requirepass|password/i);
  });

  test('sets only variables that the site reads', () => {
    const known = read('docs/operating.md');
    for (const name of Object.keys(compose.services['site']?.environment ?? {})) expect(known).toContain(`\`${name}\``);
  });

  test('exposes only the proxy', () => {
    expect(services.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(['proxy']);
    expect(compose.networks['backend']).toEqual({ internal: true });
    for (const name of ['postgres', 'redis']) expect(compose.services[name]?.networks).toEqual(['backend']);
  });
});

describe('verify-install', () => {
  const SCRIPT = path.join(import.meta.dirname, 'verify-install.mjs');
  const lock = (integrity: string) => ({
    packages: {
      '': {},
      web: {},
      'node_modules/web': { link: true },
      'node_modules/a': { version: '1.0.0', integrity },
    },
  });
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'karat-lock-'));
    mkdirSync(path.join(folder, 'node_modules'));
    writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(lock('sha512-a')));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const verify = (installed: object): string => {
    writeFileSync(path.join(folder, 'node_modules/.package-lock.json'), JSON.stringify(installed));
    return execFileSync(process.execPath, [SCRIPT, folder], { encoding: 'utf8', stdio: 'pipe' });
  };

  test('accepts packages that match the lockfile', () => {
    expect(verify(lock('sha512-a'))).toContain('1 packages match package-lock.json.');
  });

  test('refuses packages that differ from the lockfile or are not in it', () => {
    expect(() => verify(lock('sha512-b'))).toThrow(
      /node_modules\/a: installed 1\.0\.0 sha512-b, locked 1\.0\.0 sha512-a/,
    );
    expect(() => verify({ packages: { 'node_modules/b': { version: '2.0.0' } } })).toThrow(
      /node_modules\/b.*locked nothing/,
    );
  });
});
