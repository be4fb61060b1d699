import { type Language, languages } from '@karat/contract/language';
import type { IncomingHttpHeaders } from 'node:http';

/** The language that a player chose on the page, and the first one that the browser prefers; undefined if the site does not have it. */
export type RequestLanguages = { readonly chosen: Language | undefined; readonly preferred: Language | undefined };

export function requestLanguages(headers: IncomingHttpHeaders): RequestLanguages {
  const [chosen, preferred] = [headers['x-language'], headers['accept-language']?.slice(0, 2).toLowerCase()];
  return {
    chosen: languages.find((each) => each === chosen),
    preferred: languages.find((each) => each === preferred),
  };
}

/** The choice of the player, else of the browser. */
export function requestLanguage(headers: IncomingHttpHeaders): Language | undefined {
  const { chosen, preferred } = requestLanguages(headers);
  return chosen ?? preferred;
}
