import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { useModals } from '#core/modals.ts';
import { loadSession } from '#core/session.ts';
import { visit } from '#testing/cases.tsx';
import { staffReply, message, ticketUpdate, ticket } from '#testing/tickets.ts';
import { demoPlayer, refusal, stubServer } from '#testing/test-utils.tsx';
import { TicketsPage } from './tickets-page.tsx';

const LIST = 'GET /auth/getTickets';
const CREATE = 'POST /auth/createTicket';
const listed = (...tickets: ReturnType<typeof ticket>[]) => ({ body: { tickets } });

async function openPage(answers: Parameters<typeof stubServer>[0], player: typeof demoPlayer | null = demoPlayer) {
  const requests = stubServer({ 'GET /auth/me': { body: { data: player } }, ...answers });
  await loadSession();
  return { requests, ...visit('/support', <TicketsPage />, '/support') };
}

test('asks a visitor to sign in, and links to the FAQ', async () => {
  const { user } = await openPage({}, null);
  expect(screen.getByRole('link', { name: 'Read the F.A.Q' }).getAttribute('href')).toBe('/faq');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  expect(useModals.getState().isAuthOpen).toBe(true);
});

test('says that there are no tickets, and links to the FAQ', async () => {
  await openPage({ [LIST]: listed() });
  expect(await screen.findByText('You have no tickets.')).toBeTruthy();
  expect(screen.getByText('0 tickets found')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Read the F.A.Q' }).getAttribute('href')).toBe('/faq');
});

test('shows an error when the list cannot be loaded, with a retry', async () => {
  const answers = [{ status: 500, body: {} }, listed(ticket(1))];
  const { user } = await openPage({ [LIST]: () => answers.shift()! });
  expect(await screen.findByText('Something went wrong.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('1 ticket found')).toBeTruthy();
});

test('shows state, unread mark and last update of each ticket, and links to it', async () => {
  const unread = ticket(12, { title: 'Where is my knife?', isUnread: true, messages: [message(1), staffReply(2)] });
  await openPage({ [LIST]: listed(unread, ticket(3, { isOpen: false })) });
  expect(await screen.findByText('2 tickets found')).toBeTruthy();
  const [first, second] = screen.getAllByRole('listitem');
  expect(within(first!).getByRole('link', { name: 'Where is my knife?' }).getAttribute('href')).toBe('/support/12');
  expect(within(first!).getByText('Open')).toBeTruthy();
  expect(within(first!).getByText('2 messages')).toBeTruthy();
  expect(within(first!).getByTestId('unread-dot')).toBeTruthy();
  expect(first!.querySelector('time')?.dateTime).toBe('2026-03-03T12:02:00.000Z');
  expect(within(second!).getByText('Closed')).toBeTruthy();
  expect(within(second!).queryByTestId('unread-dot')).toBeNull();
});

test('moves an answered ticket to the top and marks it, without a call', async () => {
  const { requests } = await openPage({ [LIST]: listed(ticket(2, { messages: [message(4)] }), ticket(1)) });
  await screen.findByText('2 tickets found');
  const requestCount = requests.length;
  act(() =>
    dispatch('TICKET_UPDATED', ticketUpdate(ticket(1, { isUnread: true, messages: [message(1), staffReply(9)] }))),
  );
  await waitFor(() => expect(screen.getAllByRole('link').map((each) => each.textContent)[0]).toBe('Ticket of 1'));
  expect(screen.getByTestId('unread-dot')).toBeTruthy();
  expect(requests).toHaveLength(requestCount);
});

test('fetches the list again for an unknown ticket', async () => {
  const answers = [listed(), listed(ticket(5))];
  await openPage({ [LIST]: () => answers.shift()! });
  await screen.findByText('0 tickets found');
  act(() => dispatch('TICKET_UPDATED', ticketUpdate(ticket(5))));
  expect(await screen.findByText('1 ticket found')).toBeTruthy();
});

test("ignores events of other players' tickets for staff", async () => {
  const { requests } = await openPage({ [LIST]: listed() });
  await screen.findByText('0 tickets found');
  const requestCount = requests.length;
  act(() => dispatch('TICKET_UPDATED', ticketUpdate(ticket(5, { userId: 8 }))));
  expect(requests).toHaveLength(requestCount);
});

const validForm = { subject: 'Lost knife', text: 'My knife is gone since last night.' };

async function write({ subject, text }: typeof validForm, answers: Parameters<typeof stubServer>[0] = {}) {
  const page = await openPage({ [LIST]: listed(), ...answers });
  await page.user.click(screen.getByRole('button', { name: 'Create Support Ticket' }));
  const modal = await screen.findByRole('dialog', { name: 'New ticket' }, { timeout: 5_000 });
  if (subject !== '') await page.user.type(within(modal).getByLabelText('Subject'), subject);
  if (text !== '') await page.user.type(within(modal).getByLabelText('Message'), text);
  const submit = () => page.user.click(within(modal).getByRole('button', { name: 'Send ticket' }));
  const creations = () => page.requests.filter(({ path }) => path === '/auth/createTicket');
  return { ...page, modal, submit, creations };
}

test.each([
  ['no subject', { ...validForm, subject: '' }, 'Subject is required.'],
  ['a blank subject', { ...validForm, subject: '    ' }, 'Subject is required.'],
  ['a subject of 4 letters', { ...validForm, subject: 'Lost' }, 'Subject must be at least 5 characters.'],
  ['no message', { ...validForm, text: '' }, 'Message is required.'],
  ['a message of 19 letters', { ...validForm, text: 'x'.repeat(19) }, 'Message must be at least 20 characters.'],
])('refuses %s before sending', async (_, words, sentence) => {
  const { submit, creations } = await write(words);
  await submit();
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(creations()).toEqual([]);
});

test('sends a ticket once with its key, confirms it, and opens its page', async () => {
  const created = { body: { message: 'Support ticket created successfully.', ticket: ticket(31) } };
  const { submit, creations, router } = await write(validForm, { [CREATE]: created });
  await submit();
  expect(await screen.findByText('Support ticket created successfully.')).toBeTruthy();
  await waitFor(() => expect(router.state.location.pathname).toBe('/support/31'));
  expect(creations().map(({ body }) => body)).toEqual([{ title: validForm.subject, message: validForm.text }]);
  expect(creations()[0]?.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/);
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test.each([
  [
    'ERROR: Too many tickets. Please try again later.',
    refusal(429, 'too_many', 'Too many tickets. Please try again later.'),
  ],
  ['ERROR: An error occurred. Please try again.', { status: 502, body: 'bad gateway' }],
  ['ERROR: An error occurred. Please try again.', 'unreachable' as const],
])('shows "%s" when a ticket is not created, and keeps the text', async (sentence, answered) => {
  const { submit, modal } = await write(validForm, { [CREATE]: answered });
  await submit();
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(within(modal).getByLabelText('Message')).toHaveProperty('value', validForm.text);
});

test('repeats the key after a lost response, but not for another text', async () => {
  const { submit, creations, user, modal } = await write(validForm, { [CREATE]: 'unreachable' });
  await submit();
  await screen.findAllByText(/^ERROR:/);
  await submit();
  await waitFor(() => expect(creations()).toHaveLength(2));
  await user.type(within(modal).getByLabelText('Message'), '!');
  await submit();
  await waitFor(() => expect(creations()).toHaveLength(3));
  const [first, second, third] = creations().map(({ headers }) => headers['Idempotency-Key']);
  expect(first).toBe(second);
  expect(third).not.toBe(first);
});

test('shows a server issue at its field', async () => {
  const issues = [{ path: 'title', message: 'Invalid characters.' }];
  const { submit, modal } = await write(validForm, {
    [CREATE]: refusal(400, 'invalid', 'Invalid characters.', issues),
  });
  await submit();
  expect(await within(modal).findByText('Invalid characters.')).toBeTruthy();
  expect(within(modal).getByLabelText('Subject')).toHaveProperty('ariaInvalid', 'true');
});

test('keeps the text of a form closed by mistake', async () => {
  const { user } = await write(validForm);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Create Support Ticket' }));
  expect(await screen.findByLabelText('Subject')).toHaveProperty('value', validForm.subject);
  expect(screen.getByLabelText('Message')).toHaveProperty('value', validForm.text);
});

test('shows the length near the limit', async () => {
  await write({ ...validForm, subject: 'x'.repeat(96) });
  expect(screen.getByText('96 of 120 characters')).toBeTruthy();
});
