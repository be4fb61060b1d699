import { pages } from '@karat/contract/pages';
import { template } from './text.ts';

type Link = { readonly token: string };
type NewAddress = { readonly newAddress: string };

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
      paragraphs: ['The password of your account was changed, and other devices were signed out.'],
      action: { label: 'Reset your password', path: pages.resetPassword },
      closing: ['If this was not you, reset your password now.'],
    }),
    tr: () => ({
      subject: 'Karat parolanız değiştirildi',
      paragraphs: ['Hesabınızın parolası değiştirildi ve diğer cihazlardaki oturumlar kapatıldı.'],
      action: { label: 'Parolayı sıfırla', path: pages.resetPassword },
      closing: ['Bunu siz yapmadıysanız parolanızı hemen sıfırlayın.'],
    }),
  }),
  'account.verifyEmail': template<Link>({
    en: (link) => ({
      subject: 'Confirm your e-mail address',
      paragraphs: ['Confirm that this e-mail address is yours. The link works once, within 24 hours.'],
      action: { label: 'Confirm the address', path: linkTo(pages.confirmEmail, link) },
      closing: ['If you have no account at Karat, ignore this e-mail.'],
    }),
    tr: (link) => ({
      subject: 'E-posta adresinizi onaylayın',
      paragraphs: ['Bu e-posta adresinin size ait olduğunu onaylayın. Bağlantı 24 saat içinde ve bir kez çalışır.'],
      action: { label: 'Adresi onayla', path: linkTo(pages.confirmEmail, link) },
      closing: ['Karat’ta hesabınız yoksa bu e-postayı dikkate almayın.'],
    }),
  }),
  'account.confirmNewEmail': template<Link>({
    en: (link) => ({
      subject: 'Confirm your new e-mail address',
      paragraphs: ['Confirm this address to use it for your account. The link works once, within 24 hours.'],
      action: { label: 'Use this address', path: linkTo(pages.confirmEmail, link) },
      closing: ['If you did not request this, ignore this e-mail. The account keeps its old address.'],
    }),
    tr: (link) => ({
      subject: 'Yeni e-posta adresinizi onaylayın',
      paragraphs: ['Hesabınızda kullanmak için bu adresi onaylayın. Bağlantı 24 saat içinde ve bir kez çalışır.'],
      action: { label: 'Bu adresi kullan', path: linkTo(pages.confirmEmail, link) },
      closing: ['Bunu siz istemediyseniz bu e-postayı dikkate almayın. Hesabın eski adresi geçerli kalır.'],
    }),
  }),
  'account.emailChangeRequested': template<NewAddress>({
    en: ({ newAddress }) => ({
      subject: 'A new e-mail address was requested',
      paragraphs: ['Someone who knows your password wants to use another e-mail address for your account.'],
      details: [['New address', newAddress]],
      action: { label: 'Open the security page', path: pages.security },
      closing: ['If this was not you, change your password and cancel the request on the security page.'],
    }),
    tr: ({ newAddress }) => ({
      subject: 'Yeni bir e-posta adresi istendi',
      paragraphs: ['Parolanızı bilen biri, hesabınızda başka bir e-posta adresi kullanmak istiyor.'],
      details: [['Yeni adres', newAddress]],
      action: { label: 'Güvenlik sayfasını aç', path: pages.security },
      closing: ['Bunu siz yapmadıysanız parolanızı değiştirin ve isteği güvenlik sayfasında iptal edin.'],
    }),
  }),
  'account.emailChanged': template<NewAddress>({
    en: ({ newAddress }) => ({
      subject: 'Your e-mail address was changed',
      paragraphs: ['Your account has a new e-mail address. This is the last e-mail to the old one.'],
      details: [['New address', newAddress]],
      closing: ['If this was not you, contact the operator of the site.'],
    }),
    tr: ({ newAddress }) => ({
      subject: 'E-posta adresiniz değiştirildi',
      paragraphs: ['Hesabınızın yeni bir e-posta adresi var. Bu, eski adrese gönderilen son e-postadır.'],
      details: [['Yeni adres', newAddress]],
      closing: ['Bunu siz yapmadıysanız sitenin işletmecisine yazın.'],
    }),
  }),
};
