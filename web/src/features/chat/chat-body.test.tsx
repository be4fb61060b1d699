import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { useConnection, dispatch } from '#core/socket.ts';
import { STAFF, chatInput, chatLine, chatLog, rowOf, showMessages, signInToChat } from '#testing/chat.ts';
import { demoPlayer, renderInApp } from '#testing/test-utils.tsx';
import { ChatBody } from './chat-body.tsx';
import { useChat } from './chat-state.ts';

const initial = useChat.getInitialState();

beforeEach(() => useChat.setState(initial, true));

describe('messages', () => {
  test('shows a skeleton until the list loads, and a text for an empty chat', () => {
    renderInApp(<ChatBody />);
    expect(screen.getByText('Loading...')).toBeTruthy();
    showMessages([]);
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
    showMessages([chatLine(1, { message: '<img src=x onerror=alert(1)>\n<b>two</b>' })]);
    expect(chatLog().querySelector('img[src=x], b')).toBeNull();
    expect(within(chatLog()).getByText(/onerror/).textContent).toBe('<img src=x onerror=alert(1)>\n<b>two</b>');
  });

  test('shows names in the colour of their tier, isolated from text direction, and marks staff', () => {
    renderInApp(<ChatBody />);
    showMessages([chatLine(1, { username: 'selin', elo: 3_600 }), chatLine(2, { username: 'boss', isAdmin: true })]);
    const name = screen.getByText('selin');
    expect([name.tagName, name.className]).toEqual(['BDI', expect.stringContaining('text-t6')]);
    expect(within(rowOf('line 1')).queryByText('Staff')).toBeNull();
    expect(within(rowOf('line 2')).getByText('Staff')).toBeTruthy();
  });

  test('marks a sandbox player beside the name, within the name’s button as well', async () => {
    await signInToChat();
    renderInApp(<ChatBody />);
    showMessages([chatLine(1, { username: 'robo', isSandbox: true }), chatLine(2, { username: 'mira' })]);
    expect(within(rowOf('line 1')).getByText('sandbox').previousElementSibling?.textContent).toBe('robo');
    expect(screen.getByRole('button', { name: 'robo sandbox' })).toBeTruthy();
    expect(within(rowOf('line 2')).queryByText('sandbox')).toBeNull();
  });

  test('links names to the players for a visitor, with one tab stop and arrow keys between them', async () => {
    const { user } = renderInApp(<ChatBody />);
    showMessages([chatLine(1, { username: 'mira' }), chatLine(2, { username: 'robo', isSandbox: true })]);
    expect(screen.getByRole('link', { name: 'robo' }).getAttribute('href')).toBe('/player/robo');
    chatLog().focus();
    await user.tab();
    expect(document.activeElement?.textContent).toBe('robo');
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('mira');
  });

  test('shows the time of a message, with the full date on hover', () => {
    renderInApp(<ChatBody />);
    const timestamp = new Date(2026, 2, 3, 14, 5, 9).toISOString();
    showMessages([chatLine(1, { timestamp })]);
    expect(screen.getByText('14:05').title).toBe('03 March 2026, 14:05:09');
  });

  test('highlights a message that mentions the player, but not a longer name', async () => {
    await signInToChat();
    renderInApp(<ChatBody />);
    showMessages([chatLine(1, { message: 'hey @Kaan_TR!' }), chatLine(2, { message: '@kaan_tr2 hi' })]);
    expect(within(rowOf('hey @Kaan_TR!')).getByText('Mentions you')).toBeTruthy();
    expect(within(rowOf('@kaan_tr2 hi')).queryByText('Mentions you')).toBeNull();
  });

  test('shows no message before the hidden players are loaded', async () => {
    await signInToChat();
    useChat.setState({ hidden: undefined });
    renderInApp(<ChatBody />);
    showMessages([chatLine(1)]);
    expect(screen.queryByText('line 1')).toBeNull();
    act(() => useChat.setState({ hidden: [{ id: 101, username: 'player1', isSandbox: false }] }));
    expect(screen.queryByText('line 1')).toBeNull();
    expect(screen.getByText('No messages yet.')).toBeTruthy();
  });
});

describe('writing', () => {
  test('lets a visitor read, and offers to sign in', async () => {
    const { user } = renderInApp(<ChatBody />);
    showMessages([chatLine(1)]);
    expect(screen.getByText('line 1')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(within(chatLog()).queryByRole('button')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Sign in to write a message.' }));
  });

  test('shows a sent message immediately, and does not repeat it when it is confirmed', async () => {
    await signInToChat();
    const { user } = renderInApp(<ChatBody />);
    showMessages([chatLine(1)]);
    await user.type(chatInput(), 'gg{Enter}');
    const item = screen.getByText('gg').closest('li')!;
    expect(within(item).getByText('Sending…')).toBeTruthy();
    const { key } = useChat.getState().pending[0]!;
    act(() => dispatch('NEW_MESSAGE', chatLine(2, { message: 'gg', key, username: demoPlayer.username })));
    expect(screen.getAllByText('gg')).toHaveLength(1);
    expect(screen.getByText('gg').closest('li')).toBe(item);
    expect(screen.queryByText('Sending…')).toBeNull();
  });

  test('shows a sent message before the list has loaded', async () => {
    await signInToChat();
    useChat.setState({ hidden: undefined });
    const { user } = renderInApp(<ChatBody />);
    await user.type(chatInput(), 'first{Enter}');
    expect(within(screen.getByText('first').closest('li')!).getByText('Sending…')).toBeTruthy();
    expect(chatInput().value).toBe('');
    const { key } = useChat.getState().pending[0]!;
    act(() => useChat.setState({ hidden: [] }));
    showMessages([chatLine(1), chatLine(2, { message: 'first', key, username: demoPlayer.username })]);
    expect(screen.getByText('line 1')).toBeTruthy();
    expect(screen.getAllByText('first')).toHaveLength(1);
    expect(screen.queryByText('Sending…')).toBeNull();
  });

  test('removes a refused message with a toast, and returns its text to the input', async () => {
    await signInToChat();
    const { user } = renderInApp(<ChatBody />);
    showMessages([chatLine(1)]);
    await user.type(chatInput(), 'look at spam.com{Enter}');
    const { key } = useChat.getState().pending[0]!;
    act(() => dispatch('ERROR', { message: 'Links are not allowed in the chat.', code: 'invalid', key }));
    expect(await screen.findByText('Links are not allowed in the chat.')).toBeTruthy();
    expect(within(chatLog()).queryByText('look at spam.com')).toBeNull();
    expect(chatInput().value).toBe('look at spam.com');
  });

  test('does not send invisible characters', async () => {
    await signInToChat();
    renderInApp(<ChatBody />);
    showMessages([chatLine(1)]);
    for (const value of [' \u200B\u202E ', 'g\u200Bg\u202E']) {
      fireEvent.change(chatInput(), { target: { value } });
      fireEvent.submit(chatInput().form!);
    }
    expect(useChat.getState().pending.map(({ message }) => message)).toEqual(['gg']);
  });

  test('shows a refusal once and returns the text', async () => {
    await signInToChat();
    const { user } = renderInApp(<ChatBody />);
    showMessages([chatLine(1)]);
    await user.type(chatInput(), 'gg{Enter}');
    const { key } = useChat.getState().pending[0]!;
    act(() => dispatch('ERROR', { message: 'You just said that.', code: 'too_many', key }));
    expect(await screen.findAllByText('You just said that.')).toHaveLength(1);
    expect(chatInput().value).toBe('gg');
    expect(within(chatLog()).queryByText('gg')).toBeNull();
  });

  test('keeps the draft when the panel closes', async () => {
    await signInToChat();
    const { user, unmount } = renderInApp(<ChatBody />);
    showMessages([chatLine(1)]);
    await user.type(chatInput(), 'half a sen');
    unmount();
    renderInApp(<ChatBody />);
    expect(chatInput().value).toBe('half a sen');
  });

  test('delays the next message in slow mode, and counts the seconds', async () => {
    await signInToChat();
    const { user } = renderInApp(<ChatBody />);
    showMessages([chatLine(1)], { slowModeSeconds: 30 });
    expect(screen.getByText('Slow mode: one message every 30 s.')).toBeTruthy();
    await user.type(chatInput(), 'gg{Enter}');
    expect(screen.getByText(/^Slow mode: you can write again in (30|31|29) s\.$/)).toBeTruthy();
    await user.type(chatInput(), 'again{Enter}');
    expect(useChat.getState().pending).toHaveLength(1);
    expect(chatInput().value).toBe('again');
    act(() => dispatch('SLOW_MODE', { seconds: 0 }));
    await user.type(chatInput(), '{Enter}');
    expect(useChat.getState().pending).toHaveLength(2);
  });

  test('does not slow staff down', async () => {
    await signInToChat(STAFF);
    const { user } = renderInApp(<ChatBody />);
    showMessages([chatLine(1)], { slowModeSeconds: 30 });
    await user.type(chatInput(), 'one{Enter}two{Enter}');
    expect(useChat.getState().pending).toHaveLength(2);
  });

  test('says until when a player is muted, and unlocks the input afterwards', async () => {
    await signInToChat();
    renderInApp(<ChatBody />);
    const until = new Date(2099, 4, 6, 7, 8);
    showMessages([chatLine(1)], { mutedUntil: until.toISOString() });
    const sentence = 'You are muted until 6 May at 07:08. You can read but not write.';
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(chatInput().disabled).toBe(true);
    act(() => dispatch('MUTED', { mutedUntil: null }));
    expect(screen.queryByText(sentence)).toBeNull();
    expect(chatInput().disabled).toBe(false);
  });

  test('says that a message is sent later while disconnected', async () => {
    await signInToChat();
    renderInApp(<ChatBody />);
    showMessages([chatLine(1)]);
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
    await signInToChat();
    renderInApp(<ChatBody />);
    showMessages([chatLine(1)]);
    measure(chatLog(), 1_590);
    act(() => dispatch('NEW_MESSAGE', chatLine(2)));
    expect(chatLog().scrollTop).toBe(2_000);
    expect(screen.queryByRole('button', { name: /new message/ })).toBeNull();
  });

  test('offers a reader further up to scroll to the end, counts new messages, and scrolls to sent messages', async () => {
    await signInToChat();
    const { user } = renderInApp(<ChatBody />);
    showMessages([chatLine(1)]);
    measure(chatLog(), 300);
    for (const id of [2, 3]) act(() => dispatch('NEW_MESSAGE', chatLine(id)));
    expect(chatLog().scrollTop).toBe(300);
    await user.click(screen.getByRole('button', { name: '2 new messages' }));
    expect(chatLog().scrollTop).toBe(2_000);
    expect(document.activeElement).toBe(chatLog());
    expect(screen.queryByRole('button', { name: /new message/ })).toBeNull();

    measure(chatLog(), 300);
    await user.type(chatInput(), 'gg{Enter}');
    expect(chatLog().scrollTop).toBe(2_000);
  });
});
