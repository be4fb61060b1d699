import { useWords } from '#i18n/i18n.ts';
import { enPush } from './en.ts';
import { mixedPush, type PushCatalogue } from './mixed.ts';
import { trPush } from './tr.ts';

export const words = { mixed: mixedPush, tr: trPush, en: enPush };

/** Texts about notifications on devices, in the current language. */
export function usePushText(): PushCatalogue {
  return useWords(words);
}
