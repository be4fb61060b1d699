import { cruise, type ICruiseResult } from 'dependency-cruiser';
import path from 'node:path';
import rules from '../.dependency-cruiser.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const FOLDERS = [
  'rules/src',
  'contract/src',
  'art/src',
  'art/tools',
  'server/src',
  'server/bench',
  'web/src',
  'web/verifier',
  'e2e',
];

/** Broken import rules in the given folders, one line each. */
export async function brokenImportRules(baseDir: string, folders: readonly string[]): Promise<string[]> {
  const { forbidden, options } = rules;
  const { output } = await cruise([...folders], { ...options, baseDir, validate: true, ruleSet: { forbidden } });
  const { summary } = output as ICruiseResult;
  // Without a parser, dependency-cruiser reads no module and reports no error.
  if (summary.totalCruised === 0) return ['no module was read; is the parser installed?'];
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
}

export function allBrokenImportRules(): Promise<string[]> {
  return brokenImportRules(ROOT, FOLDERS);
}
