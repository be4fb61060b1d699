import { formatNumber } from './format.ts';

/** English and Turkish ask for another form only where there is one of a thing. */
type Forms = { readonly one?: string; readonly other: string };

/** A counted noun for an amount that is written already. */
export function pluralOf(amount: string, forms: Required<Forms>): string {
  return `${amount} ${amount === '1' ? forms.one : forms.other}`;
}

/** A counted noun: the number as every number here is written, and the form its language asks for. */
export function plural(count: number, forms: Forms): string {
  return `${formatNumber(count)} ${count === 1 ? (forms.one ?? forms.other) : forms.other}`;
}
