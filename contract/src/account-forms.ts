import { USERNAME_LENGTH_MAX, USERNAME_LENGTH_MIN, USERNAME_PATTERN } from '@karat/rules/names';
import * as z from 'zod/mini';
import { validDatabaseText } from './text.ts';

/** Bounds the cost of hashing a password. */
const PASSWORD_LENGTH_MAX = 128;
const EMAIL_LENGTH_MAX = 254;

const passwordMaxLength = z.maxLength(PASSWORD_LENGTH_MAX, `Parola en fazla ${PASSWORD_LENGTH_MAX} karakter olabilir.`);

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
    validDatabaseText,
  );

/** For sign-up and sign-in. The specification sets 6 characters here and 8 for a new password. */
const password = z
  .string('Parola gerekli.')
  .check(z.minLength(1, 'Parola gerekli.'), z.minLength(6, 'Parola en az 6 karakterden oluşmalı'), passwordMaxLength);

const newPassword = z
  .string('Yeni parola gerekli.')
  .check(
    z.minLength(1, 'Yeni parola gerekli.'),
    z.minLength(8, 'Parola en az 8 karakterden oluşmalı'),
    passwordMaxLength,
  );

export const PASSWORDS_DIFFER_MESSAGE = 'Parolalar birbiriyle uyumlu olmalı.';

export const signUpForm = z.object({
  email,
  username: username.check(
    z.regex(USERNAME_PATTERN, 'Kullanıcı adı yalnızca harf, rakam, nokta, tire ve alt çizgi içerebilir.'),
  ),
  password,
});

export const signInForm = z.object({ username, password });

const confirmedPassword = z.object({ newPassword, confirmPassword: z.string(PASSWORDS_DIFFER_MESSAGE) });

const passwordsMatch = z.refine<z.output<typeof confirmedPassword>>(
  (form) => form.newPassword === form.confirmPassword,
  {
    error: PASSWORDS_DIFFER_MESSAGE,
    path: ['confirmPassword'],
  },
);

/** Accepts an old password of any length, because the server only compares it with the stored hash. */
export const passwordChangeForm = z
  .extend(confirmedPassword, {
    oldPassword: z.string('Parola gerekli.').check(z.minLength(1, 'Parola gerekli.'), passwordMaxLength),
  })
  .check(passwordsMatch);

export const setPasswordForm = confirmedPassword.check(passwordsMatch);

export const passwordResetRequestForm = z.object({ email });

const LINK_TOKEN_PATTERN = /^[\w-]{43}$/;
/** The secret part of a link in an e-mail. */
const linkToken = z.string('Invalid link.').check(z.regex(LINK_TOKEN_PATTERN, 'Invalid link.'));

/** Without a password for accounts that have none. */
export const emailChangeForm = z.object({
  email,
  password: z.optional(z.string('Parola gerekli.').check(passwordMaxLength)),
});

export const emailLinkForm = z.object({ token: linkToken });

export const passwordResetForm = z.extend(confirmedPassword, { token: linkToken }).check(passwordsMatch);
