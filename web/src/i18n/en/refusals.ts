import type { RefusalCode } from '@karat/contract/refusal';
import type { Sentence } from '../sentences.ts';

export const refusals: Readonly<Record<Exclude<RefusalCode, 'invalid'> | 'internal', string>> = {
  wrong_password: 'The password is not right.',
  sign_in_failed: 'Steam sign-in did not work. Please try again.',
  unauthenticated: 'You have to log in first.',
  wrong_credentials: 'Username or password is not right.',
  forbidden: 'You are not allowed to do this.',
  banned: 'This account is closed. Write to support if you think that is a mistake.',
  cross_site: 'This request came from another site and was refused.',
  not_found: 'This does not exist, or no longer does.',
  taken: 'This username or e-mail address is already in use.',
  already_linked: 'This Steam account is already linked to an account.',
  stale_sign_in: 'For this you have to have signed in recently. Please sign in again.',
  too_large: 'That is too large.',
  too_many: 'Too many attempts. Please wait a moment and try again.',
  unavailable: 'Karat is not available at the moment. Please try again shortly.',
  internal: 'Something went wrong.',
};

export const sentences: Readonly<Record<Sentence, string>> = {
  'E-mail gerekli.': 'Enter your e-mail address.',
  'Geçersiz e-mail adresi.': 'This is not a valid e-mail address.',
  'Kullanıcı adı gerekli.': 'Enter a username.',
  'Kullanıcı adı en az 4 karakterden oluşmalı': 'A username has at least 4 characters.',
  'Kullanıcı adı en fazla 32 karakter olabilir.': 'A username has at most 32 characters.',
  'Kullanıcı adı yalnızca harf, rakam, nokta, tire ve alt çizgi içerebilir.':
    'A username may hold letters, digits, dots, hyphens and underscores only.',
  'Parola gerekli.': 'Enter your password.',
  'Parola en az 6 karakterden oluşmalı': 'A password has at least 6 characters.',
  'Parola en az 8 karakterden oluşmalı': 'A password has at least 8 characters.',
  'Parola en fazla 128 karakter olabilir.': 'A password has at most 128 characters.',
  'Yeni parola gerekli.': 'Enter a new password.',
  'Parolalar birbiriyle uyumlu olmalı.': 'The two passwords have to be the same.',
  'Invalid characters.': 'There are characters in it that cannot be stored.',
  'Invalid id.': 'This address is not right.',
  'This account has a password. Change it instead.': 'This account already has a password. Change it instead.',
  'Your account is linked to another Steam account.': 'Your account is already linked to another Steam account.',
  'Too many failed attempts. Please wait a little.': 'Too many failed attempts. Please wait a little.',
  'Too many signups. Please wait a little.': 'Too many new accounts from your network. Please wait a little.',
  'Too many people are signing in right now. Please try again.':
    'Too many people are logging in right now. Please try again.',
  'Too many tabs are open: this one no longer updates.': 'You have too many tabs open: this one no longer updates.',
};
