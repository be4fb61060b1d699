import { rolls } from './en/rolls.ts';
import { roundWords } from './en/rounds.ts';

const { roundInputs, ...rounds } = roundWords;

/** Texts of the fairness pages in English and in the default language. None of them is the specification's. */
export const enProofs = {
  ...rolls,
  ...rounds,
  inputs: { ...rolls.inputs, ...roundInputs },
};

/** The type makes Turkish have the same keys. */
export type ProofCatalogue = typeof enProofs;
