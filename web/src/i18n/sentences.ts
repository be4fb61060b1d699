/** Validation sentences of the contract that are Turkish in the mixed language as well. */
export const turkishSentences = [
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
] as const;

/** All validation sentences of the contract. They are the mixed ones; the full languages look them up by these words. */
export const validationSentences = [
  ...turkishSentences,
  'Invalid characters.',
  'Invalid id.',
  'Invalid item.',
  'Invalid key.',
  'Invalid hash.',
  'Invalid page.',
  'Invalid limit.',
  'Invalid sort.',
  'Invalid view.',
  'Invalid filter.',
  'Search text is required',
  'Search text is too long',
  'Name is too long',
  'Item name is required',
  'Skin name is required',
  'Skin exterior is required',
  'Skin rarity is required',
  'Weapon type is required',
  'Must be a valid URL',
  'Must be an image URL',
  'Price must be a number',
  'Price must be greater than 0',
  'Price is too high',
  'Case name is required',
  'Case not found.',
  'This name is reserved',
  'Drop rate must be 0 to 100 in steps of 0.01',
  'You must select at least one item.',
  'A case holds at most 100 items.',
  'Open 1 to 5 at once.',
  'Sell at most 100 items at once.',
  'Client seed must be 1 to 64 letters, digits, - or _.',
  'Amount must be a whole number.',
  'Amount must not be 0.',
  'Amount is too large.',
  'Reason is required.',
  'Reason is at most 200 characters.',
] as const;

/** Refusals of the server that say more than their code does. One it has reworded is told by its code. */
type RefusalSentence =
  | 'This account has a password. Change it instead.'
  | 'Your account is linked to another Steam account.'
  | 'Too many failed attempts. Please wait a little.'
  | 'Too many signups. Please wait a little.'
  | 'Too many people are signing in right now. Please try again.'
  | 'Too many tabs are open: this one no longer updates.'
  | 'This skin already exists in this exterior.'
  | 'A case with this name already exists.'
  | 'No wallet can hold that much.'
  | 'User not found.'
  | 'An item can be added only once.'
  | 'Items without min_price are not offered for a case.'
  | 'Item not found.'
  | 'House edge is too low!'
  | 'House edge is negative! Increase the case price or reduce item values.';

export type Sentence = (typeof validationSentences)[number] | RefusalSentence;
