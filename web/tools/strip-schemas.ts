import { type ESTree, type Plugin, parseSync } from 'vite';

const CONTRACT = /\/contract\/src\/[\w-]+\.ts$/;
/** The properties of an endpoint that a browser needs to call it. The schemas are checked by the server. */
const PROPERTIES_FOR_CALLS = new Set(['method', 'path', 'hasSideEffects', 'navigable']);

type Span = Pick<ESTree.Node, 'start' | 'end'>;
type Edit = Span & { readonly text: string };

/**
 * The source of a contract module for browsers. Endpoints keep only what is needed to call them. Every other value is marked as
 * free of side effects, so that the bundler drops what is unused: schemas that no form uses, and zod if no schema is left.
 */
export function stripContract(source: string): string {
  const { program } = parseSync('contract.ts', source);
  const values = program.body.flatMap(declarationsOf).flatMap(({ init }) => (init === null ? [] : [init]));
  const edits = values.flatMap((value) => {
    if (isCallOf(value, 'endpoint')) return stripEndpoint(value, source);
    return containsCall(value, source) ? markPure(value) : [];
  });
  return withoutUnusedImports(applyEdits(source, edits));
}

/** Removes imports that are no longer used, because a bundler puts imported modules into the same chunk. */
function withoutUnusedImports(source: string): string {
  const imports = parseSync('contract.ts', source).program.body.filter((each) => each.type === 'ImportDeclaration');
  const rest = source.slice(imports.at(-1)?.end ?? 0);
  const isUnused = ({ specifiers }: ESTree.ImportDeclaration) =>
    specifiers.every(({ local }) => !new RegExp(`\\b${local.name}\\b`).test(rest));
  return applyEdits(
    source,
    imports.filter(isUnused).map(({ start, end }) => ({ start, end, text: '' })),
  );
}

function declarationsOf(statement: ESTree.Program['body'][number]): ESTree.VariableDeclarator[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  return declaration?.type === 'VariableDeclaration' ? declaration.declarations : [];
}

function isCallOf(value: ESTree.Expression, name: string): value is ESTree.CallExpression {
  return value.type === 'CallExpression' && value.callee.type === 'Identifier' && value.callee.name === name;
}

/** The endpoint as a plain object without the properties that only the server reads. */
function stripEndpoint(call: ESTree.CallExpression, source: string): Edit[] {
  const [parts] = call.arguments;
  if (parts?.type !== 'ObjectExpression')
    throw new Error(`Endpoint is not an object literal: ${source.slice(call.start, call.end)}`);
  const needed = parts.properties.filter(
    (part) => part.type === 'Property' && part.key.type === 'Identifier' && PROPERTIES_FOR_CALLS.has(part.key.name),
  );
  const text = needed.map(({ start, end }) => source.slice(start, end)).join(', ');
  return [{ start: call.start, end: call.end, text: `{ ${text} }` }];
}

const isFunction = ({ type }: ESTree.Expression): boolean =>
  type === 'ArrowFunctionExpression' || type === 'FunctionExpression';

/** A text search is enough: a false positive only adds a harmless mark. */
const containsCall = (value: ESTree.Expression, source: string): boolean =>
  !isFunction(value) && source.slice(value.start, value.end).includes('(');

const markPure = ({ start, end }: Span): Edit[] => [
  { start, end: start, text: '/* @__PURE__ */ (() => (' },
  { start: end, end, text: '))()' },
];

/** Applies edits that do not overlap and are in source order. */
function applyEdits(source: string, edits: readonly Edit[]): string {
  let text = '';
  let at = 0;
  for (const edit of edits) {
    text += source.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + source.slice(at);
}

/** Vite plugin that strips the contract down to what browsers need. */
export function stripSchemas(): Plugin {
  return {
    name: 'strip-schemas',
    apply: 'build',
    enforce: 'pre',
    transform: (source, id) => (CONTRACT.test(id) ? { code: stripContract(source), map: null } : undefined),
  };
}
