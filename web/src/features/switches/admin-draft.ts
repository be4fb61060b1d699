import type { PublicTexts } from '@karat/contract/site-status';
import type * as z from 'zod/mini';

/** A text in both languages as it is typed. */
export type TextsDraft = { readonly tr: string; readonly en: string };

/** Undefined if nothing was typed. One language alone is sent, and refused. */
export function textsOf({ tr, en }: TextsDraft): PublicTexts | undefined {
  return tr.trim() === '' && en.trim() === '' ? undefined : { tr, en };
}

/** The value of a field for date and time, in the time zone of the browser. */
export function localTimeOf(iso: string | null): string {
  if (iso === null) return '';
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length);
}

/** Undefined for an empty field. */
export function isoOf(localTime: string): string | undefined {
  const date = new Date(localTime);
  return localTime === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** The first message for each field of a form, by path. Empty if the body is valid. */
export function problemsOf(schema: z.ZodMiniType, body: unknown): Readonly<Record<string, string>> {
  const { success, error } = schema.safeParse(body);
  if (success) return {};
  return Object.fromEntries(error.issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
}
