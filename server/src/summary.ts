import type { Env } from '#env.ts';

/** An account that is shown to the operator after the start. */
export type SignIn = { readonly username: string; readonly password: string; readonly note: string };

type StartSummary = {
  readonly env: Env;
  readonly port: number;
  /** The folder of the embedded database. */
  readonly dataFolder: string | undefined;
  readonly signIns: readonly SignIn[];
};

const paint = (code: string) => (text: string) => (process.stdout.isTTY ? `\u001b[${code}m${text}\u001b[0m` : text);
const cyan = paint('36;1');
const bold = paint('1');
const dim = paint('2');

function row(label: string, text: string): string {
  return `    ${dim(label.padEnd(9))}${text}`;
}

/** The start summary: the address, the accounts, and where the data is. */
export function summaryLines({ env, port, dataFolder, signIns }: StartSummary): string[] {
  const origin = env.publicOrigin ?? `http://localhost:${port}`;
  const width = Math.max(0, ...signIns.map(({ username }) => username.length));
  const accounts = signIns.map(
    ({ username, password, note }) => `${bold(username.padEnd(width))}  ${bold(password)}  ${dim(note)}`,
  );
  if (env.platform === 'sandbox')
    accounts.push(dim('or "Sign in with Steam", which opens a sandbox page on this machine'));
  return [
    '',
    `  ${cyan('◆ Karat is ready')}${env.role === 'all' ? '' : dim(` as ${env.role}`)}`,
    '',
    row('Open', cyan(origin)),
    ...accounts.map((account, index) => row(index === 0 ? 'Sign in' : '', account)),
    ...(dataFolder === undefined ? [] : [row('Data', `${dataFolder} ${dim('(embedded PostgreSQL)')}`)]),
    row('Stop', 'Ctrl-C'),
    '',
  ];
}

export function printReady(ready: StartSummary): void {
  process.stdout.write(`${summaryLines(ready).join('\n')}\n`);
}
