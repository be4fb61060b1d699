import { readEnv, type Env } from '#env.ts';
import { BadEnv } from '#variables.ts';
import { createLog, type Log } from '#log.ts';

/** Wrong usage, or something the operator must do first; the message is shown as it is. */
export class CommandRefused extends Error {}

export type Command = {
  readonly env: Env;
  readonly log: Log;
  readonly args: readonly string[];
  print(sentence: string): void;
};

function sentencesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  return [error.message, ...(error.cause === undefined ? [] : sentencesOf(error.cause))];
}

/** Runs a command: prints sentences, and exits with a non-zero code if it failed. */
export async function runCommand(work: (command: Command) => Promise<void>): Promise<void> {
  try {
    const env = readEnv(process.env);
    const log = createLog(process.env['LOG_LEVEL'] === undefined ? 'error' : env.logLevel, process.stderr);
    await work({ env, log, args: process.argv.slice(2), print: (sentence) => console.log(sentence) });
  } catch (error) {
    const isExpected = error instanceof BadEnv || error instanceof CommandRefused;
    for (const sentence of isExpected ? [error.message] : sentencesOf(error)) console.error(sentence);
    process.exitCode = 1;
  }
}
