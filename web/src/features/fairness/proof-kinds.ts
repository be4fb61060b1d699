import { type Report, reportOfRoll, reportOfRound } from './report.ts';
import { ROLL_FIELDS, type RollField, type TypedRoll, readRoll, rollFromJson } from './typed-roll.ts';
import { ROUND_FIELDS, type RoundField, type TypedRound, readRound, roundFromJson } from './typed-round.ts';
import type { Issues } from './typed.ts';
import type { ProofCatalogue } from './words/en.ts';

export const PROOF_NAMES = ['roll', 'round'] as const;
export type ProofName = (typeof PROOF_NAMES)[number];

export type ProofField = RollField | RoundField;
/** The typed values of a roll or of a round. */
export type TypedProof = Readonly<Partial<Record<ProofField, string>>>;

/** A roll or a round to verify. */
export type Proof = { readonly name: ProofName; readonly typed: TypedProof };

type Checked = { readonly report: Report } | { readonly issues: Issues<ProofField> };

type ProofKind = {
  readonly fields: readonly ProofField[];
  fromJson(json: string): TypedProof | undefined;
  /** The report of its checks, or the issues of its fields. */
  check(words: ProofCatalogue, typed: TypedProof): Checked;
};

const filled = <Field extends ProofField>(fields: readonly Field[], typed: TypedProof) =>
  Object.fromEntries(fields.map((field) => [field, typed[field] ?? ''])) as Record<Field, string>;

/** The kinds of proofs that can be verified by hand. */
export const proofKinds: Readonly<Record<ProofName, ProofKind>> = {
  roll: {
    fields: ROLL_FIELDS,
    fromJson: rollFromJson,
    check(words, typed) {
      const read = readRoll(filled(ROLL_FIELDS, typed) satisfies TypedRoll);
      return 'roll' in read ? { report: reportOfRoll(words, read.roll) } : read;
    },
  },
  round: {
    fields: ROUND_FIELDS,
    fromJson: roundFromJson,
    check(words, typed) {
      const read = readRound(filled(ROUND_FIELDS, typed) satisfies TypedRound);
      return 'round' in read ? { report: reportOfRound(words, read.round) } : read;
    },
  },
};

/** The roll or round in a JSON text. */
export function proofFromJson(json: string): Proof | undefined {
  for (const name of PROOF_NAMES) {
    const typed = proofKinds[name].fromJson(json);
    if (typed !== undefined) return { name, typed };
  }
  return undefined;
}
