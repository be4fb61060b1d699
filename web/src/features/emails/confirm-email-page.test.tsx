import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { visit } from '#testing/cases.tsx';
import { demoPlayer, refusal, stubServer } from '#testing/test-utils.tsx';
import { ConfirmEmailPage } from './confirm-email-page.tsx';

const CONFIRM = 'POST /auth/confirmEmail';
const TOKEN = 't'.repeat(43);
const open = (hash = `#${TOKEN}`) => visit('/confirm-email', <ConfirmEmailPage />, `/confirm-email${hash}`);
const press = ({ user }: ReturnType<typeof open>) =>
  user.click(screen.getByRole('button', { name: 'Confirm the address' }));

test('confirms only when the button is pressed', async () => {
  const requests = stubServer({
    [CONFIRM]: { body: { message: 'ok' } },
    'GET /auth/me': { body: { data: demoPlayer } },
  });
  const page = open();
  expect(requests).toEqual([]);
  await press(page);
  expect(await screen.findByText('Your e-mail address is confirmed.')).toBeTruthy();
  expect(requests[0]).toMatchObject({ path: '/auth/confirmEmail', body: { token: TOKEN } });
});

test('says that a link cannot be used, and where to get another', async () => {
  stubServer({ [CONFIRM]: refusal(409, 'link_invalid', 'Used.') });
  await press(open());
  expect((await screen.findByRole('alert')).textContent).toContain('This link was used already');
  expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/security');
});

test('says that another account has the address', async () => {
  stubServer({ [CONFIRM]: refusal(409, 'taken', 'Another account has this e-mail address.') });
  await press(open());
  expect(await screen.findByText('Another account has this e-mail address.')).toBeTruthy();
});

test('without a token it says where the link is', () => {
  stubServer({});
  open('');
  expect(screen.getByText('Open the link in the e-mail that we sent you.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
