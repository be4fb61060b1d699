import { languages } from '@karat/contract/language';
import { describe, expect, test } from 'vitest';
import { renderEmail } from '../render.ts';
import { type EmailContent, type EmailKey, templates, textOf } from './templates.ts';

const HOSTILE = '<img src=x onerror=alert(1)>&"\'';
const AT = '2026-03-01T12:30:00Z';

const SAMPLES: { readonly [Key in EmailKey]: Extract<EmailContent, { key: Key }>['parameters'] } = {
  'account.passwordReset': { token: 'x'.repeat(43) },
  'account.passwordChanged': {},
  'account.verifyEmail': { token: 'x'.repeat(43) },
  'account.confirmNewEmail': { token: 'x'.repeat(43) },
  'account.emailChangeRequested': { newAddress: HOSTILE },
  'account.emailChanged': { newAddress: HOSTILE },
  'notice.newDevice': { device: HOSTILE, address: '203.0.113.7', at: AT },
  'notice.largeWithdrawal': { name: HOSTILE, amount: 1_234_567, at: AT },
};

const keys = Object.keys(templates) as EmailKey[];

describe.each(languages)('in %s', (language) => {
  const render = (key: EmailKey) =>
    renderEmail(textOf(key, SAMPLES[key], language)!, { language, username: HOSTILE, origin: 'https://karat.example' });

  test.each(keys)('%s has the same content as text and as HTML', (key) => {
    const { subject, text, html } = render(key);
    const content = textOf(key, SAMPLES[key], language)!;
    expect(subject.length).toBeLessThanOrEqual(60);
    for (const sentence of content.paragraphs) {
      expect(text).toContain(sentence);
      expect(html).toContain(sentence);
    }
    if (content.action !== undefined) {
      const url = `https://karat.example${content.action.path}`;
      expect(text).toContain(url);
      expect(html).toContain(`href="${url}"`);
    }
  });

  test.each(keys)('%s escapes what players chose, and loads nothing', (key) => {
    const { html } = render(key);
    expect(html).not.toContain(HOSTILE);
    expect(html).not.toMatch(/<(?:img|script|link|iframe)\b|url\(/i);
  });
});

test('Turkish and English differ in every sentence', () => {
  for (const key of keys) {
    const [tr, en] = [textOf(key, SAMPLES[key], 'tr')!, textOf(key, SAMPLES[key], 'en')!];
    expect(tr.subject).not.toBe(en.subject);
    expect(tr.paragraphs).not.toEqual(en.paragraphs);
    expect(tr.paragraphs.length).toBe(en.paragraphs.length);
    expect(tr.closing?.length).toBe(en.closing?.length);
  }
});

test('a key of a newer version has no text', () => {
  expect(textOf('notice.ofTomorrow', {}, 'en')).toBeUndefined();
  expect(textOf('toString', {}, 'en')).toBeUndefined();
});
