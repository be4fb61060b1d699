import { languages } from '@karat/contract/language';
import { describe, expect, test } from 'vitest';
import { renderEmail } from '../render.ts';
import { FACTOR_CHANGES } from './factor-changes.ts';
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
  'notice.factorChanged': {
    change: 'second-factor-on',
    at: AT,
    client: { device: HOSTILE, address: '203.0.113.7' },
  },
};

const CONTENTS = (Object.keys(templates) as EmailKey[]).flatMap((key): [name: string, key: EmailKey, object][] =>
  key === 'notice.factorChanged'
    ? FACTOR_CHANGES.map((change) => [`${key} ${change}`, key, { ...SAMPLES[key], change }])
    : [[key, key, SAMPLES[key]]],
);

describe.each(languages)('in %s', (language) => {
  const render = (key: EmailKey, parameters: object) =>
    renderEmail(textOf(key, parameters, language)!, { language, username: HOSTILE, origin: 'https://karat.example' });

  test.each(CONTENTS)('%s has the same content as text and as HTML', (_, key, parameters) => {
    const { subject, text, html } = render(key, parameters);
    const content = textOf(key, parameters, language)!;
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

  test.each(CONTENTS)('%s escapes what players chose, and loads nothing', (_, key, parameters) => {
    const { html } = render(key, parameters);
    expect(html).not.toContain(HOSTILE);
    expect(html).not.toMatch(/<(?:img|script|link|iframe)\b|url\(/i);
  });
});

test('Turkish and English differ in every sentence', () => {
  for (const [, key, parameters] of CONTENTS) {
    const [tr, en] = [textOf(key, parameters, 'tr')!, textOf(key, parameters, 'en')!];
    expect(tr.subject).not.toBe(en.subject);
    expect(tr.paragraphs).not.toEqual(en.paragraphs);
    expect(tr.paragraphs.length).toBe(en.paragraphs.length);
    expect(tr.closing?.length).toBe(en.closing?.length);
  }
});

test('each change of a factor has its own subject, and says from where it was done if the player did it', () => {
  const notice = (change: string, client: object | null) =>
    textOf('notice.factorChanged', { change, at: AT, client }, 'en')!;
  const client = { device: 'Firefox on Linux', address: '203.0.113.7' };
  expect(new Set(FACTOR_CHANGES.map((change) => notice(change, client).subject)).size).toBe(FACTOR_CHANGES.length);
  const time = ['Time', '1 March 2026 at 12:30 UTC'];
  const device = [
    ['Device', 'Firefox on Linux'],
    ['IP address', '203.0.113.7'],
  ];
  expect(notice('passkey-add', client).details).toEqual([...device, time]);
  expect(notice('removed-by-staff', null).details).toEqual([time]);
});

test('a key of a newer version has no text', () => {
  expect(textOf('notice.ofTomorrow', {}, 'en')).toBeUndefined();
  expect(textOf('toString', {}, 'en')).toBeUndefined();
});
