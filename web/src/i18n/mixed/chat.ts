import { plural } from '../plural.ts';

export const chat = {
  chat: {
    title: 'Global chat',
    open: 'Open chat',
    collapse: 'Collapse chat',
    placeholder: 'Message…',
    send: 'Send',
    atMaximum: 'Message is at the maximum length (250 characters).',
    empty: 'No messages yet.',
    emptyHint: 'Be the first to say something.',
    signIn: 'Sign in to write a message.',
    notOpen: 'The chat is not open yet.',
    notOpenHint: 'This is where players will talk to each other.',
    online: (count: number) => `${count} online`,
    newMessages: (count: number) => plural('en', count, { one: 'new message', other: 'new messages' }),
    sendFailed: 'The message was not sent. Please try again.',
  },
};
