import { formatPercent, formatPercentFirst } from '#i18n/format.ts';
import { useLanguage } from '#i18n/i18n.ts';

/** Formats percentages in the language of the page: 7,25 %, in Turkish %7,25. */
export function usePercent(): (value: number) => string {
  return useLanguage() === 'tr' ? formatPercentFirst : formatPercent;
}
