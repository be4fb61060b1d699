import type { Language } from '@karat/contract/language';

/** An e-mail before it is rendered as text and as HTML. */
export type EmailText = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** A table of facts, such as the device of a sign-in. */
  readonly details?: readonly (readonly [label: string, value: string])[];
  /** A button that opens a page of the site. */
  readonly action?: { readonly label: string; readonly path: string };
  /** Below the button. */
  readonly closing?: readonly string[];
};

type Write<Parameters> = (parameters: Parameters) => EmailText;

export type EmailTemplate<Parameters> = {
  readonly mixed: Write<Parameters>;
  readonly en: Write<Parameters>;
  readonly tr: Write<Parameters>;
};

type Written<Parameters> = Omit<EmailTemplate<Parameters>, 'mixed'> & { readonly mixed?: Write<Parameters> };

/** The mixed language has the English text, as in notifications, unless the template has one for it. */
export function template<Parameters>(written: Written<Parameters>): EmailTemplate<Parameters> {
  return { mixed: written.en, ...written };
}

const LOCALES: Readonly<Record<Language, string>> = { mixed: 'en-GB', en: 'en-GB', tr: 'tr-TR' };

/** A moment as a date and a time in UTC, because the time zone of the reader is unknown. */
function momentText(iso: string, language: Language): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(new Date(iso))} UTC`;
}

/** The browser and the network from which something was done. */
export type Client = { readonly device: string; readonly address: string };

type WrittenLanguage = Exclude<Language, 'mixed'>;

const LABELS: Readonly<Record<WrittenLanguage, Readonly<Record<'device' | 'address' | 'at', string>>>> = {
  en: { device: 'Device', address: 'IP address', at: 'Time' },
  tr: { device: 'Cihaz', address: 'IP adresi', at: 'Zaman' },
};

/** The rows of `details` that say from where something was done. */
export function clientRows({ device, address }: Client, language: WrittenLanguage) {
  const labels = LABELS[language];
  return [
    [labels.device, device],
    [labels.address, address],
  ] as const;
}

/** The row of `details` that says when something was done. */
export function timeRow(at: string, language: WrittenLanguage) {
  return [LABELS[language].at, momentText(at, language)] as const;
}

/** The texts around those of the template. */
export const FRAME: Readonly<
  Record<Language, { greeting: (name: string) => string; link: string; footer: (name: string) => string }>
> = {
  mixed: {
    greeting: (name) => `Hello ${name},`,
    link: 'If the button does not work, open this link:',
    footer: (name) => `This e-mail is about the Karat account “${name}”.`,
  },
  en: {
    greeting: (name) => `Hello ${name},`,
    link: 'If the button does not work, open this link:',
    footer: (name) => `This e-mail is about the Karat account “${name}”.`,
  },
  tr: {
    greeting: (name) => `Merhaba ${name},`,
    link: 'Düğme çalışmazsa şu bağlantıyı açın:',
    footer: (name) => `Bu e-posta “${name}” adlı Karat hesabıyla ilgilidir.`,
  },
};
