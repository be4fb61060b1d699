import type { Failure } from '@karat/contract/refusal';
import type { Catalogue } from './mixed.ts';

type ShownFailure = Pick<Failure, 'code' | 'message'> & { readonly notice?: Failure['notice'] | undefined };

/** The text of a refusal: the server's own in the mixed language, else the translation of its sentence, else that of its code. */
export function textOfRefusal(catalogue: Catalogue, { code, message, notice }: ShownFailure): string {
  // What staff say about a part that is off is in both languages.
  return (
    notice?.message?.[catalogue.locale] ?? translationOf(catalogue, message) ?? catalogue.refusals[code] ?? message
  );
}

/** The translation of a validation sentence of the contract. */
export function textOfIssue(catalogue: Catalogue, sentence: string): string {
  return translationOf(catalogue, sentence) ?? sentence;
}

function translationOf({ sentences }: Catalogue, sentence: string): string | undefined {
  return Object.hasOwn(sentences, sentence) ? sentences[sentence] : undefined;
}
