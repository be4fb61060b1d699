import type { Endpoint } from '@karat/contract/endpoint';
import { type RefusalCode, refusalStatus } from '@karat/contract/refusal';
import { permissionFor, rolesWith, type StaffEndpoint } from '@karat/contract/staff';
import { callTags, nameOfCall } from './call-names.ts';
import { type MountedCall, refusalsOf } from './declared-refusals.ts';
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts';

type Content = { readonly 'application/json': { readonly schema: JsonSchema } };
type Response = { readonly description: string; readonly headers?: object; readonly content?: Content };

export type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly security: readonly object[];
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: JsonSchema }[];
  readonly requestBody?: { required: true; content: Content };
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>;
};

export type OpenApi = {
  readonly openapi: '3.1.0';
  readonly info: typeof API_INFO & { readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: typeof callTags;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: object;
};

export const API_INFO = {
  title: 'Karat',
  version: '1',
  license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
} as const;

const AUDIENCES: Readonly<Record<string, string>> = {
  anyone: 'Anyone may call it.',
  player: 'Needs a session.',
  gameServer: 'Needs the key of the match, as a bearer.',
};

/** Who may make a call; for calls of staff the roles. */
function audienceText({ endpoint, audience }: MountedCall): string {
  if (audience !== 'staff') return AUDIENCES[audience] ?? '';
  const roles = rolesWith(permissionFor(endpoint as StaffEndpoint));
  return `Needs a session of staff with one of the roles: ${roles.join(', ')}.`;
}

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

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: { type: 'integer' } },
};

/** One response for each status, listing its refusal codes. */
function refusalResponses(codes: readonly RefusalCode[]): Record<string, Response> {
  const byStatus = Map.groupBy(codes, (code) => refusalStatus[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => {
      const code = { type: 'string', enum: those };
      const schema = {
        allOf: [{ $ref: '#/components/schemas/Failure' }, { type: 'object', required: ['code'], properties: { code } }],
      };
      const response = {
        description: `Refused: ${those.join(', ')}.`,
        ...((status === 429 || status === 503) && { headers: RETRY_AFTER }),
        content: { 'application/json': { schema } },
      };
      return [status, response];
    }),
  );
}

function operationOf(call: MountedCall): Operation {
  const { endpoint, audience } = call;
  const { operationId, tag } = nameOfCall(endpoint);
  const reply = jsonSchemaOf(endpoint.reply, 'output');
  const body = endpoint.body && jsonSchemaOf(endpoint.body, 'input');
  const success = { description: 'Done.', content: { 'application/json': { schema: reply } } };
  return {
    operationId,
    summary: endpoint.summary,
    tags: [tag],
    description: audienceText(call),
    security: SECURITY[audience] ?? [{ bearer: [] }, { cookie: [] }],
    parameters: parametersOf(endpoint),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true as const, content: { 'application/json': { schema: body } } } }),
    responses: {
      ...(endpoint.navigable ? { '303': { description: 'Redirects to another page.' } } : { '200': success }),
      ...refusalResponses(refusalsOf(call)),
      '500': { $ref: '#/components/responses/Failure' },
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
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

/** The OpenAPI document, made from the mounted calls so that it is always current. */
export function buildOpenApi(calls: readonly MountedCall[]): OpenApi {
  const paths: OpenApi['paths'] = {};
  for (const call of calls) {
    const path = call.endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.endpoint.method.toLowerCase()]: operationOf(call) };
  }
  return {
    openapi: '3.1.0',
    info: { ...API_INFO, description: 'Every call of the site. Send the session as a bearer token or as the cookie.' },
    servers: [{ url: '/', description: 'This site.' }],
    tags: callTags,
    paths,
    components: {
      schemas: { Failure: FAILURE },
      responses: {
        Failure: {
          description: 'An unexpected error. The code is internal.',
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
