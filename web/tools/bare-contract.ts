import { type ESTree, type Plugin, parseSync } from 'vite';

const CONTRACT = /\/contract\/src\/[\w-]+\.ts$/;
/** What a browser needs of a call to make it. What the parts of it look like is the server's to check. */
const KEPT = new Set(['method', 'path', 'changes', 'navigable']);

type Span = Pick<ESTree.Node, 'start' | 'end'>;
type Edit = Span & { readonly text: string };

/**
 * The same source as a browser needs it: of a call only how it is made, and of all else only what somebody asks for, since every
 * value is marked as free of side effects. A schema that no form uses is left out of the build, and zod with the last of them.
 */
export function bareContract(source: string): string {
  const { program } = parseSync('contract.ts', source);
  const values = program.body.flatMap(declarationsOf).flatMap(({ init }) => (init === null ? [] : [init]));
  const edits = values.flatMap((value) => {
    if (isCallOf(value, 'endpoint')) return bareCall(value, source);
    return hasCall(value, source) ? asPure(value) : [];
  });
  return withoutIdleImports(edited(source, edits));
}

/** What no other line names is not even fetched: a bundler takes what is imported into the same file. */
function withoutIdleImports(source: string): string {
  const imports = parseSync('contract.ts', source).program.body.filter((each) => each.type === 'ImportDeclaration');
  const rest = source.slice(imports.at(-1)?.end ?? 0);
  const isIdle = ({ specifiers }: ESTree.ImportDeclaration) =>
    specifiers.every(({ local }) => !new RegExp(`\\b${local.name}\\b`).test(rest));
  return edited(
    source,
    imports.filter(isIdle).map(({ start, end }) => ({ start, end, text: '' })),
  );
}

function declarationsOf(statement: ESTree.Program['body'][number]): ESTree.VariableDeclarator[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  return declaration?.type === 'VariableDeclaration' ? declaration.declarations : [];
}

function isCallOf(value: ESTree.Expression, name: string): value is ESTree.CallExpression {
  return value.type === 'CallExpression' && value.callee.type === 'Identifier' && value.callee.name === name;
}

/** The call as a plain value without the parts that only a server reads. */
function bareCall(call: ESTree.CallExpression, source: string): Edit[] {
  const [parts] = call.arguments;
  if (parts?.type !== 'ObjectExpression')
    throw new Error(`Not a call written out: ${source.slice(call.start, call.end)}`);
  const kept = parts.properties.filter(
    (part) => part.type === 'Property' && part.key.type === 'Identifier' && KEPT.has(part.key.name),
  );
  const text = kept.map(({ start, end }) => source.slice(start, end)).join(', ');
  return [{ start: call.start, end: call.end, text: `{ ${text} }` }];
}

const isFunction = ({ type }: ESTree.Expression): boolean =>
  type === 'ArrowFunctionExpression' || type === 'FunctionExpression';

/** Text will do: a bracket too many in the mark is harmless. */
const hasCall = (value: ESTree.Expression, source: string): boolean =>
  !isFunction(value) && source.slice(value.start, value.end).includes('(');

const asPure = ({ start, end }: Span): Edit[] => [
  { start, end: start, text: '/* @__PURE__ */ (() => (' },
  { start: end, end, text: '))()' },
];

/** Edits do not overlap, and come in the order of the text. */
function edited(source: string, edits: readonly Edit[]): string {
  let text = '';
  let at = 0;
  for (const edit of edits) {
    text += source.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + source.slice(at);
}

/** Sends browsers what they need of the contract, and not a word more. */
export function barelyTheContract(): Plugin {
  return {
    name: 'bare-contract',
    apply: 'build',
    enforce: 'pre',
    transform: (source, id) => (CONTRACT.test(id) ? { code: bareContract(source), map: null } : undefined),
  };
}
