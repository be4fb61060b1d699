import { formatNumber } from './format.ts';

/** English has a singular form; Turkish uses one form for all numbers. */
type Forms = { readonly one?: string; readonly other: string };

/** A counted noun for an amount that is already formatted. */
export function pluralOf(amount: string, forms: Required<Forms>): string {
  return `${amount} ${amount === '1' ? forms.one : forms.other}`;
}

/** A counted noun: the formatted number and the matching form. */
export function plural(count: number, forms: Forms): string {
  return `${formatNumber(count)} ${count === 1 ? (forms.one ?? forms.other) : forms.other}`;
}
