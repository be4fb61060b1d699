import type { Faq } from '../outline.ts';

/** Answers about chat, support and notifications. */
export const community: Pick<Faq, 'missions' | 'community'> = {
  missions: {
    title: 'Missions',
    answers: {
      missions: {
        question: 'How do missions work?',
        answer: [
          'A mission asks you to do something a number of times, such as opening cases, wagering diamonds or selling items, and has a reward. What you do counts by itself and at once, in the same step on the server as the thing itself: an opening counts when it is booked, and never twice.',
          'A mission counts from the moment it is offered. What you did before does not. If staff change what it asks for, it begins anew for everybody.',
          { link: 'See the missions', to: '/missions' },
        ],
      },
      'mission-reward': {
        question: 'How do I get the reward, and can I be too late?',
        answer: [
          'When the target is reached you get a notification, and the mission shows the button for its reward. Press it, and the diamonds are in your balance; each reward is paid once.',
          'You cannot be too late. A reward you have earned waits for you, also when the day or the week is over, when the mission has been changed or taken off the page, and while you are on a break. Where several days of one mission wait, they are paid one by one, the oldest first.',
        ],
      },
      'mission-reset': {
        question: 'When do daily and weekly missions begin anew?',
        answer: [
          'Daily ones every day at 00:00 UTC, weekly ones on Monday at 00:00 UTC; the page shows how long that is from now. What you did towards them begins at 0 again then. The others are done once and count for as long as they are offered.',
        ],
      },
    },
  },
  community: {
    title: 'Chat and support',
    answers: {
      chat: {
        question: 'Who can read and write in the chat?',
        answer: [
          'Everybody can read it, visitors too. To write you have to be signed in. A message has at most 250 characters; it is sent with Enter or the button, and with Shift and Enter you begin a new line. Write @ and a name, and that player sees that you speak to them.',
          'If the connection breaks, what you have written stays, and what you have sent goes out once as soon as it is back.',
        ],
      },
      'chat-rules': {
        question: 'Why was my message not sent?',
        answer: [
          'A sentence tells you why, and your words are back in the box. These are the rules:',
          {
            list: [
              'No links and no addresses of other sites or servers. Many of them lead to people who are after your account.',
              'The same sign or word over and over, or what you have said within the last 30 seconds, is not sent.',
              'You can write 20 messages in a row, and then one a second.',
              'In slow mode, which staff switch on when much is said at once, each player waits a while between two messages. The box shows how long.',
            ],
          },
        ],
      },
      'chat-staff': {
        question: 'What can staff do in the chat?',
        answer: [
          'Delete a message, and mute a player for a time, at most 30 days. Whoever is muted can read and play on, is told the reason and until when, and can write again by themselves after that. Every such act is written down with who did it.',
          'You think that it was wrong, or have seen something that staff should look at? Write a support ticket. Staff have a badge beside their name.',
        ],
      },
      'chat-hiding': {
        question: 'Can I hide somebody’s messages?',
        answer: [
          'Yes. Press the name of the player in the chat and choose Hide this player: you no longer see what they write, in any of your tabs and devices, and they are not told. The options of the chat list whom you have hidden, and there you can show them again. You can hide up to 500 players.',
        ],
      },
      tickets: {
        question: 'How does support work?',
        answer: [
          'Create a ticket with a subject and what happened. You and staff write to each other there, and new messages appear without reloading; of an answer you also get a notification. Only you and staff can read it.',
          'Close it when it is settled; staff may do so too. Nobody can write in a closed ticket, and it stays for you to read.',
          { link: 'Go to support', to: '/support' },
        ],
      },
      notifications: {
        question: 'What does the bell tell me?',
        answer: [
          'What concerns you: a mission that is done, an item that was sold, an answer to your ticket, a change of your balance by staff, a mute. It shows the newest 50. Nothing comes by e-mail.',
        ],
      },
    },
  },
};
