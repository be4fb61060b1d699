import { USERNAME_LENGTH_MAX, USERNAME_LENGTH_MIN, USERNAME_PATTERN } from '@karat/rules/names';
import * as z from 'zod/mini';
import { storable } from './text.ts';

/** Bounds the cost of hashing a password. */
const PASSWORD_LENGTH_MAX = 128;
const EMAIL_LENGTH_MAX = 254;

const longestPassword = z.maxLength(PASSWORD_LENGTH_MAX, `Parola en fazla ${PASSWORD_LENGTH_MAX} karakter olabilir.`);

const email = z
  .string('E-mail gerekli.')
  .check(
    z.trim(),
    z.minLength(1, 'E-mail gerekli.'),
    z.maxLength(EMAIL_LENGTH_MAX, 'Geçersiz e-mail adresi.'),
    z.regex(z.regexes.email, 'Geçersiz e-mail adresi.'),
  );

const username = z
  .string('Kullanıcı adı gerekli.')
  .check(
    z.trim(),
    z.minLength(1, 'Kullanıcı adı gerekli.'),
    z.minLength(USERNAME_LENGTH_MIN, 'Kullanıcı adı en az 4 karakterden oluşmalı'),
    z.maxLength(USERNAME_LENGTH_MAX, `Kullanıcı adı en fazla ${USERNAME_LENGTH_MAX} karakter olabilir.`),
    storable,
  );

const password = z
  .string('Parola gerekli.')
  .check(z.minLength(1, 'Parola gerekli.'), z.minLength(6, 'Parola en az 6 karakterden oluşmalı'), longestPassword);

const newPassword = z
  .string('Yeni parola gerekli.')
  .check(
    z.minLength(1, 'Yeni parola gerekli.'),
    z.minLength(8, 'Parola en az 8 karakterden oluşmalı'),
    longestPassword,
  );

export const PASSWORDS_DIFFER = 'Parolalar birbiriyle uyumlu olmalı.';

export const newAccount = z.object({
  email,
  username: username.check(
    z.regex(USERNAME_PATTERN, 'Kullanıcı adı yalnızca harf, rakam, nokta, tire ve alt çizgi içerebilir.'),
  ),
  password,
});

export const credentials = z.object({ username, password });

const confirmedPassword = z.object({ newPassword, confirmPassword: z.string(PASSWORDS_DIFFER) });

const passwordsMatch = z.refine<z.output<typeof confirmedPassword>>(
  (sent) => sent.newPassword === sent.confirmPassword,
  {
    error: PASSWORDS_DIFFER,
    path: ['confirmPassword'],
  },
);

/** The old password has no minimum length here: the server only compares it with its hash. */
export const passwordChange = z
  .extend(confirmedPassword, {
    oldPassword: z.string('Parola gerekli.').check(z.minLength(1, 'Parola gerekli.'), longestPassword),
  })
  .check(passwordsMatch);

export const firstPassword = confirmedPassword.check(passwordsMatch);
