import { act, screen } from '@testing-library/react';
import type { ChatMessage } from '@karat/contract/chat';
import { loadSession } from '#core/session.ts';
import { dispatch } from '#core/socket.ts';
import { useChat } from '#features/chat/chat-state.ts';
import { type SentRequest, demoPlayer, stubServer } from './test-utils.tsx';

type MessageFields = Partial<Pick<ChatMessage, 'message' | 'key' | 'timestamp'> & ChatMessage['sender']>;

/** A chat message. Each id has its own player by default, and is sent a minute after the previous id. */
export function chatLine(id: number, fields: MessageFields = {}): ChatMessage {
  const {
    message = `line ${id}`,
    key = null,
    timestamp = new Date(Date.UTC(2026, 2, 3, 12, id)).toISOString(),
  } = fields;
  const {
    username = `player${id}`,
    isSandbox = false,
    profileImg = '',
    elo = 1_200,
    isAdmin = false,
    isStaff = isAdmin,
  } = fields;
  const sender = { id: fields.id ?? 100 + id, username, isSandbox, profileImg, elo, isAdmin, isStaff };
  return { id, sender, message, timestamp, key };
}

export const STAFF = { username: 'boss', isAdmin: true, role: 'admin', staffRole: 'admin' } as const;

/** Signs a player in who has hidden no other player. Returns the requests sent from then on. */
export async function signInToChat(
  overrides: object = {},
  answers: Parameters<typeof stubServer>[0] = {},
): Promise<SentRequest[]> {
  const requests = stubServer({ 'GET /auth/me': { body: { data: { ...demoPlayer, ...overrides } } }, ...answers });
  await loadSession();
  useChat.setState({ hidden: [] });
  requests.length = 0;
  return requests;
}

/** Sends the list of messages, as the server does after a connect. */
export function showMessages(
  lines: ChatMessage[],
  overrides: { slowModeSeconds?: number; mutedUntil?: string } = {},
): void {
  act(() => dispatch('CHAT_MESSAGES', { data: lines, slowModeSeconds: 0, mutedUntil: null, ...overrides }));
}

export const chatLog = () => screen.getByRole('log', { name: 'Chat messages' });
export const chatInput = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message…' });
export const rowOf = (message: string) => screen.getByText(message).closest('li')!;
