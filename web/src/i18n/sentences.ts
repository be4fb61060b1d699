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

export type ValidationSentence = (typeof validationSentences)[number];
