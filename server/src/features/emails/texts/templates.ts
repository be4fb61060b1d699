import type { Language } from '@karat/contract/language';
import { accountTemplates } from './account.ts';
import { factorChangeTemplates } from './factor-changes.ts';
import { noticeTemplates } from './notices.ts';
import type { EmailTemplate, EmailText } from './text.ts';

/** All e-mails by key. Waiting rows refer to the key and contain its parameters, so neither changes for a key in use. */
export const templates = { ...accountTemplates, ...noticeTemplates, ...factorChangeTemplates };

export type EmailKey = keyof typeof templates;

/** A key with its own parameters. */
export type EmailContent = {
  [Key in EmailKey]: { readonly key: Key; readonly parameters: Parameters<(typeof templates)[Key]['en']>[0] };
}[EmailKey];

/** Undefined for a key of a newer version. */
export function textOf(key: string, parameters: object, language: Language): EmailText | undefined {
  if (!Object.hasOwn(templates, key)) return undefined;
  const template = templates[key as EmailKey] as unknown as EmailTemplate<object>;
  return template[language](parameters);
}
