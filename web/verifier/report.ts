import type { RollAudit } from '@karat/rules/roll-audit';
import type { CaseOdds } from '@karat/rules/statistics';
import { type WalkProgress, brokenLinks } from '../src/features/fairness/chain-walk.ts';
import { type Proof, proofKinds } from '../src/features/fairness/proof-kinds.ts';
import type { ReportLine } from '../src/features/fairness/report.ts';
import { formatNumber } from '../src/i18n/format.ts';
import type { Link } from './input.ts';
import type { Words } from './words.ts';

/** A sentence of a report with its result. A `note` is neutral. */
export type Line = { readonly state: ReportLine['state'] | 'note'; readonly text: string; readonly suspect?: string };

export const isWrong = (lines: readonly Line[]): boolean => lines.some(({ state }) => state === 'wrong');

const NAMES_SHOWN_MAX = 20;

/** The checks of a roll or a round, summary first; or the fields with invalid values. */
export function reportOfProof(words: Words, { name, typed }: Proof): Line[] {
  const { fields, check } = proofKinds[name];
  const checked = check(words, typed);
  if ('report' in checked) return [checked.report.summary, ...checked.report.lines];
  return fields.flatMap((field): Line[] => {
    const issue = checked.issues[field];
    return issue === undefined ? [] : [{ state: 'wrong', text: `${words.inputs[field]}: ${words.form.issues[issue]}` }];
  });
}

/** Checks that the rounds of each chain lead from one to the next and to the published end. */
export async function reportOfChains(
  { verifier }: Words,
  links: readonly Link[],
  progress?: WalkProgress,
): Promise<Line[]> {
  const lines: Line[] = [];
  for (const terminal of new Set(links.map((link) => link.terminal))) {
    const rounds = links.filter((link) => link.terminal === terminal);
    const broken = await brokenLinks(terminal, rounds, progress);
    const name = terminal.slice(0, 12);
    lines.push(
      broken.length === 0
        ? { state: 'right', text: verifier.chainIntact(rounds.length, name) }
        : { state: 'wrong', text: verifier.chainBroken(name), suspect: verifier.chainSuspect(broken.join(', ')) },
    );
  }
  return lines;
}

function listed(words: Words, names: readonly string[]): string {
  const rest = names.length - NAMES_SHOWN_MAX;
  const shown = names.slice(0, NAMES_SHOWN_MAX).join(', ');
  return rest > 0 ? `${shown} ${words.verifier.more(rest)}` : shown;
}

function duplicatesLine(words: Words, duplicates: readonly string[]): Line {
  if (duplicates.length === 0) return { state: 'right', text: words.odds.noneListedTwice };
  return { state: 'wrong', text: words.odds.listedTwice(duplicates.length), suspect: listed(words, duplicates) };
}

function repeatedLine(words: Words, repeated: readonly string[]): Line {
  if (repeated.length === 0) return { state: 'right', text: words.odds.noneRepeated };
  return { state: 'wrong', text: words.odds.repeated(repeated.length), suspect: listed(words, repeated) };
}

/** Builds the report about many rolls. With `isAllCases` no roll may be missing, because the files of every case were given. */
export function reportOfAudit(words: Words, audit: RollAudit, isAllCases: boolean): Line[] {
  const { odds, verifier } = words;
  const missing = audit.gaps.reduce((sum, gap) => sum + gap.missing, 0);
  const gapNames = audit.gaps.map((gap) => verifier.gapAt(gap.serverSeedHash.slice(0, 12), gap.first, gap.missing));
  const wrongIds = audit.wrong.map(({ id }) => String(id));
  const repeated = audit.repeated.map((each) => `${each.serverSeedHash.slice(0, 12)} / ${each.nonce}`);
  const counted: Line = { state: 'note', text: verifier.counted(audit.rolls) };
  // An empty file proves nothing, so it gets no checks.
  if (audit.rolls === 0) return [counted];
  const hasProofs = audit.rolls > audit.listed;
  const lines: (Line | false)[] = [
    counted,
    audit.verified > 0 && { state: 'right', text: odds.verified(audit.verified) },
    audit.secret > 0 && { state: 'waiting', text: odds.secret(audit.secret) },
    audit.untabled > 0 && { state: 'waiting', text: verifier.untabled(audit.untabled) },
    wrongIds.length > 0 && { state: 'wrong', text: odds.wrong(wrongIds.length), suspect: listed(words, wrongIds) },
    audit.fitting > 0 && { state: 'right', text: odds.fitting(audit.fitting) },
    audit.listed > 0 && duplicatesLine(words, audit.listedTwice),
    hasProofs && repeatedLine(words, repeated),
    hasProofs &&
      (missing > 0
        ? { state: isAllCases ? 'wrong' : 'waiting', text: verifier.gaps(missing), suspect: listed(words, gapNames) }
        : { state: 'right', text: verifier.noGaps }),
  ];
  return lines.filter((line) => line !== false);
}

/** The verdict on the odds of a case version. */
export function reportOfOdds({ odds: words, verifier, formatPercent }: Words, { verdict, test }: CaseOdds): Line {
  if (verdict === 'too_few' || test === null) {
    return { state: 'waiting', text: `${words.verdict.too_few}. ${words.verdictText.too_few}` };
  }
  if (verdict === 'doubtful') return { state: 'wrong', text: `${words.verdict.doubtful}.`, suspect: verifier.doubtful };
  return { state: 'right', text: `${words.verdict.fits}. ${words.verdictText.fits(formatPercent(test.p * 100))}` };
}

/** The odds of a case version as rows of a table, header first. */
export function tableOfOdds({ odds: words, formatPercent }: Words, { items, openings }: CaseOdds): string[][] {
  const head = [words.item, words.published, words.observed, words.expectedCount, words.observedCount];
  const share = (count: number) => formatPercent(openings === 0 ? 0 : (count / openings) * 100);
  const rows = items.map(({ itemId, tickets, expected, observed }) => [
    String(itemId),
    formatPercent(tickets / 100),
    share(observed),
    formatNumber(expected),
    formatNumber(observed),
  ]);
  return [head, ...rows];
}

/** Name and version of a case, for a heading. */
export function titleOfCanon(words: Words, canon: string): string {
  const { case: name, v } = JSON.parse(canon) as { case?: unknown; v?: unknown };
  return `${String(name)}, ${words.odds.version(Number(v))}`;
}
