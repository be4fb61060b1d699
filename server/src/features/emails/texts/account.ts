import { pages } from '@karat/contract/pages';
import { template } from './text.ts';

type Link = { readonly token: string };

// The token is in the fragment, which browsers send to no server.
const linkTo = (page: string, { token }: Link): string => `${page}#${token}`;

export const accountTemplates = {
  'account.passwordReset': template<Link>({
    en: (link) => ({
      subject: 'Reset your Karat password',
      paragraphs: ['You can choose a new password for your account. The link works once, within one hour.'],
      action: { label: 'Choose a new password', path: linkTo(pages.resetPassword, link) },
      closing: ['If you did not request this, ignore this e-mail. Your password does not change.'],
    }),
    tr: (link) => ({
      subject: 'Karat parolanızı sıfırlayın',
      paragraphs: [
        'Hesabınız için yeni bir parola seçebilirsiniz. Bağlantı bir saat geçerlidir ve bir kez kullanılabilir.',
      ],
      action: { label: 'Yeni parola seç', path: linkTo(pages.resetPassword, link) },
      closing: ['Bunu siz istemediyseniz bu e-postayı dikkate almayın. Parolanız değişmez.'],
    }),
  }),
  'account.passwordChanged': template<Record<string, never>>({
    en: () => ({
      subject: 'Your Karat password was changed',
      paragraphs: ['The password of your account was changed, and every device was signed out.'],
      action: { label: 'Reset your password', path: pages.resetPassword },
      closing: ['If this was not you, reset your password now.'],
    }),
    tr: () => ({
      subject: 'Karat parolanız değiştirildi',
      paragraphs: ['Hesabınızın parolası değiştirildi ve tüm cihazlardaki oturumlar kapatıldı.'],
      action: { label: 'Parolayı sıfırla', path: pages.resetPassword },
      closing: ['Bunu siz yapmadıysanız parolanızı hemen sıfırlayın.'],
    }),
  }),
};
