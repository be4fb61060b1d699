import { type Language, languages } from '@karat/contract/language';
import type { IncomingHttpHeaders } from 'node:http';

/** The language that the player chose on the page, else the first one that the browser prefers; undefined if the site does not have it. */
export function requestLanguage(headers: IncomingHttpHeaders): Language | undefined {
  const chosen = headers['x-language'];
  const preferred = headers['accept-language']?.slice(0, 2).toLowerCase();
  return languages.find((each) => each === chosen) ?? languages.find((each) => each === preferred);
}
