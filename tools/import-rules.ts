import { cruise, type ICruiseResult } from 'dependency-cruiser';
import path from 'node:path';
import rules from '../.dependency-cruiser.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const PLACES = [
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

/** Every broken import rule below a folder, a line each. */
export async function brokenImportRules(baseDir: string, places: readonly string[]): Promise<string[]> {
  const { forbidden, options } = rules;
  const { output } = await cruise([...places], { ...options, baseDir, validate: true, ruleSet: { forbidden } });
  const { summary } = output as ICruiseResult;
  // Without a working parser the tool reads nothing and is content.
  if (summary.totalCruised === 0) return ['no module was read: is the parser installed?'];
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
}

export function cruiseAll(): Promise<string[]> {
  return brokenImportRules(ROOT, PLACES);
}
