import { type Language, languages } from '@karat/contract/language';
import type { Localized } from '#live/port.ts';
import { accountTemplates } from './accounts.ts';
import { communityTemplates } from './community.ts';
import { gameTemplates } from './games.ts';
import { marketTemplates } from './market.ts';
import { staffTemplates } from './staff.ts';
import type { NotificationTemplate, NotificationText } from './text.ts';
import { staffTradeTemplates, tradeTemplates } from './trades.ts';

/**
 * All notifications by key. Rows in the database refer to the key and contain its parameters, so neither changes for a key in use:
 * a notification with other parameters gets a new key.
 */
export const templates = {
  ...accountTemplates,
  ...communityTemplates,
  ...gameTemplates,
  ...marketTemplates,
  ...staffTemplates,
  ...staffTradeTemplates,
  ...tradeTemplates,
};

export type NotificationKey = keyof typeof templates;
export type NotificationParameters<Key extends NotificationKey> = Parameters<(typeof templates)[Key]['mixed']>[0];

/** A key with its own parameters. */
export type NotificationContent = {
  [Key in NotificationKey]: { readonly key: Key; readonly parameters: NotificationParameters<Key> };
}[NotificationKey];

function templateOf(key: string): NotificationTemplate<object> | undefined {
  if (!Object.hasOwn(templates, key)) return undefined;
  return templates[key as NotificationKey] as unknown as NotificationTemplate<object>;
}

export function iconOf({ key }: NotificationContent): string {
  return templates[key].icon;
}

/** Undefined for a key of a newer version. */
export function textOf(key: string, parameters: object, language: Language): NotificationText | undefined {
  return templateOf(key)?.[language](parameters);
}

/** The same in every language. */
export function localize<Value>(valueIn: (language: Language) => Value): Localized<Value> {
  return Object.fromEntries(languages.map((language) => [language, valueIn(language)])) as Record<Language, Value>;
}
