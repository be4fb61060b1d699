import { ALARM_KINDS } from '@karat/contract/alarms';
import { expect, test } from 'vitest';
import { alarmDestinationsOf } from './alarm-settings.ts';

const SECRET = 'sixteen letters!';
const URL = 'https://hooks.karat.example/a?token=hidden';
const webhooks = (...list: object[]) => ({ ALARM_WEBHOOKS: JSON.stringify(list) });

test('without variables there are none', () => {
  expect(alarmDestinationsOf({})).toEqual([]);
});

test('webhooks get all kinds unless they name some, and labels hide what is secret', () => {
  const variables = webhooks({ url: URL, secret: SECRET }, { url: `${URL}2`, format: 'slack', kinds: ['breach'] });
  const [json, slack] = alarmDestinationsOf(variables);
  expect(json).toMatchObject({ channel: 'webhook', url: URL, format: 'json', label: 'webhook hooks.karat.example' });
  expect([...json!.kinds]).toEqual(ALARM_KINDS);
  expect(slack).toMatchObject({ format: 'slack', label: 'slack hooks.karat.example' });
  expect([...slack!.kinds]).toEqual(['breach']);
  expect(json!.key).not.toBe(slack!.key);
});

test('two channels of one host have different labels', () => {
  const channels = [1, 2].map((each) => ({ url: `${URL}${each}`, format: 'discord' }));
  const labels = alarmDestinationsOf(webhooks(...channels)).map(({ label }) => label);
  expect(labels).toEqual(['discord hooks.karat.example', 'discord hooks.karat.example (2)']);
});

test('a destination has the same key after each start', () => {
  const keys = () => alarmDestinationsOf(webhooks({ url: URL, secret: SECRET })).map(({ key }) => key);
  expect(keys()).toEqual(keys());
});

test('e-mail addresses need a mail server', () => {
  const variables = { ALARM_EMAILS: 'one@karat.example, two@karat.example' };
  expect(() => alarmDestinationsOf(variables)).toThrow('ALARM_EMAILS needs SMTP_URL.');
  const found = alarmDestinationsOf({ ...variables, SMTP_URL: 'smtp://localhost' });
  expect(found).toMatchObject([{ address: 'one@karat.example' }, { address: 'two@karat.example' }]);
});

test.each([
  ['no JSON', { ALARM_WEBHOOKS: `[{"url":"${URL}"` }],
  ['no list', { ALARM_WEBHOOKS: '{}' }],
  ['plain http', webhooks({ url: 'http://hooks.karat.example/', secret: SECRET })],
  ['a short secret', webhooks({ url: URL, secret: 'short' })],
  ['JSON without a secret', webhooks({ url: URL })],
  ['an unknown format', webhooks({ url: URL, format: 'xml', secret: SECRET })],
  ['an unknown kind', webhooks({ url: URL, secret: SECRET, kinds: ['fire'] })],
  ['an unknown field', webhooks({ url: URL, secret: SECRET, colour: 'red' })],
])('refuses %s without quoting it', (_, variables) => {
  expect(() => alarmDestinationsOf(variables)).toThrow(/^ALARM_WEBHOOKS must be a JSON list/);
  expect(() => alarmDestinationsOf(variables)).not.toThrow('hooks.karat.example');
});

test('refuses what is no e-mail address', () => {
  expect(() => alarmDestinationsOf({ ALARM_EMAILS: 'nothing', SMTP_URL: 'smtp://localhost' })).toThrow(
    'ALARM_EMAILS must be e-mail addresses, separated by commas.',
  );
});
