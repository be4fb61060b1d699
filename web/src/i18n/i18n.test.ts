import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mixedProfile } from '#features/profile/words/mixed.ts';
import { enAdmin } from '#features/tickets/words/admin-en.ts';
import { mixedAdmin } from '#features/tickets/words/admin-mixed.ts';
import { useAdminText } from '#features/tickets/words/admin-text.ts';
import { trAdmin } from '#features/tickets/words/admin-tr.ts';
import { en } from './en.ts';
import { LANGUAGE_KEY } from '#core/api.ts';
import { currentText, restoreLanguage, setLanguage, useLanguage, useText } from './i18n.ts';
import { langAttribute } from './lang-attribute.ts';
import { mixed } from './mixed.ts';
import { plural } from './plural.ts';
import { textOfIssue, textOfRefusal } from './refusals.ts';
import { tr } from './tr.ts';

beforeEach(async () => {
  await setLanguage('mixed');
  localStorage.clear();
});

test('the mixed language is the default and the page counts as English', async () => {
  await restoreLanguage();
  expect(currentText()).toBe(mixed);
  expect(document.documentElement.lang).toBe('en');
});

test('a choice changes every text and the language of the page, and is stored', async () => {
  const { result } = renderHook(() => ({ text: useText(), language: useLanguage() }));
  await act(() => setLanguage('tr'));
  expect(result.current).toEqual({ text: tr, language: 'tr' });
  expect(document.documentElement.lang).toBe('tr');
  expect(localStorage.getItem(LANGUAGE_KEY)).toBe('tr');
});

test('the admin panel uses the current language', async () => {
  const { result } = renderHook(() => useAdminText());
  expect(result.current).toBe(mixedAdmin);
  await act(() => setLanguage('tr'));
  expect(result.current).toBe(trAdmin);
  await act(() => setLanguage('en'));
  expect(result.current).toBe(enAdmin);
});

test('restores the stored language, and the default for an unknown one', async () => {
  localStorage.setItem(LANGUAGE_KEY, 'en');
  await restoreLanguage();
  expect(currentText()).toBe(en);
  localStorage.setItem(LANGUAGE_KEY, 'klingon');
  await restoreLanguage();
  expect(currentText()).toBe(mixed);
});

test('the last of several quick choices wins', async () => {
  await Promise.all([setLanguage('tr'), setLanguage('en'), setLanguage('mixed')]);
  expect(currentText()).toBe(mixed);
  expect(localStorage.getItem(LANGUAGE_KEY)).toBe('mixed');
});

test('follows a choice made in another tab', async () => {
  await restoreLanguage();
  localStorage.setItem(LANGUAGE_KEY, 'tr');
  window.dispatchEvent(new StorageEvent('storage', { key: LANGUAGE_KEY, newValue: 'tr' }));
  await expect.poll(currentText).toBe(tr);
});

test('a refusal shows the server’s sentence in the mixed language, else the text for its code', () => {
  const refusal = { code: 'wrong_credentials', message: 'Kullanıcı adı veya parola hatalı.' } as const;
  expect(textOfRefusal(mixed, refusal)).toBe('Kullanıcı adı veya parola hatalı.');
  expect(textOfRefusal(tr, refusal)).toBe('Kullanıcı adı veya parola hatalı.');
  expect(textOfRefusal(en, refusal)).toBe('Wrong username or password.');
});

test('a refusal that says more than its code has its own translation', () => {
  const refusal = { code: 'too_many', message: 'Too many tabs are open. This one no longer updates.' } as const;
  expect(textOfRefusal(mixed, refusal)).toBe(refusal.message);
  expect(textOfRefusal(tr, refusal)).toBe('Çok fazla sekme açık. Bu sekme artık güncellenmiyor.');
  expect(textOfRefusal(tr, { ...refusal, message: 'Reworded.' })).toBe(tr.refusals.too_many);
});

test('translates a validation sentence, and shows an unknown one as it is', () => {
  const refusal = { code: 'invalid', message: 'Parola gerekli.' } as const;
  expect(textOfRefusal(mixed, refusal)).toBe('Parola gerekli.');
  expect(textOfRefusal(en, refusal)).toBe('Enter your password.');
  expect(textOfIssue(en, 'Something new.')).toBe('Something new.');
  expect(textOfIssue(en, 'toString')).toBe('toString');
});

test('recognises Turkish sentences of the mixed language', () => {
  const { tabProfile, tabSecurity, tabHistory } = mixedProfile.profile;
  for (const tab of [tabProfile, tabSecurity, tabHistory]) expect(langAttribute(tab)).toBe('tr');
  expect(langAttribute('Güvenlik')).toBe('tr');
  expect(langAttribute('E-mail gerekli.')).toBe('tr');
  expect(langAttribute('Ticketlar')).toBe('tr');
  expect(langAttribute('Destek talebi kapatildi.')).toBe('tr');
  expect(langAttribute('Market')).toBeUndefined();
});

test.each([
  ['en', 1, '1 item'],
  ['en', 0, '0 items'],
  ['en', 1_234_567, '1.234.567 items'],
  ['tr', 5, '5 items'],
] as const)('in %s, a count of %d reads "%s"', (locale, count, read) => {
  expect(plural(count, locale === 'en' ? { one: 'item', other: 'items' } : { other: 'items' })).toBe(read);
});
