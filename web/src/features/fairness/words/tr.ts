import type { ProofCatalogue } from './en.ts';
import { rolls } from './tr/rolls.ts';
import { roundWords } from './tr/rounds.ts';

const { roundInputs, ...rounds } = roundWords;

/** Texts of the fairness pages in Turkish. */
export const trProofs: ProofCatalogue = {
  ...rolls,
  ...rounds,
  inputs: { ...rolls.inputs, ...roundInputs },
};
