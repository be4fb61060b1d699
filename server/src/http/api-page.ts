import type { AsyncApi, LiveOperation } from './asyncapi.ts';
import { escapeHtml } from './html.ts';
import type { JsonSchema } from './json-schema.ts';
import type { OpenApi, Operation } from './openapi.ts';

const STYLE = `
  :root { color-scheme: dark; font: 15px/1.5 system-ui, sans-serif; background: #0a0c12; color: #eef1f8 }
  body { max-width: 62rem; margin: 0 auto; padding: 2rem 1rem 4rem }
  h1 { font-size: 1.9rem; margin: 0 0 .25rem } h2 { margin: 2.5rem 0 .75rem; font-size: 1.25rem }
  p { margin: .25rem 0 } a { color: #3ddcff }
  p, small, dd { color: #a9b1c6 } nav { display: flex; flex-wrap: wrap; gap: .25rem .9rem; margin: 1rem 0 }
  details { background: #10131c; border: 1px solid #262d3d; border-radius: 12px; margin: .5rem 0 }
  summary { display: flex; flex-wrap: wrap; gap: .35rem .75rem; align-items: baseline; padding: .75rem 1rem; cursor: pointer }
  summary:focus-visible { outline: 2px solid #3ddcff; outline-offset: 2px; border-radius: 12px }
  summary span { color: #a9b1c6 } summary b { min-width: 3.2rem; color: #3ddcff } summary code { font-size: 1rem }
  .inside { padding: 0 1rem 1rem } h3 { font-size: .85rem; color: #8790a6; margin: 1rem 0 .25rem }
  code, pre { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
  pre { background: #171b27; padding: .75rem 1rem; border-radius: 8px; overflow: auto; margin: .25rem 0; white-space: pre-wrap }
`;

/** A schema in the style of a TypeScript type. */
function sketch(schema: JsonSchema, depth = 0): string {
  const options = schema['anyOf'] as JsonSchema[] | undefined;
  if (options !== undefined) return options.map((each) => sketch(each, depth)).join(' | ');
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].map((each) => JSON.stringify(each)).join(' | ');
  if (schema.type === 'array') return `${sketch((schema['items'] ?? {}) as JsonSchema, depth)}[]`;
  if (schema.properties === undefined)
    return typeof schema['format'] === 'string' ? schema['format'] : [schema.type ?? 'nothing'].flat().join(' | ');
  const pad = '  '.repeat(depth + 1);
  const lines = Object.entries(schema.properties).map(
    ([name, each]) => `${pad}${name}${schema.required?.includes(name) ? '' : '?'}: ${sketch(each, depth + 1)}`,
  );
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
}

function part(title: string, text: string | undefined): string {
  return text === undefined ? '' : `<h3>${title}</h3><pre tabindex="0">${escapeHtml(text)}</pre>`;
}

function callHtml(method: string, path: string, operation: Operation): string {
  const { parameters, requestBody, responses } = operation;
  const query = parameters.map(({ name, required, schema }) => `${name}${required ? '' : '?'}: ${sketch(schema)}`);
  const refused = Object.entries(responses).flatMap(([status, response]) =>
    'description' in response && response.description.startsWith('Refused: ')
      ? `${status} ${response.description.slice('Refused: '.length, -1)}`
      : [],
  );
  const success = responses['200'] as { content: { 'application/json': { schema: JsonSchema } } } | undefined;
  return `<details id="${operation.operationId}"><summary><b>${method.toUpperCase()}</b><code>${escapeHtml(path)}</code><span>${escapeHtml(operation.summary)}</span></summary>
<div class="inside"><p>${escapeHtml(operation.description)}</p>
${part('Parameters', query.length > 0 ? query.join('\n') : undefined)}
${part('Body', requestBody && sketch(requestBody.content['application/json'].schema))}
${part('Reply', success && sketch(success.content['application/json'].schema))}
${part('Refusals', refused.join('\n'))}</div></details>`;
}

function groupsOf(document: OpenApi): Map<string, string[]> {
  const groups = new Map<string, string[]>(document.tags.map(({ name }) => [name, []]));
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags[0] ?? 'site';
      groups.set(tag, [...(groups.get(tag) ?? []), callHtml(method, path, operation)]);
    }
  }
  return groups;
}

function eventHtml(name: string, operation: LiveOperation, payload: JsonSchema): string {
  return `<details id="${name}"><summary><code>${escapeHtml(name)}</code><span>${escapeHtml(operation.summary)}</span></summary>
<div class="inside"><p>${escapeHtml(operation.description)}</p>${part('Payload', sketch(payload))}</div></details>`;
}

function eventsHtml({ operations, components }: AsyncApi, action: LiveOperation['action']): string {
  return Object.entries(operations)
    .filter(([, operation]) => operation.action === action)
    .map(([name, operation]) => eventHtml(name, operation, components.messages[name]!.payload))
    .join('');
}

type Documents = { readonly calls: OpenApi; readonly events: AsyncApi };

/** The calls and the live events as a page that needs no script. */
export function apiPage({ calls: document, events }: Documents, nonce: string): string {
  const groups = [...groupsOf(document)].map(
    ([tag, calls]) => `<h2 id="${escapeHtml(tag)}">${escapeHtml(tag)}</h2>${calls.join('')}`,
  );
  const links = document.tags.map(({ name }) => `<a href="#${name}">${name}</a>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Karat – API</title><link rel="icon" href="/favicon.svg"><style nonce="${nonce}">${STYLE}</style></head>
<body><main><h1>Karat API</h1><p>${escapeHtml(document.info.description)}</p>
<p>Every error has the same body: message, error (the same sentence), a stable code, and for invalid input the issues.
<a href="/docs/openapi.json">OpenAPI document</a></p>
<nav aria-label="Features">${links.join(' ')} <a href="#live">live channel</a></nav>${groups.join('')}
<h2 id="live">The live channel</h2><p>${escapeHtml(events.info.description)} <a href="/docs/asyncapi.json">AsyncAPI document</a></p>
<h2>Events that a client may send</h2>${eventsHtml(events, 'receive')}
<h2>Events that a client receives</h2>${eventsHtml(events, 'send')}</main></body></html>`;
}
