import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { STAFF, chatInput, chatLine, chatLog, showMessages, signInToChat } from '#testing/chat.ts';
import { demoPlayer, renderInApp, refusal } from '#testing/test-utils.tsx';
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

describe('the menu of a name', () => {
  test('mentions the player and moves the focus to the input', async () => {
    await signInToChat();
    const { user } = renderInApp(<ChatBody />);
    showMessages([chatLine(1, { username: 'mira' })]);
    useChat.setState({ draft: 'gl' });
    await user.click(screen.getByRole('button', { name: 'mira' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Mention' }));
    await waitFor(() => expect(chatInput().value).toBe('gl @mira '));
    expect(document.activeElement).toBe(chatInput());
  });

  test('hides the player, by keyboard as well', async () => {
    const hidden = [{ id: 101, username: 'mira', isSandbox: false }];
    const requests = await signInToChat({}, { [HIDE]: { body: { message: 'ok', data: hidden } } });
    const { user } = renderInApp(<ChatBody />);
    showMessages([chatLine(1, { username: 'mira' }), chatLine(2)]);
    screen.getByRole('button', { name: 'mira' }).focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('menu');
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(screen.queryByText('line 1')).toBeNull());
    expect(requests.map(({ body }) => body)).toEqual([{ userId: 101, isHidden: true }]);
    expect(screen.getByText('line 2')).toBeTruthy();
  });

  test('returns the focus to the name when closed without a choice', async () => {
    await signInToChat();
    const { user } = renderInApp(<ChatBody />);
    showMessages([chatLine(1, { username: 'mira' })]);
    await user.click(screen.getByRole('button', { name: 'mira' }));
    await screen.findByRole('menu');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'mira' })));
  });

  test('has one tab stop for all names, and arrow keys between them', async () => {
    await signInToChat();
    const { user } = renderInApp(<ChatBody />);
    showMessages([chatLine(1, { username: 'mira' }), chatLine(2, { username: 'ozan' })]);
    chatLog().focus();
    await user.tab();
    expect(document.activeElement?.textContent).toBe('ozan');
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('mira');
    await user.keyboard('{End}');
    expect(document.activeElement?.textContent).toBe('ozan');
    await user.tab();
    expect(document.activeElement).toBe(chatInput());
  });

  test('has no menu on messages of the player, and no staff actions for players', async () => {
    await signInToChat();
    const { user } = renderInApp(<ChatBody />);
    showMessages([chatLine(1, { username: 'kaan_tr' }), chatLine(2, { username: 'mira' })]);
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
    const requests = await signInToChat(STAFF, { 'POST /admin/deleteChatMessage/2': { body: { message: 'ok' } } });
    const { user } = renderInApp(<ChatBody />);
    showMessages([chatLine(1, { username: 'mira' }), chatLine(2, { username: 'mira' })]);
    await user.click(screen.getAllByRole('button', { name: 'Options for this message from mira' })[1]!);
    await user.click(await screen.findByRole('menuitem', { name: 'Delete message' }));
    await waitFor(() => expect(screen.queryByText('line 2')).toBeNull());
    expect(requests.map(({ path }) => path)).toEqual(['/admin/deleteChatMessage/2']);
    expect(screen.getByText('line 1')).toBeTruthy();
  });

  test('mute a player for a time, with a reason, after a confirmation', async () => {
    const body = { message: 'ok', data: { mutedUntil: '2099-01-01T00:00:00.000Z' } };
    const requests = await signInToChat(STAFF, { 'POST /admin/muteUser': { body } });
    const { user } = renderInApp(<ChatBody />);
    showMessages([chatLine(1, { username: 'mira' })]);
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
    await signInToChat(STAFF, { 'POST /admin/deleteChatMessage/1': refusal(404, 'not_found', 'Message not found.') });
    const { user } = renderInApp(<ChatBody />);
    showMessages([chatLine(1, { username: 'mira' })]);
    await user.click(screen.getByRole('button', { name: 'mira' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete message' }));
    expect(await screen.findByText('Message not found.')).toBeTruthy();
    expect(screen.getByText('line 1')).toBeTruthy();
  });

  test('cannot mute other staff', async () => {
    await signInToChat(STAFF);
    const { user } = renderInApp(<ChatBody />);
    showMessages([chatLine(1, { username: 'mira', isAdmin: true })]);
    await user.click(screen.getByRole('button', { name: 'mira' }));
    await screen.findByRole('menu');
    expect(screen.queryByRole('menuitem', { name: 'Mute…' })).toBeNull();
  });

  test('set slow mode for everyone', async () => {
    const requests = await signInToChat(STAFF, {
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
    const requests = await signInToChat({}, { [HIDE]: { body: { message: 'ok', data: [] } } });
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
    await signInToChat();
    renderInApp(<ChatDock />);
    expect(screen.queryByRole('button', { name: 'Chat options' })).toBeNull();
  });

  test('counts unread messages while collapsed, and highlights a mention', async () => {
    await signInToChat();
    const { user } = renderInApp(<ChatDock />);
    const body = renderInApp(<ChatBody />);
    showMessages([chatLine(1)]);
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
    showMessages([chatLine(1)]);
    expect(await screen.findByText('line 1')).toBeTruthy();
  });
});
