import type { Failure } from '@karat/contract/refusal';
import type { Catalogue } from './mixed.ts';

/** The words for a refusal: the server's own in the mixed language, else looked up by its code. */
export function textOfRefusal(catalogue: Catalogue, { code, message }: Pick<Failure, 'code' | 'message'>): string {
  if (code === 'invalid') return textOfIssue(catalogue, message);
  return catalogue.refusals[code] ?? message;
}

/** The words for a validation sentence of the contract, looked up by that sentence. */
export function textOfIssue(catalogue: Catalogue, sentence: string): string {
  return Object.hasOwn(catalogue.validation, sentence) ? (catalogue.validation[sentence] ?? sentence) : sentence;
}
