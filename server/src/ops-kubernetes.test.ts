import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { PARTS, PROCESS_ROLES } from '#roles.ts';
import { createRoleSites } from '#testing/role-sites.ts';
import { parseMetrics } from '#testing/scrape.ts';
import { readEnv } from './env.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDER = path.join(ROOT, 'ops/kubernetes');
/** What a process may take to stop, after it has drained. */
const STOP_MAX_MS = 10_000;

type Labels = Readonly<Record<string, string>>;
type Container = {
  readonly image: string;
  readonly command?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom: readonly { readonly configMapRef?: { name: string }; readonly secretRef?: { name: string } }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly volumeMounts: readonly { readonly mountPath: string; readonly name: string }[];
};
type Probe = { readonly httpGet: { readonly path: string; readonly port: string } };
type Pod = {
  readonly metadata: { readonly labels: Labels };
  readonly spec: {
    readonly terminationGracePeriodSeconds: number;
    readonly containers: readonly Container[];
    readonly volumes: readonly { readonly name: string }[];
    readonly topologySpreadConstraints?: readonly { readonly labelSelector: { readonly matchLabels: Labels } }[];
  };
};
type Selector = { readonly matchLabels: Labels };
type Manifest = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Labels };
  readonly spec: {
    readonly selector: Selector & Labels;
    readonly template: Pod;
    readonly ports: readonly { readonly name: string; readonly targetPort: string }[];
    readonly podSelector: Selector;
    readonly ingress: readonly { readonly ports: readonly { readonly port: string }[] }[];
    readonly rules: readonly { readonly http: { readonly paths: readonly IngressPath[] } }[];
    readonly scaleTargetRef: { readonly kind: string; readonly name: string };
    readonly metrics: readonly { readonly pods?: { readonly metric: { readonly name: string } } }[];
  };
  readonly data?: Labels;
  readonly stringData?: Labels;
};
type IngressPath = {
  readonly path: string;
  readonly backend: { readonly service: { readonly name: string; readonly port: { readonly name: string } } };
};

const files = readdirSync(FOLDER);
const read = (file: string): string => readFileSync(path.join(FOLDER, file), 'utf8');
const manifestsOf = (text: string): Manifest[] =>
  parseAllDocuments(text, { merge: false }).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Manifest;
  });
const manifests = files.flatMap((file) => manifestsOf(read(file)));
const ofKind = (kind: string): Manifest[] => manifests.filter((each) => each.kind === kind);
const named = (kind: string, name: string): Manifest =>
  ofKind(kind).find(({ metadata }) => metadata.name === name) ?? expect.fail(`there is no ${kind} ${name}`);
const deployments = ofKind('Deployment');
const containerOf = ({ spec }: Manifest): Container => spec.template.spec.containers[0]!;
const roleOf = (manifest: Manifest): string | undefined =>
  containerOf(manifest).env?.find(({ name }) => name === 'ROLE')?.value;

type SchemaError = { readonly instancePath: string; readonly message?: string };
type Validate = ((manifest: unknown) => boolean) & { readonly errors?: readonly SchemaError[] | null };

/**
 * Copies a manifest into objects that record which of their fields are read. The validators read every field that the schema
 * knows, so what was not read is unknown.
 */
function recorded(value: unknown, place: string, unread: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((each, index) => recorded(each, `${place}/${index}`, unread));
  if (typeof value !== 'object' || value === null) return value;
  const copies = Object.entries(value).map(([name, each]) => {
    unread.add(`${place}/${name}`);
    return [name, recorded(each, `${place}/${name}`, unread)] as const;
  });
  return new Proxy(Object.fromEntries(copies), {
    get(target, name) {
      unread.delete(`${place}/${String(name)}`);
      return target[name as string];
    },
  });
}

/** Problems of a manifest by the schema of its kind, unknown fields included. */
async function problemsOf(manifest: Manifest): Promise<string[]> {
  const [group = '', version] = manifest.apiVersion.includes('/')
    ? manifest.apiVersion.split('/')
    : ['core', manifest.apiVersion];
  const words = [group.replace('.k8s.io', ''), version!, manifest.kind];
  const name = ['IoK8sApi', ...words.map((word) => word[0]!.toUpperCase() + word.slice(1))].join('');
  const { validate } = (await import(`kubernetes-models/_schemas/${name}`)) as { validate: Validate };
  const unread = new Set<string>();
  validate(recorded(manifest, '', unread));
  const errors = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? 'is wrong'}`);
  return [...errors, ...[...unread].map((place) => `${place} is unknown`)];
}

describe('the schema', () => {
  test.each(manifests.map((each) => [each.kind, each.metadata.name, each] as const))(
    'accepts the %s %s',
    async (_kind, _name, manifest) => {
      expect(await problemsOf(manifest)).toEqual([]);
    },
  );

  test.each([
    ['an unknown field', 'maxUnavailable: 1', 'maxUnavailabel: 1'],
    ['an unknown field of a container', 'readOnlyRootFilesystem', 'readonlyRootFilesystem'],
    ['an unknown field of a probe', 'failureThreshold', 'failureTreshold'],
    ['a value of another type', 'terminationGracePeriodSeconds: 30', 'terminationGracePeriodSeconds: soon'],
    ['a missing field', '  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: karat-web }\n', ''],
  ])('refuses %s', async (_, right, wrong) => {
    const text = read('web.yaml');
    expect(text).toContain(right);
    const problems = await Promise.all(manifestsOf(text.replace(right, wrong)).map(problemsOf));
    expect(problems.flat()).not.toEqual([]);
  });
});

describe('the manifests', () => {
  test('have one deployment and one disruption budget for each role', () => {
    const roles = PROCESS_ROLES.filter((role) => role !== 'all');
    expect(new Set(deployments.map(roleOf))).toEqual(new Set(roles));
    expect(deployments).toHaveLength(roles.length);
    expect(
      ofKind('PodDisruptionBudget')
        .map(({ metadata }) => metadata.name)
        .toSorted(),
    ).toEqual(deployments.map(({ metadata }) => metadata.name).toSorted());
  });

  test('select the pods that they mean', () => {
    for (const { metadata, spec } of deployments) {
      expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels);
      expect(spec.template.metadata.labels).toEqual(metadata.labels);
      for (const { labelSelector } of spec.template.spec.topologySpreadConstraints!) {
        expect(labelSelector.matchLabels).toEqual(metadata.labels);
      }
      expect(named('PodDisruptionBudget', metadata.name).spec.selector.matchLabels).toEqual(metadata.labels);
    }
    for (const { metadata, spec } of ofKind('Service')) {
      expect(spec.selector).toEqual(named('Deployment', metadata.name).metadata.labels);
    }
    const [policy] = ofKind('NetworkPolicy');
    for (const { metadata } of manifests) expect(metadata.labels).toMatchObject(policy!.spec.podSelector.matchLabels);
  });

  test('name ports, volumes and services that exist', () => {
    const port = readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8').match(/PORT=(\d+)/)?.[1];
    for (const manifest of deployments) {
      const { ports, startupProbe, livenessProbe, readinessProbe } = containerOf(manifest);
      expect(ports).toEqual([{ name: 'http', containerPort: Number(port) }]);
      for (const probe of [startupProbe, livenessProbe, readinessProbe]) expect(probe?.httpGet.port).toBe('http');
      expect([livenessProbe?.httpGet.path, readinessProbe?.httpGet.path]).toEqual(['/healthz', '/readyz']);
    }
    for (const manifest of [...deployments, ...ofKind('Job')]) {
      const { containers, volumes } = manifest.spec.template.spec;
      const mounted = containers.flatMap(({ volumeMounts }) => volumeMounts.map(({ name }) => name));
      expect(mounted.toSorted()).toEqual(volumes.map(({ name }) => name).toSorted());
    }
    for (const { spec } of ofKind('Service')) expect(spec.ports.map(({ targetPort }) => targetPort)).toEqual(['http']);
    const paths = ofKind('Ingress').flatMap(({ spec }) => spec.rules.flatMap(({ http }) => http.paths));
    expect(paths.map(({ path: from, backend }) => [from, backend.service.name])).toEqual([
      ['/socket.io/', 'karat-gateway'],
      ['/', 'karat-web'],
    ]);
    for (const { backend } of paths) {
      expect(named('Service', backend.service.name).spec.ports.map(({ name }) => name)).toEqual([
        backend.service.port.name,
      ]);
    }
  });

  test('set variables that the site reads, and settings that it accepts once they are filled in', () => {
    const manual = readFileSync(path.join(ROOT, 'docs/operating.md'), 'utf8');
    const settings = { ...named('ConfigMap', 'karat').data, ...named('Secret', 'karat').stringData };
    for (const name of Object.keys(settings)) expect(manual).toContain(`\`${name}\``);
    for (const manifest of deployments) {
      const container = containerOf(manifest);
      const own = Object.fromEntries((container.env ?? []).map(({ name, value }) => [name, value]));
      const sources = container.envFrom.map(({ configMapRef, secretRef }) =>
        configMapRef === undefined
          ? named('Secret', secretRef!.name).stringData
          : named('ConfigMap', configMapRef.name).data,
      );
      const variables: Record<string, string> = Object.assign({ NODE_ENV: 'production' }, ...sources, own);
      expect(() => readEnv(variables)).toThrow('SECRET must be at least 32 bytes long');
      const env = readEnv({ ...variables, SECRET: 'x'.repeat(32) });
      expect(env).toMatchObject({ role: roleOf(manifest), trustsProxy: true, isProduction: true });
      const user = new URL(env.databaseUrl!).username;
      expect(user).toBe(PARTS[env.role].writableTables === undefined ? 'karat' : 'karat_gateway');
      const graceMs = manifest.spec.template.spec.terminationGracePeriodSeconds * 1_000;
      expect(graceMs).toBeGreaterThan(env.drainMs + STOP_MAX_MS);
    }
  });

  test('contain no real secret', () => {
    for (const { stringData = {} } of ofKind('Secret')) {
      for (const value of Object.values(stringData)) expect(value).toContain('CHANGE-ME');
    }
  });

  test('confine every container', () => {
    for (const { spec } of [...deployments, ...ofKind('Job')]) {
      expect(spec.template.spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const container of spec.template.spec.containers) {
        expect(container).toMatchObject({
          image: deployments[0]!.spec.template.spec.containers[0]!.image,
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          resources: {
            requests: { cpu: expect.any(String), memory: expect.any(String) },
            limits: { memory: expect.any(String) },
          },
        });
        const [, program] = container.command ?? [];
        if (program !== undefined) readFileSync(path.join(ROOT, program));
      }
    }
  });

  test('scale with metrics that such a process exposes', async () => {
    const sites = await createRoleSites();
    onTestFinished(sites.close);
    for (const { metadata, spec } of ofKind('HorizontalPodAutoscaler')) {
      expect(spec.scaleTargetRef).toMatchObject({ kind: 'Deployment', name: metadata.name });
      const role = PROCESS_ROLES.find((each) => each === roleOf(named('Deployment', metadata.name)))!;
      const families = parseMetrics((await sites.open(role).http.inject('/metrics')).body);
      const text = read(`${role}.yaml`);
      const [, series = ''] = /seriesQuery: '(\w+?)(?:_bucket)?\{/.exec(text) ?? [];
      expect([role, families.has(series)]).toEqual([role, true]);
      const names = spec.metrics.flatMap(({ pods }) => (pods === undefined ? [] : [pods.metric.name]));
      const [, renamed] = /name: \{ as: (\w+) \}/.exec(text) ?? [];
      expect(names).toEqual([renamed ?? series]);
    }
  });

  test('are all explained', () => {
    const page = readFileSync(path.join(ROOT, 'docs/roles.md'), 'utf8');
    expect(files.filter((file) => !page.includes(`\`${file}\``))).toEqual([]);
  });
});
