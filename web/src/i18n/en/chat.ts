import { chat as mixed } from '../mixed/chat.ts';

export const chat: typeof mixed = {
  ...mixed,
  chat: {
    ...mixed.chat,
    title: 'Chat',
    atMaximum: 'The message cannot be longer than 250 characters.',
    room: 'Room chat',
  },
};
