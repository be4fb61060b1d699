import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChatMessage } from '@karat/contract/chat';
import { useConnection, dispatch } from '#core/socket.ts';
import { loadSession } from '#core/session.ts';
import { chatLine } from '#testing/chat.ts';
import { type SentRequest, demoPlayer, renderInApp, refusal, stubServer } from '#testing/test-utils.tsx';
import { ChatBody } from './chat-body.tsx';
import { ChatDock } from './chat-dock.tsx';
import { useChat } from './chat-state.ts';

const initial = useChat.getInitialState();
const HIDE = 'POST /user/hidePlayer';

// Loads lazy parts up front, so that no test waits for them.
beforeAll(async () => {
  await Promise.all([
    import('./admin-message-menu.tsx'),
    import('./admin-options-menu.tsx'),
    import('./admin-mute-modal.tsx'),
    import('./hidden-modal.tsx'),
  ]);
});
beforeEach(() => useChat.setState(initial, true));

async function signIn(overrides: object = {}, answers: Parameters<typeof stubServer>[0] = {}): Promise<SentRequest[]> {
  const requests = stubServer({ 'GET /auth/me': { body: { data: { ...demoPlayer, ...overrides } } }, ...answers });
  await loadSession();
  useChat.setState({ hidden: [] });
  requests.length = 0;
  return requests;
}

const staff = { username: 'boss', isAdmin: true, role: 'admin', staffRole: 'admin' } as const;

function list(lines: ChatMessage[], overrides: { slowModeSeconds?: number; mutedUntil?: string } = {}) {
  act(() => dispatch('CHAT_MESSAGES', { data: lines, slowModeSeconds: 0, mutedUntil: null, ...overrides }));
}

const log = () => screen.getByRole('log', { name: 'Chat messages' });
const rowOf = (message: string) => screen.getByText(message).closest('li')!;
const input = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message…' });

describe('messages', () => {
  test('shows a skeleton until the list loads, and a text for an empty chat', () => {
    renderInApp(<ChatBody />);
    expect(screen.getByText('Loading...')).toBeTruthy();
    list([]);
    expect(screen.queryByText('Loading...')).toBeNull();
    expect(screen.getByText('No messages yet.')).toBeTruthy();
  });

  test('says that the chat is unreachable if it never connected', () => {
    useConnection.setState({ isLost: true });
    renderInApp(<ChatBody />);
    expect(screen.getByText('The chat is unavailable.')).toBeTruthy();
  });

  test('shows hostile text as text, and keeps line breaks', () => {
    renderInApp(<ChatBody />);
    list([chatLine(1, { message: '<img src=x onerror=alert(1)>\n<b>two</b>' })]);
    expect(log().querySelector('img[src=x], b')).toBeNull();
    expect(within(log()).getByText(/onerror/).textContent).toBe('<img src=x onerror=alert(1)>\n<b>two</b>');
  });

  test('shows names in the colour of their tier, isolated from text direction, and marks staff', () => {
    renderInApp(<ChatBody />);
    list([chatLine(1, { username: 'selin', elo: 3_600 }), chatLine(2, { username: 'boss', isAdmin: true })]);
    const name = screen.getByText('selin');
    expect([name.tagName, name.className]).toEqual(['BDI', expect.stringContaining('text-t6')]);
    expect(within(rowOf('line 1')).queryByText('Staff')).toBeNull();
    expect(within(rowOf('line 2')).getByText('Staff')).toBeTruthy();
  });

  test('marks a sandbox player beside the name, within the name’s button as well', async () => {
    await signIn();
    renderInApp(<ChatBody />);
    list([chatLine(1, { username: 'robo', isSandbox: true }), chatLine(2, { username: 'mira' })]);
    expect(within(rowOf('line 1')).getByText('sandbox').previousElementSibling?.textContent).toBe('robo');
    expect(screen.getByRole('button', { name: 'robo sandbox' })).toBeTruthy();
    expect(within(rowOf('line 2')).queryByText('sandbox')).toBeNull();
  });

  test('links names to the players for a visitor, with one tab stop and arrow keys between them', async () => {
    const { user } = renderInApp(<ChatBody />);
    list([chatLine(1, { username: 'mira' }), chatLine(2, { username: 'robo', isSandbox: true })]);
    expect(screen.getByRole('link', { name: 'robo' }).getAttribute('href')).toBe('/player/robo');
    log().focus();
    await user.tab();
    expect(document.activeElement?.textContent).toBe('robo');
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('mira');
  });

  test('shows the time of a message, with the full date on hover', () => {
    renderInApp(<ChatBody />);
    const timestamp = new Date(2026, 2, 3, 14, 5, 9).toISOString();
    list([chatLine(1, { timestamp })]);
    expect(screen.getByText('14:05').title).toBe('03 March 2026, 14:05:09');
  });

  test('highlights a message that mentions the player, but not a longer name', async () => {
    await signIn();
    renderInApp(<ChatBody />);
    list([chatLine(1, { message: 'hey @Kaan_TR!' }), chatLine(2, { message: '@kaan_tr2 hi' })]);
    expect(within(rowOf('hey @Kaan_TR!')).getByText('Mentions you')).toBeTruthy();
    expect(within(rowOf('@kaan_tr2 hi')).queryByText('Mentions you')).toBeNull();
  });

  test('shows no message before the hidden players are loaded', async () => {
    await signIn();
    useChat.setState({ hidden: undefined });
    renderInApp(<ChatBody />);
    list([chatLine(1)]);
    expect(screen.queryByText('line 1')).toBeNull();
    act(() => useChat.setState({ hidden: [{ id: 101, username: 'player1', isSandbox: false }] }));
    expect(screen.queryByText('line 1')).toBeNull();
    expect(screen.getByText('No messages yet.')).toBeTruthy();
  });
});

describe('writing', () => {
  test('lets a visitor read, and offers to sign in', async () => {
    const { user } = renderInApp(<ChatBody />);
    list([chatLine(1)]);
    expect(screen.getByText('line 1')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(within(log()).queryByRole('button')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Sign in to write a message.' }));
  });

  test('shows a sent message immediately, and does not repeat it when it is confirmed', async () => {
    await signIn();
    const { user } = renderInApp(<ChatBody />);
    list([chatLine(1)]);
    await user.type(input(), 'gg{Enter}');
    const item = screen.getByText('gg').closest('li')!;
    expect(within(item).getByText('Sending…')).toBeTruthy();
    const { key } = useChat.getState().pending[0]!;
    act(() => dispatch('NEW_MESSAGE', chatLine(2, { message: 'gg', key, username: demoPlayer.username })));
    expect(screen.getAllByText('gg')).toHaveLength(1);
    expect(screen.getByText('gg').closest('li')).toBe(item);
    expect(screen.queryByText('Sending…')).toBeNull();
  });

  test('shows a sent message before the list has loaded', async () => {
    await signIn();
    useChat.setState({ hidden: undefined });
    const { user } = renderInApp(<ChatBody />);
    await user.type(input(), 'first{Enter}');
    expect(within(screen.getByText('first').closest('li')!).getByText('Sending…')).toBeTruthy();
    expect(input().value).toBe('');
    const { key } = useChat.getState().pending[0]!;
    act(() => useChat.setState({ hidden: [] }));
    list([chatLine(1), chatLine(2, { message: 'first', key, username: demoPlayer.username })]);
    expect(screen.getByText('line 1')).toBeTruthy();
    expect(screen.getAllByText('first')).toHaveLength(1);
    expect(screen.queryByText('Sending…')).toBeNull();
  });

  test('removes a refused message with a toast, and returns its text to the input', async () => {
    await signIn();
    const { user } = renderInApp(<ChatBody />);
    list([chatLine(1)]);
    await user.type(input(), 'look at spam.com{Enter}');
    const { key } = useChat.getState().pending[0]!;
    act(() => dispatch('ERROR', { message: 'Links are not allowed in the chat.', code: 'invalid', key }));
    expect(await screen.findByText('Links are not allowed in the chat.')).toBeTruthy();
    expect(within(log()).queryByText('look at spam.com')).toBeNull();
    expect(input().value).toBe('look at spam.com');
  });

  test('does not send invisible characters', async () => {
    await signIn();
    renderInApp(<ChatBody />);
    list([chatLine(1)]);
    for (const value of [' \u200B\u202E ', 'g\u200Bg\u202E']) {
      fireEvent.change(input(), { target: { value } });
      fireEvent.submit(input().form!);
    }
    expect(useChat.getState().pending.map(({ message }) => message)).toEqual(['gg']);
  });

  test('shows a refusal once and returns the text', async () => {
    await signIn();
    const { user } = renderInApp(<ChatBody />);
    list([chatLine(1)]);
    await user.type(input(), 'gg{Enter}');
    const { key } = useChat.getState().pending[0]!;
    act(() => dispatch('ERROR', { message: 'You just said that.', code: 'too_many', key }));
    expect(await screen.findAllByText('You just said that.')).toHaveLength(1);
    expect(input().value).toBe('gg');
    expect(within(log()).queryByText('gg')).toBeNull();
  });

  test('keeps the draft when the panel closes', async () => {
    await signIn();
    const { user, unmount } = renderInApp(<ChatBody />);
    list([chatLine(1)]);
    await user.type(input(), 'half a sen');
    unmount();
    renderInApp(<ChatBody />);
    expect(input().value).toBe('half a sen');
  });

  test('delays the next message in slow mode, and counts the seconds', async () => {
    await signIn();
    const { user } = renderInApp(<ChatBody />);
    list([chatLine(1)], { slowModeSeconds: 30 });
    expect(screen.getByText('Slow mode: one message every 30 s.')).toBeTruthy();
    await user.type(input(), 'gg{Enter}');
    expect(screen.getByText(/^Slow mode: you can write again in (30|31|29) s\.$/)).toBeTruthy();
    await user.type(input(), 'again{Enter}');
    expect(useChat.getState().pending).toHaveLength(1);
    expect(input().value).toBe('again');
    act(() => dispatch('SLOW_MODE', { seconds: 0 }));
    await user.type(input(), '{Enter}');
    expect(useChat.getState().pending).toHaveLength(2);
  });

  test('does not slow staff down', async () => {
    await signIn(staff);
    const { user } = renderInApp(<ChatBody />);
    list([chatLine(1)], { slowModeSeconds: 30 });
    await user.type(input(), 'one{Enter}two{Enter}');
    expect(useChat.getState().pending).toHaveLength(2);
  });

  test('says until when a player is muted, and unlocks the input afterwards', async () => {
    await signIn();
    renderInApp(<ChatBody />);
    const until = new Date(2099, 4, 6, 7, 8);
    list([chatLine(1)], { mutedUntil: until.toISOString() });
    const sentence = 'You are muted until 6 May at 07:08. You can read but not write.';
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(input().disabled).toBe(true);
    act(() => dispatch('MUTED', { mutedUntil: null }));
    expect(screen.queryByText(sentence)).toBeNull();
    expect(input().disabled).toBe(false);
  });

  test('says that a message is sent later while disconnected', async () => {
    await signIn();
    renderInApp(<ChatBody />);
    list([chatLine(1)]);
    act(() => useConnection.setState({ isLost: true }));
    expect(screen.getByText('No connection. Your messages will be sent when it is back.')).toBeTruthy();
    expect(screen.getByText('line 1')).toBeTruthy();
  });
});

describe('scrolling', () => {
  /** Simulates the measurements of a long list in a short box. */
  function measure(box: HTMLElement, scrollTop: number) {
    Object.defineProperties(box, {
      scrollHeight: { value: 2_000, configurable: true },
      clientHeight: { value: 400, configurable: true },
    });
    box.scrollTop = scrollTop;
    fireEvent.scroll(box);
  }

  test('keeps the end in view for a reader who is there', async () => {
    await signIn();
    renderInApp(<ChatBody />);
    list([chatLine(1)]);
    measure(log(), 1_590);
    act(() => dispatch('NEW_MESSAGE', chatLine(2)));
    expect(log().scrollTop).toBe(2_000);
    expect(screen.queryByRole('button', { name: /new message/ })).toBeNull();
  });

  test('offers a reader further up to scroll to the end, counts new messages, and scrolls to sent messages', async () => {
    await signIn();
    const { user } = renderInApp(<ChatBody />);
    list([chatLine(1)]);
    measure(log(), 300);
    for (const id of [2, 3]) act(() => dispatch('NEW_MESSAGE', chatLine(id)));
    expect(log().scrollTop).toBe(300);
    await user.click(screen.getByRole('button', { name: '2 new messages' }));
    expect(log().scrollTop).toBe(2_000);
    expect(document.activeElement).toBe(log());
    expect(screen.queryByRole('button', { name: /new message/ })).toBeNull();

    measure(log(), 300);
    await user.type(input(), 'gg{Enter}');
    expect(log().scrollTop).toBe(2_000);
  });
});

describe('the menu of a name', () => {
  test('mentions the player and moves the focus to the input', async () => {
    await signIn();
    const { user } = renderInApp(<ChatBody />);
    list([chatLine(1, { username: 'mira' })]);
    useChat.setState({ draft: 'gl' });
    await user.click(screen.getByRole('button', { name: 'mira' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Mention' }));
    await waitFor(() => expect(input().value).toBe('gl @mira '));
    expect(document.activeElement).toBe(input());
  });

  test('hides the player, by keyboard as well', async () => {
    const hidden = [{ id: 101, username: 'mira', isSandbox: false }];
    const requests = await signIn({}, { [HIDE]: { body: { message: 'ok', data: hidden } } });
    const { user } = renderInApp(<ChatBody />);
    list([chatLine(1, { username: 'mira' }), chatLine(2)]);
    screen.getByRole('button', { name: 'mira' }).focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('menu');
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(screen.queryByText('line 1')).toBeNull());
    expect(requests.map(({ body }) => body)).toEqual([{ userId: 101, isHidden: true }]);
    expect(screen.getByText('line 2')).toBeTruthy();
  });

  test('returns the focus to the name when closed without a choice', async () => {
    await signIn();
    const { user } = renderInApp(<ChatBody />);
    list([chatLine(1, { username: 'mira' })]);
    await user.click(screen.getByRole('button', { name: 'mira' }));
    await screen.findByRole('menu');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'mira' })));
  });

  test('has one tab stop for all names, and arrow keys between them', async () => {
    await signIn();
    const { user } = renderInApp(<ChatBody />);
    list([chatLine(1, { username: 'mira' }), chatLine(2, { username: 'ozan' })]);
    log().focus();
    await user.tab();
    expect(document.activeElement?.textContent).toBe('ozan');
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('mira');
    await user.keyboard('{End}');
    expect(document.activeElement?.textContent).toBe('ozan');
    await user.tab();
    expect(document.activeElement).toBe(input());
  });

  test('has no menu on messages of the player, and no staff actions for players', async () => {
    await signIn();
    const { user } = renderInApp(<ChatBody />);
    list([chatLine(1, { username: 'kaan_tr' }), chatLine(2, { username: 'mira' })]);
    expect(screen.queryByRole('button', { name: 'kaan_tr' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'mira' }));
    await screen.findByRole('menu');
    expect(screen.getByRole('menuitem', { name: 'Profile' }).getAttribute('href')).toBe('/player/mira');
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Profile',
      'Mention',
      'Hide this player',
    ]);
  });
});

describe('staff', () => {
  test('delete any message, including one within a group', async () => {
    const requests = await signIn(staff, { 'POST /admin/deleteChatMessage/2': { body: { message: 'ok' } } });
    const { user } = renderInApp(<ChatBody />);
    list([chatLine(1, { username: 'mira' }), chatLine(2, { username: 'mira' })]);
    await user.click(screen.getAllByRole('button', { name: 'Options for this message from mira' })[1]!);
    await user.click(await screen.findByRole('menuitem', { name: 'Delete message' }));
    await waitFor(() => expect(screen.queryByText('line 2')).toBeNull());
    expect(requests.map(({ path }) => path)).toEqual(['/admin/deleteChatMessage/2']);
    expect(screen.getByText('line 1')).toBeTruthy();
  });

  test('mute a player for a time, with a reason, after a confirmation', async () => {
    const body = { message: 'ok', data: { mutedUntil: '2099-01-01T00:00:00.000Z' } };
    const requests = await signIn(staff, { 'POST /admin/muteUser': { body } });
    const { user } = renderInApp(<ChatBody />);
    list([chatLine(1, { username: 'mira' })]);
    await user.click(screen.getByRole('button', { name: 'mira' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Mute…' }));
    const modal = await screen.findByRole('dialog', { name: 'Mute mira' });
    await user.click(within(modal).getByRole('radio', { name: '1 hour' }));
    await user.click(within(modal).getByRole('button', { name: 'Mute' }));
    expect(await within(modal).findByText('Reason is required.')).toBeTruthy();
    expect(requests).toEqual([]);
    await user.type(within(modal).getByLabelText('Reason'), 'Insults');
    await user.click(within(modal).getByRole('button', { name: 'Mute' }));
    expect(await screen.findByText('mira is muted.')).toBeTruthy();
    expect(requests.map((each) => each.body)).toEqual([{ userId: 101, minutes: 60, reason: 'Insults' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'mira' }));
  });

  test('see why an action failed', async () => {
    await signIn(staff, { 'POST /admin/deleteChatMessage/1': refusal(404, 'not_found', 'Message not found.') });
    const { user } = renderInApp(<ChatBody />);
    list([chatLine(1, { username: 'mira' })]);
    await user.click(screen.getByRole('button', { name: 'mira' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete message' }));
    expect(await screen.findByText('Message not found.')).toBeTruthy();
    expect(screen.getByText('line 1')).toBeTruthy();
  });

  test('cannot mute other staff', async () => {
    await signIn(staff);
    const { user } = renderInApp(<ChatBody />);
    list([chatLine(1, { username: 'mira', isAdmin: true })]);
    await user.click(screen.getByRole('button', { name: 'mira' }));
    await screen.findByRole('menu');
    expect(screen.queryByRole('menuitem', { name: 'Mute…' })).toBeNull();
  });

  test('set slow mode for everyone', async () => {
    const requests = await signIn(staff, {
      'POST /admin/setSlowMode': { body: { message: 'ok', data: { seconds: 10 } } },
    });
    const { user } = renderInApp(<ChatDock />);
    await user.click(screen.getByRole('button', { name: 'Chat options' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Slow mode: 10 s' }));
    await waitFor(() => expect(useChat.getState().slowModeSeconds).toBe(10));
    expect(requests.map(({ body }) => body)).toEqual([{ seconds: 10 }]);
  });
});

describe('panel', () => {
  test('shows hidden players again', async () => {
    const requests = await signIn({}, { [HIDE]: { body: { message: 'ok', data: [] } } });
    useChat.setState({ hidden: [{ id: 101, username: 'mira', isSandbox: false }] });
    const { user } = renderInApp(<ChatDock />);
    await user.click(screen.getByRole('button', { name: 'Chat options' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Hidden players (1)' }));
    const modal = await screen.findByRole('dialog', { name: 'Hidden players' });
    await user.click(within(modal).getByRole('button', { name: 'Show again: mira' }));
    expect(await within(modal).findByText('You have not hidden anyone.')).toBeTruthy();
    expect(requests.map(({ body }) => body)).toEqual([{ userId: 101, isHidden: false }]);
  });

  test('has no options button without hidden players', async () => {
    await signIn();
    renderInApp(<ChatDock />);
    expect(screen.queryByRole('button', { name: 'Chat options' })).toBeNull();
  });

  test('counts unread messages while collapsed, and highlights a mention', async () => {
    await signIn();
    const { user } = renderInApp(<ChatDock />);
    const body = renderInApp(<ChatBody />);
    list([chatLine(1)]);
    await user.click(screen.getByRole('button', { name: 'Collapse chat' }));
    body.unmount();
    expect(screen.getByRole('button', { name: 'Open chat' })).toBeTruthy();
    act(() => dispatch('NEW_MESSAGE', chatLine(2)));
    act(() => dispatch('NEW_MESSAGE', chatLine(3, { username: demoPlayer.username })));
    const tab = screen.getByRole('button', { name: 'Open chat (1 new message)' });
    expect(within(tab).getByText('1').dataset['mention']).toBe('false');
    act(() => dispatch('NEW_MESSAGE', chatLine(4, { message: `@${demoPlayer.username} hi` })));
    expect(within(tab).getByText('@2').dataset['mention']).toBe('true');
    await user.click(tab);
    renderInApp(<ChatBody />);
    await user.click(screen.getByRole('button', { name: 'Collapse chat' }));
    expect(screen.getByRole('button', { name: 'Open chat' })).toBeTruthy();
  });

  test('shows the messages in the dock on wide screens', async () => {
    vi.stubGlobal('matchMedia', (media: string) => ({
      matches: true,
      media,
      addEventListener() {},
      removeEventListener() {},
    }));
    renderInApp(<ChatDock />);
    list([chatLine(1)]);
    expect(await screen.findByText('line 1')).toBeTruthy();
  });
});
