import { pages } from '@karat/contract/pages';
import { type Client, clientRows, type EmailText, template, timeRow } from './text.ts';

/** How the second factor of an account changed. Waiting e-mails contain the name, so none is renamed. */
export const FACTOR_CHANGES = [
  'second-factor-on',
  'second-factor-off',
  'passkey-add',
  'passkey-remove',
  'recovery-codes',
  'recovery-code-use',
  'removed-by-staff',
] as const;
export type FactorChange = (typeof FACTOR_CHANGES)[number];

type Notice = {
  readonly change: FactorChange;
  readonly at: string;
  /** Null if staff did it: their device is not shown to players. */
  readonly client: Client | null;
};

type Text = Pick<EmailText, 'subject' | 'paragraphs'>;

const EN: Readonly<Record<FactorChange, Text>> = {
  'second-factor-on': {
    subject: 'Two-step sign-in was turned on',
    paragraphs: [
      'An authenticator app was set up for your account. Signing in now also needs a code from it, and all other devices were signed out.',
    ],
  },
  'second-factor-off': {
    subject: 'Two-step sign-in was turned off',
    paragraphs: [
      'The authenticator app of your account was turned off. Signing in no longer needs a code, and the recovery codes stopped working.',
    ],
  },
  'passkey-add': {
    subject: 'A passkey was added to your account',
    paragraphs: ['It signs in to your account without a password or a code.'],
  },
  'passkey-remove': {
    subject: 'A passkey was removed from your account',
    paragraphs: ['It can no longer be used to sign in.'],
  },
  'recovery-codes': {
    subject: 'New recovery codes were created',
    paragraphs: ['Your account has new recovery codes. The earlier ones stopped working.'],
  },
  'recovery-code-use': {
    subject: 'A recovery code was used',
    paragraphs: [
      'A recovery code of your account was entered instead of a code from the app. It does not work a second time.',
    ],
  },
  'removed-by-staff': {
    subject: 'Our staff removed your two-step sign-in',
    paragraphs: [
      'Our staff removed the authenticator app, the recovery codes and all passkeys from your account, and signed out all devices. Your password or Steam alone is now enough to sign in.',
    ],
  },
};

const TR: Readonly<Record<FactorChange, Text>> = {
  'second-factor-on': {
    subject: 'İki adımlı giriş açıldı',
    paragraphs: [
      'Hesabınız için bir doğrulama uygulaması kuruldu. Girişte artık uygulamanın kodu da istenir. Diğer tüm cihazlardaki oturumlar kapatıldı.',
    ],
  },
  'second-factor-off': {
    subject: 'İki adımlı giriş kapatıldı',
    paragraphs: [
      'Hesabınızın doğrulama uygulaması kapatıldı. Girişte artık kod istenmez ve kurtarma kodları geçersiz oldu.',
    ],
  },
  'passkey-add': {
    subject: 'Hesabınıza bir geçiş anahtarı eklendi',
    paragraphs: ['Bu anahtarla hesabınıza parola ve kod olmadan giriş yapılabilir.'],
  },
  'passkey-remove': {
    subject: 'Hesabınızdan bir geçiş anahtarı kaldırıldı',
    paragraphs: ['Bu anahtarla artık giriş yapılamaz.'],
  },
  'recovery-codes': {
    subject: 'Yeni kurtarma kodları oluşturuldu',
    paragraphs: ['Hesabınızın yeni kurtarma kodları var. Öncekiler geçersiz oldu.'],
  },
  'recovery-code-use': {
    subject: 'Bir kurtarma kodu kullanıldı',
    paragraphs: ['Uygulamanın kodu yerine hesabınızın bir kurtarma kodu girildi. Bu kod bir daha kullanılamaz.'],
  },
  'removed-by-staff': {
    subject: 'Görevlilerimiz iki adımlı girişinizi kaldırdı',
    paragraphs: [
      'Görevlilerimiz hesabınızdaki doğrulama uygulamasını, kurtarma kodlarını ve tüm geçiş anahtarlarını kaldırdı ve tüm cihazlardaki oturumları kapattı. Giriş için artık yalnızca parolanız veya Steam yeterlidir.',
    ],
  },
};

export const factorChangeTemplates = {
  'notice.factorChanged': template<Notice>({
    en: ({ change, at, client }) => ({
      ...EN[change],
      details: [...(client === null ? [] : clientRows(client, 'en')), timeRow(at, 'en')],
      action: { label: 'Open the security page', path: pages.security },
      closing: [
        change === 'removed-by-staff'
          ? 'If you asked for this, set up two-step sign-in again. If not, change your password and write to support.'
          : 'If this was you, you do not need to do anything. If not, change your password, and check your devices and two-step sign-in.',
      ],
    }),
    tr: ({ change, at, client }) => ({
      ...TR[change],
      details: [...(client === null ? [] : clientRows(client, 'tr')), timeRow(at, 'tr')],
      action: { label: 'Güvenlik sayfasını aç', path: pages.security },
      closing: [
        change === 'removed-by-staff'
          ? 'Bunu siz istediyseniz iki adımlı girişi yeniden kurun. İstemediyseniz parolanızı değiştirin ve desteğe yazın.'
          : 'Bunu yapan sizseniz bir şey yapmanız gerekmez. Siz değilseniz parolanızı değiştirin; cihazlarınızı ve iki adımlı girişi gözden geçirin.',
      ],
    }),
  }),
};
