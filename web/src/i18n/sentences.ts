/** Validation sentences of the contract. They are the mixed ones; the full languages look them up by these words. */
export const validationSentences = [
  'E-mail gerekli.',
  'Geçersiz e-mail adresi.',
  'Kullanıcı adı gerekli.',
  'Kullanıcı adı en az 4 karakterden oluşmalı',
  'Kullanıcı adı en fazla 32 karakter olabilir.',
  'Kullanıcı adı yalnızca harf, rakam, nokta, tire ve alt çizgi içerebilir.',
  'Parola gerekli.',
  'Parola en az 6 karakterden oluşmalı',
  'Parola en az 8 karakterden oluşmalı',
  'Parola en fazla 128 karakter olabilir.',
  'Yeni parola gerekli.',
  'Parolalar birbiriyle uyumlu olmalı.',
  'Invalid characters.',
  'Invalid id.',
] as const;

/** Refusals of the server that say more than their code does. One it has reworded is told by its code. */
type RefusalSentence =
  | 'This account has a password. Change it instead.'
  | 'Your account is linked to another Steam account.'
  | 'Too many failed attempts. Please wait a little.'
  | 'Too many signups. Please wait a little.'
  | 'Too many people are signing in right now. Please try again.'
  | 'Too many tabs are open: this one no longer updates.';

export type Sentence = (typeof validationSentences)[number] | RefusalSentence;
