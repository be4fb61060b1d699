import { formatNumber } from '#ui/format.ts';

type Forms = { readonly [Category in Intl.LDMLPluralRule]?: string } & { readonly other: string };

/** A counted noun: the number as every number here is written, and the form its language asks for. */
export function plural(locale: 'en' | 'tr', count: number, forms: Forms): string {
  return `${formatNumber(count)} ${forms[new Intl.PluralRules(locale).select(count)] ?? forms.other}`;
}
