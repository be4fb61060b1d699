import type { Failure } from '@karat/contract/refusal';
import type { Catalogue } from './mixed.ts';

/** The words for a refusal: the server's own in the mixed language, else by its sentence or at least by its code. */
export function textOfRefusal(catalogue: Catalogue, { code, message }: Pick<Failure, 'code' | 'message'>): string {
  return translated(catalogue, message) ?? catalogue.refusals[code] ?? message;
}

/** The words for a validation sentence of the contract, looked up by that sentence. */
export function textOfIssue(catalogue: Catalogue, sentence: string): string {
  return translated(catalogue, sentence) ?? sentence;
}

function translated({ sentences }: Catalogue, sentence: string): string | undefined {
  return Object.hasOwn(sentences, sentence) ? sentences[sentence] : undefined;
}
