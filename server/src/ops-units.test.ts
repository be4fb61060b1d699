import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#testing/folders.ts';
import { readEnv } from './env.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SAMPLE = 'ops/karat.env.example';
const UNITS = ['ops/karat.service', 'ops/karat-backup.service', 'ops/karat-backup.timer'];
const FILLED = { SECRET: 'a secret of thirty-two characters' };

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

type Variables = Record<string, string>;

/** Parses like systemd's EnvironmentFile: no comment after a value, and quotes around a whole value removed. */
function parseEnvironmentFile(text: string): Variables {
  const lines = text.split('\n').filter((line) => line !== '' && !/^[#;]/.test(line));
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
      expect([line, name]).toEqual([line, expect.any(String)]);
      return [name, value!.replace(/^'(.*)'$/, '$1')];
    }),
  );
}

/** The sample with every commented setting enabled. */
const allSettings = (): string => read(SAMPLE).replaceAll(/^#(?=[A-Z_]+=)/gm, '');

function parseUnit(text: string): Record<string, Record<string, string[]>> {
  const sections: Record<string, Record<string, string[]>> = {};
  let section: Record<string, string[]> | undefined;
  for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
    const [, title] = /^\[(\w+)\]$/.exec(line) ?? [];
    const [, name, value] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? [];
    if (title !== undefined) section = sections[title] = {};
    else {
      expect([line, name, section]).toEqual([line, expect.any(String), expect.anything()]);
      (section![name!] ??= []).push(value!);
    }
  }
  return sections;
}

test('accepts the sample settings once the secret is filled in', () => {
  const variables = parseEnvironmentFile(read(SAMPLE));
  expect(() => readEnv(variables)).toThrow('SECRET is required with DATABASE_URL');
  expect(readEnv({ ...variables, ...FILLED })).toMatchObject({
    isProduction: true,
    isDemo: false,
    isRealValue: false,
    platform: 'none',
    trustsProxy: true,
    publicOrigin: 'https://karat.example',
    dataDir: '/opt/karat/data',
    admin: undefined,
  });
});

test('accepts every commented setting of the sample', () => {
  const env = readEnv({ ...parseEnvironmentFile(allSettings()), ...FILLED });
  expect(env).toMatchObject({ isDemo: false, isRealValue: false, platform: 'none' });
  expect(env.gameServers).toHaveLength(1);
});

test('has each setting of the manual once in the sample', () => {
  const names = [...read(SAMPLE).matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name!);
  expect(names).toEqual([...new Set(names)]);
  const [, table = ''] = /^## Configuration\n(.*?)\n\nFlags take/ms.exec(read('docs/operating.md')) ?? [];
  const rows = [...table.matchAll(/^\| (`[A-Z_`, ]+) \|/gm)].map(([, cell]) => cell!);
  const documented = rows.flatMap((cell) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!));
  expect(documented.length).toBeGreaterThan(30);
  expect(documented.filter((name) => !names.includes(name))).toEqual([]);
});

test.each([SAMPLE, '.env.example'])('has no comment after a value in %s', (file) => {
  const lines = read(file).split('\n');
  expect(lines.filter((line) => /^#?[A-Z_]+=.*\s[#;]/.test(line))).toEqual([]);
  expect(lines.filter((line) => !/^$|^#|^[A-Z_]+=\S*$/.test(line))).toEqual([]);
});

test('is read by a shell as by systemd', async () => {
  const file = path.join(await temporaryFolder(), 'karat.env');
  writeFileSync(file, allSettings());
  const output = execFileSync('/bin/sh', ['-c', 'set -a; . "$0"; set +a; exec env -0', file], {
    env: {},
    encoding: 'utf8',
  });
  const variables = output
    .split('\0')
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
  expect(Object.fromEntries(variables)).toMatchObject(parseEnvironmentFile(allSettings()));
});

test.each(UNITS)('%s is a valid systemd unit', (file) => {
  expect(Object.keys(parseUnit(read(file)))).toContain('Unit');
  const verified = spawnSync('systemd-analyze', ['verify', path.join(ROOT, file)], { encoding: 'utf8' });
  // Without systemd only the parser above checks.
  if (verified.error === undefined) expect([verified.status, verified.stderr]).toEqual([0, '']);
});

test('runs site and backup confined, as one user, with the same settings', () => {
  const [site, backup, timer] = UNITS.map((file) => parseUnit(read(file)));
  for (const unit of [site, backup]) {
    expect(unit!['Service']).toMatchObject({
      User: ['karat'],
      WorkingDirectory: ['/opt/karat/site'],
      EnvironmentFile: ['/etc/karat.env'],
      UMask: ['0077'],
      NoNewPrivileges: ['yes'],
      ProtectSystem: ['strict'],
      ReadWritePaths: ['/opt/karat'],
      CapabilityBoundingSet: [''],
    });
    expect(unit!['Service']).not.toHaveProperty('RemoveIPC');
    expect(unit!['Service']).not.toHaveProperty('MemoryDenyWriteExecute');
  }
  expect(timer!['Timer']).toMatchObject({ OnCalendar: [expect.stringMatching(/^\*-\*-\* /)], Persistent: ['yes'] });
});

test('starts existing programs', () => {
  const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;
  const lines = UNITS.flatMap((file) => Object.entries(parseUnit(read(file))['Service'] ?? {}))
    .filter(([name]) => name.startsWith('ExecStart'))
    .flatMap(([, values]) => values);
  // Together they do what npm start does.
  expect(lines).toContain(`/usr/bin/env ${scripts['prestart']}`);
  expect(lines).toContain(`/usr/bin/env ${scripts['start']}`);
  const [, name] = /npm run --silent (\S+) --/.exec(lines.join('\n')) ?? [];
  expect(scripts).toHaveProperty([name!]);
});

test('is listed completely in the manual', () => {
  const manual = read('docs/operating.md');
  const files = readdirSync(path.join(ROOT, 'ops'));
  expect(files.filter((file) => !manual.includes(`ops/${file}`))).toEqual([]);
});
