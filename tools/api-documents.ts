import { createConfig, lintFromString } from '@redocly/openapi-core';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '..');
const BYTES_MAX = 64 * 1024 * 1024;

export type ApiDocuments = {
  readonly openapi: object;
  readonly asyncapi: { readonly components: { readonly messages: Record<string, { payload: object }> } };
};

/** The documents as the server serves them. */
export async function readApiDocuments(): Promise<ApiDocuments> {
  const { stdout } = await promisify(execFile)(process.execPath, ['server/src/cli/print-api.ts'], {
    cwd: ROOT,
    maxBuffer: BYTES_MAX,
  });
  return JSON.parse(stdout) as ApiDocuments;
}

type Documents = Readonly<Record<string, object>>;

/** Recommended rules that do not apply. Steam sign-in answers with a redirect and never with a 2xx. */
const NOT_APPLICABLE = { 'operation-2xx-response': 'off' } as const;

/** Errors and warnings of the linter's recommended rules. */
export async function lintDocuments(documents: Documents): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'], rules: NOT_APPLICABLE });
  const problems = await Promise.all(
    Object.entries(documents).map(async ([name, document]) => {
      const found = await lintFromString({ source: JSON.stringify(document), absoluteRef: `${name}.json`, config });
      return found.map(({ ruleId, severity, message, location }) => {
        return `${name} ${severity} ${ruleId}: ${message} ${location[0]?.pointer ?? ''}`;
      });
    }),
  );
  return problems.flat();
}
