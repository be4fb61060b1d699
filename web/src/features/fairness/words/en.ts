import { rolls } from './en/rolls.ts';
import { roundWords } from './en/rounds.ts';

const { roundInputs, ...rounds } = roundWords;

/** What the pages about proofs say. None of it is the specification's: the mixed language says it in plain English too. */
export const enProofs = {
  ...rolls,
  ...rounds,
  inputs: { ...rolls.inputs, ...roundInputs },
};

/** Every sentence about proofs. Turkish has the same keys, or it does not compile. */
export type ProofCatalogue = typeof enProofs;
