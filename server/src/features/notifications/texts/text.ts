import { groupDigits } from '#diamonds-text.ts';

export type NotificationText = { readonly title: string; readonly message: string };
type Write<Parameters> = (parameters: Parameters) => NotificationText;

/** A kind of notification: its icon, and its text in every language. */
export type NotificationTemplate<Parameters> = {
  readonly icon: string;
  readonly mixed: Write<Parameters>;
  readonly en: Write<Parameters>;
  readonly tr: Write<Parameters>;
};

export type NoParameters = Readonly<Record<string, never>>;

type Written<Parameters> = Omit<NotificationTemplate<Parameters>, 'mixed'> & { readonly mixed?: Write<Parameters> };

/** The mixed language has the English text, unless the template has one for it. */
export function template<Parameters>(written: Written<Parameters>): NotificationTemplate<Parameters> {
  return { mixed: written.en, ...written };
}

/** For Turkish texts. */
export const elmas = (amount: number): string => `${groupDigits(amount)} elmas`;

/** English: "1 diamond is", "2 diamonds are". */
export const isOrAre = (amount: number): string => (amount === 1 ? 'is' : 'are');

/** 25 as +25 and -25 as −25. */
export const signed = (amount: number): string => `${amount < 0 ? '−' : '+'}${groupDigits(Math.abs(amount))}`;

/** Text entered by staff may lack its full stop. */
export const asSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
