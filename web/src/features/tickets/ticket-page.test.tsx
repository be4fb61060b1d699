import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { loadSession } from '#core/session.ts';
import { visit } from '#testing/cases.tsx';
import { staffReply, message, ticketUpdate, ticket } from '#testing/tickets.ts';
import { demoPlayer, refusal, stubServer } from '#testing/test-utils.tsx';
import { browser } from './reload.ts';
import { TicketPage } from './ticket-page.tsx';

const FETCH = 'GET /auth/getTicketById/3';
const SEND = 'POST /auth/sendTicketMessage/3';
const CLOSE = 'POST /auth/closeTicket/3';
const admin = { ...demoPlayer, id: 1, username: 'boss', role: 'admin', isAdmin: true, staffRole: 'admin' as const };
const open = ticket(3, { title: 'Where is my knife?', messages: [message(1), staffReply(2)] });
const sure = { 'POST /auth/readTicket/3': { body: { message: 'ok' } } };
const slow = { timeout: 5_000 };

async function openPage(answers: Parameters<typeof stubServer>[0], player: typeof demoPlayer | null = demoPlayer) {
  const requests = stubServer({ 'GET /auth/me': { body: { data: player } }, ...sure, ...answers });
  await loadSession();
  const view = visit('/support/:ticketId', <TicketPage />, '/support/3');
  const to = (name: string) => requests.filter(({ path }) => path.includes(name));
  return { requests, to, ...view };
}

const found = (data = open) => ({ [FETCH]: { body: { data } } });
const lines = () => screen.getAllByRole('listitem').map((each) => each.querySelector('[dir=auto]')?.textContent);
const box = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' });

afterEach(() => vi.restoreAllMocks());

test('asks a visitor to sign in', async () => {
  const { to } = await openPage({}, null);
  expect(screen.getByRole('heading', { level: 1, name: 'Sign in to see this page.' })).toBeTruthy();
  expect(to('getTicketById')).toEqual([]);
});

test('shows the title, and who wrote what', async () => {
  await openPage(found());
  expect(await screen.findByRole('heading', { level: 1, name: 'Where is my knife?' })).toBeTruthy();
  const [ownMessage, staff] = within(screen.getByRole('log', { name: 'Conversation' })).getAllByRole('listitem');
  expect(within(ownMessage!).getByText('You')).toBeTruthy();
  expect(within(ownMessage!).queryByText('Staff')).toBeNull();
  expect(within(staff!).getByText('boss').tagName).toBe('BDI');
  expect(within(staff!).getByText('Staff')).toBeTruthy();
  expect(staff!.querySelector('time')?.dateTime).toBe('2026-03-03T12:02:00.000Z');
  expect(screen.getByRole('link', { name: 'Back to support' }).getAttribute('href')).toBe('/support');
});

test('shows messages as text, with spaces and lines', async () => {
  const text = '  <img src=x onerror="alert(1)">\n\n\u202Egnp.exe 💎 <b>a</b>  ';
  await openPage(found(ticket(3, { title: '<i>bold</i>', messages: [message(1, { text })] })));
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('<i>bold</i>');
  expect(lines()).toEqual([text]);
  expect(document.querySelector('img[onerror], [dir=auto] b, h1 i')).toBeNull();
});

test('shows an error when a ticket cannot be loaded, with a retry', async () => {
  const answers = [{ status: 500, body: {} }, { body: { data: open } }];
  const { user } = await openPage({ [FETCH]: () => answers.shift()! });
  const sentence = await screen.findByText('Error: Destek talebi alınamadı.');
  expect(sentence.lang).toBe('tr');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Where is my knife?' })).toBeTruthy();
});

test("shows another player's ticket as missing", async () => {
  await openPage({ [FETCH]: refusal(404, 'not_found', 'Ticket not found.') });
  expect(await screen.findByText('This ticket does not exist.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to support' })).toBeTruthy();
});

test('sends no request for an invalid id', async () => {
  const requests = stubServer({ 'GET /auth/me': { body: { data: demoPlayer } } });
  await loadSession();
  visit('/support/:ticketId', <TicketPage />, '/support/3x');
  expect(await screen.findByText('This ticket does not exist.')).toBeTruthy();
  expect(requests).toHaveLength(1);
});

test('counts the messages that are not loaded', async () => {
  await openPage(found({ ...open, messageCount: 202 }));
  expect(await screen.findByText('200 earlier messages are not shown.')).toBeTruthy();
});

const written = (...moreMessages: ReturnType<typeof message>[]) =>
  ticket(3, { messages: [...open.messages, ...moreMessages] });

test('breaks the line on Enter, sends by the button, and clears the box', async () => {
  const after = written(message(5, { text: 'a\nb' }));
  const { user, to } = await openPage({ ...found(), [SEND]: { body: { data: after } } });
  await user.type(await box(), 'a{Enter}b');
  expect(to('sendTicketMessage')).toEqual([]);
  await user.dblClick(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(lines()).toEqual(['Message 1', 'Message 2', 'a\nb']));
  expect((await box()).value).toBe('');
  expect(to('sendTicketMessage').map(({ body }) => body)[0]).toEqual({ message: 'a\nb' });
  expect(sessionStorage).toHaveLength(0);
});

test.each(['{Control>}{Enter}{/Control}', '{Meta>}{Enter}{/Meta}'])('sends by %s too', async (keys) => {
  const { user, to } = await openPage({ ...found(), [SEND]: { body: { data: written(message(5)) } } });
  await user.type(await box(), `hello${keys}`);
  await waitFor(() => expect(lines()).toHaveLength(3));
  expect(to('sendTicketMessage').map(({ body }) => body)).toEqual([{ message: 'hello' }]);
});

test('ignores Enter during text composition', async () => {
  const { user, to } = await openPage(found());
  await user.type(await box(), 'a');
  fireEvent.keyDown(await box(), { key: 'Enter', ctrlKey: true, isComposing: true });
  expect(to('sendTicketMessage')).toEqual([]);
});

test('ignores an empty message', async () => {
  const { user, to } = await openPage({ ...found(), [SEND]: { body: { data: open } } });
  await box();
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(to('sendTicketMessage').map(({ body }) => body)).toEqual([{ message: '' }]));
  expect(lines()).toEqual(['Message 1', 'Message 2']);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('neither sends nor truncates a message that is too long', async () => {
  const { user, to } = await openPage(found());
  fireEvent.change(await box(), { target: { value: 'x'.repeat(4_001) } });
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(screen.getByText('Message must be at most 4000 characters.')).toBeTruthy();
  expect(screen.getByText('4.001 of 4.000 characters')).toBeTruthy();
  expect((await box()).value).toHaveLength(4_001);
  expect(to('sendTicketMessage')).toEqual([]);
});

test.each([
  ['unreachable' as const, 'Network error. Please try again later.'],
  [refusal(429, 'too_many', 'Too many messages. Please wait a moment.'), 'Too many messages. Please wait a moment.'],
])('keeps an unconfirmed message and its key', async (answered, sentence) => {
  const { user, to } = await openPage({ ...found(), [SEND]: answered });
  await user.type(await box(), 'Are you there?');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect((await box()).value).toBe('Are you there?');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(to('sendTicketMessage')).toHaveLength(2));
  const [first, second] = to('sendTicketMessage').map(({ headers }) => headers['Idempotency-Key']);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(first).toBe(second);
});

test('keeps the draft over a reload, for the same player only', async () => {
  const { user, unmount } = await openPage(found());
  await user.type(await box(), 'half a sent');
  unmount();
  const reopened = await openPage(found());
  expect((await box()).value).toBe('half a sent');
  reopened.unmount();
  await openPage(found(), { ...demoPlayer, id: 8, username: 'other' });
  expect((await box()).value).toBe('');
});

test('shows an answer live, once', async () => {
  const { to } = await openPage(found());
  await screen.findByRole('log');
  const event = ticketUpdate(written(staffReply(5, { text: 'Found it.' })));
  act(() => dispatch('TICKET_UPDATED', event));
  act(() => dispatch('TICKET_UPDATED', event));
  await waitFor(() => expect(lines()).toEqual(['Message 1', 'Message 2', 'Found it.']));
  expect(to('getTicketById')).toHaveLength(1);
});

test('fetches the ticket again after a missed event', async () => {
  const answers = [open, written(staffReply(5), staffReply(6))];
  await openPage({ [FETCH]: () => ({ body: { data: answers.shift() } }) });
  await screen.findByRole('log');
  act(() => dispatch('TICKET_UPDATED', ticketUpdate(written(staffReply(5), staffReply(6)))));
  await waitFor(() => expect(lines()).toHaveLength(4));
});

test('keeps an event that arrives before the first response', async () => {
  const answers = [open, written(staffReply(5))];
  const replyReleased = Promise.withResolvers<undefined>();
  await openPage({
    [FETCH]: async () => {
      const data = answers.shift();
      if (data === open) await replyReleased.promise;
      return { body: { data } };
    },
  });
  act(() => dispatch('TICKET_UPDATED', ticketUpdate(written(staffReply(5)))));
  replyReleased.resolve(undefined);
  await waitFor(() => expect(lines()).toHaveLength(3));
});

test('marks a viewed ticket as read, once', async () => {
  const unread = { ...open, isUnread: true };
  const { to } = await openPage(found(unread));
  await waitFor(() => expect(to('readTicket')).toHaveLength(1));
  act(() => dispatch('TICKET_UPDATED', ticketUpdate({ ...written(staffReply(5)), isUnread: true })));
  await waitFor(() => expect(to('readTicket')).toHaveLength(2));
  act(() => dispatch('TICKET_UPDATED', ticketUpdate(written(staffReply(5)), false)));
  expect(to('readTicket')).toHaveLength(2);
});

test('does not mark a ticket as read while the tab is hidden', async () => {
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const { to } = await openPage(found({ ...open, isUnread: true }));
  await screen.findByRole('log');
  expect(to('readTicket')).toEqual([]);
  state.mockReturnValue('visible');
  fireEvent(document, new Event('visibilitychange'));
  await waitFor(() => expect(to('readTicket')).toHaveLength(1));
});

const closed = { ...open, isOpen: false, updatedAt: '2026-03-03T13:00:00.000Z' };

async function askToClose(answers: Parameters<typeof stubServer>[0], player = demoPlayer) {
  const page = await openPage({ ...found(), ...answers }, player);
  await page.user.click(await screen.findByRole('button', { name: 'Close ticket' }));
  const modal = await screen.findByRole('dialog', { name: 'Close this ticket?' }, slow);
  const confirm = () => page.user.click(within(modal).getByRole('button', { name: 'Close ticket' }));
  return { ...page, modal, confirm };
}

test('lets the owner close a ticket after a confirmation, and refreshes everything', async () => {
  const answers = [open, closed];
  const { to, confirm } = await askToClose({
    [FETCH]: () => ({ body: { data: answers.shift() ?? closed } }),
    [CLOSE]: { body: { message: 'Destek talebi kapatildi.', data: closed } },
  });
  expect(to('closeTicket')).toEqual([]);
  await confirm();
  expect(await screen.findByText('Destek talebi kapatildi.')).toBeTruthy();
  expect(await screen.findByText('Ticket is closed.')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Close ticket' })).toBeNull();
  expect(to('closeTicket').map(({ method, path }) => `${method} ${path}`)).toEqual([CLOSE]);
});

test('renders Close ticket as a button that looks like a link', async () => {
  await openPage(found());
  const close = await screen.findByRole('button', { name: 'Close ticket' });
  expect(close.classList).toContain('underline');
  expect(close.ariaHasPopup ?? close.getAttribute('aria-haspopup')).toBe('dialog');
});

test('keeps the ticket open when cancelled', async () => {
  const { user, modal, to } = await askToClose({});
  await user.click(within(modal).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(to('closeTicket')).toEqual([]);
});

test.each([
  ['HATA: Ticket not found.', refusal(404, 'not_found', 'Ticket not found.')],
  ['HATA: Network error. Please try again later.', 'unreachable' as const],
])('shows "%s" when closing fails', async (sentence, answered) => {
  const { confirm } = await askToClose({ [CLOSE]: answered });
  await confirm();
  expect(await screen.findByText(sentence)).toBeTruthy();
});

test('lets staff close a ticket by their own call, reloads the page, and links back to the list', async () => {
  const PATCH = 'PATCH /admin/closeTicket';
  const answers = { [PATCH]: { body: { message: '', ok: true, data: closed } } };
  const { to, confirm, unmount } = await askToClose(answers, admin);
  expect(screen.getByText('(player 7)', { exact: false })).toBeTruthy();
  expect(screen.getAllByRole('link', { name: 'kaan_tr', hidden: true })[0]!.getAttribute('href')).toBe('/admin/user/7');
  const back = screen.getByRole('link', { name: 'Back to tickets', hidden: true });
  expect(back.getAttribute('href')).toBe('/admin');
  const reload = vi.spyOn(browser, 'reload').mockImplementation(() => undefined);
  await confirm();
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(screen.queryByText('Destek talebi kapatildi.')).toBeNull();
  expect(to('closeTicket').map(({ method, body }) => ({ method, body }))).toEqual([
    { method: 'PATCH', body: { ticketId: 3 } },
  ]);
  // Only the reloaded page shows the toast.
  unmount();
  await openPage(found(closed), admin);
  expect(await screen.findByText('Destek talebi kapatildi.')).toBeTruthy();
  expect(sessionStorage).toHaveLength(0);
});

test('shows the owner that staff closed the ticket', async () => {
  await openPage(found());
  await box();
  act(() => dispatch('TICKET_UPDATED', ticketUpdate(closed, false)));
  expect(await screen.findByText('Ticket is closed.')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('says that a ticket was just closed, and removes the box', async () => {
  const answers = [open, closed];
  const { user } = await openPage({
    [FETCH]: () => ({ body: { data: answers.shift() ?? closed } }),
    [SEND]: refusal(409, 'ticket_closed', 'Ticket is closed.'),
  });
  await user.type(await box(), 'One more thing');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  expect(screen.getAllByText('Ticket is closed.').some((each) => each.closest('[role=alert]') !== null)).toBe(true);
});
