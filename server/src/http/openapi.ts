import type { Endpoint } from '@karat/contract/endpoint';
import { refusalStatus } from '@karat/contract/refusal';
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts';
import type { MountedCall } from './mount.ts';

export type Operation = {
  readonly summary: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly security: readonly object[];
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: JsonSchema }[];
  readonly requestBody?: { required: true; content: { 'application/json': { schema: JsonSchema } } };
  readonly responses: Readonly<Record<string, object>>;
};

export type OpenApi = {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: object;
};

const AUDIENCES: Readonly<Record<string, string>> = {
  anyone: 'Anybody may call it.',
  player: 'Needs a session.',
  admin: 'Needs a session of staff.',
  gameServer: 'Needs the key of the match, as a bearer.',
};

const SECURITY: Readonly<Record<string, Operation['security']>> = {
  anyone: [{}, { bearer: [] }, { cookie: [] }],
  gameServer: [{ bearer: [] }],
};

function parametersOf(endpoint: Endpoint): Operation['parameters'] {
  return (['params', 'query'] as const).flatMap((part) => {
    const schema = endpoint[part];
    if (schema === undefined) return [];
    const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input');
    const place = part === 'params' ? 'path' : 'query';
    return Object.entries(properties).map(([name, each]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: each,
    }));
  });
}

function operationOf({ endpoint, audience }: MountedCall): Operation {
  const reply = jsonSchemaOf(endpoint.reply, 'output');
  const body = endpoint.body && jsonSchemaOf(endpoint.body, 'input');
  const success = { description: 'Done.', content: { 'application/json': { schema: reply } } };
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1] ?? 'site'],
    description: AUDIENCES[audience] ?? '',
    security: SECURITY[audience] ?? [{ bearer: [] }, { cookie: [] }],
    parameters: parametersOf(endpoint),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true as const, content: { 'application/json': { schema: body } } } }),
    responses: {
      ...(endpoint.navigable ? { '303': { description: 'Goes on to another page.' } } : { '200': success }),
      default: { $ref: '#/components/responses/Failure' },
    },
  };
}

const FAILURE: JsonSchema = {
  type: 'object',
  required: ['message', 'error', 'code'],
  properties: {
    message: { type: 'string' },
    error: { type: 'string', description: 'The same sentence as message.' },
    code: { type: 'string', enum: [...Object.keys(refusalStatus), 'internal'] },
    issues: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
  },
};

/** Made from what is mounted, so it cannot lag behind. */
export function describeCalls(calls: readonly MountedCall[]): OpenApi {
  const paths: OpenApi['paths'] = {};
  for (const call of calls) {
    const path = call.endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.endpoint.method.toLowerCase()]: operationOf(call) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Karat',
      version: '1',
      description: 'Every call of the site. A session travels as a bearer token or as the cookie.',
    },
    paths,
    components: {
      schemas: { Failure: FAILURE },
      responses: {
        Failure: {
          description: 'A refusal, with words fit for the player and a stable code.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
        },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'karat_session' },
      },
    },
  };
}
