import type { Faq } from '../outline.ts';

/** Answers about chat, support and notifications. */
export const community: Pick<Faq, 'missions' | 'community'> = {
  missions: {
    title: 'Missions',
    answers: {
      missions: {
        question: 'How do missions work?',
        answer: [
          'A mission asks you to do something a number of times, such as opening cases, wagering diamonds or selling items, and pays a reward. Progress counts automatically and immediately.',
          'Only what you do while a mission is available counts. If staff change its task, it restarts for everyone.',
          { link: 'View missions', to: '/missions' },
        ],
      },
      'mission-reward': {
        question: 'How do I get the reward, and can I be too late?',
        answer: [
          'When you reach the target, you get a notification and the mission shows a button. Press it to add the reward to your balance.',
          'You cannot be too late. An earned reward waits for you, even if the day or week is over, the mission has changed or ended, or you are on a break. If several rewards of one mission are waiting, you claim them one by one, oldest first.',
        ],
      },
      'mission-reset': {
        question: 'When do daily and weekly missions renew?',
        answer: [
          'Daily missions renew every day at 00:00 UTC, weekly ones on Monday at 00:00 UTC. Progress then starts at 0 again. The page shows the time left. Other missions can be completed once, for as long as they are available.',
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
          'Everyone can read it, including visitors. To write, you must be signed in. A message can be up to 250 characters long. Press Enter or the button to send it, and Shift+Enter for a new line. Write @ and a name to mention a player.',
          'If the connection drops, your messages are sent when it is back.',
        ],
      },
      'chat-rules': {
        question: 'Why was my message not sent?',
        answer: [
          'A message tells you why, and your text is back in the box. The rules:',
          {
            list: [
              'No links or addresses of other sites or servers. Many of them are scams.',
              'No repeats of what you said in the last 30 seconds.',
              'You can send 20 messages in a row, then one per second.',
              'In slow mode, you have to wait between messages. The box shows how long.',
            ],
          },
        ],
      },
      'chat-staff': {
        question: 'What can staff do in the chat?',
        answer: [
          'Delete messages, and mute players for up to 30 days. Muted players can still read and play, and they see the reason and the end of the mute. Every such action is logged with the name of the staff member.',
          'If you disagree, or want to report something, create a support ticket. Staff have a badge next to their name.',
        ],
      },
      'chat-hiding': {
        question: 'Can I hide someone’s messages?',
        answer: [
          'Yes. Press the player’s name in the chat and choose Hide this player. You no longer see their messages on any of your devices, and they do not know. To show them again, open the chat options. You can hide up to 500 players.',
        ],
      },
      tickets: {
        question: 'How does support work?',
        answer: [
          'Create a ticket with a subject and a description. You and staff write to each other there, and you get a notification for each answer. Only you and staff can read it.',
          'You or staff can close the ticket when it is resolved. You can still read a closed ticket, but no one can write in it.',
          { link: 'Go to support', to: '/support' },
        ],
      },
      notifications: {
        question: 'What does the bell tell me?',
        answer: [
          'What concerns you: completed missions, sold items, answers to your tickets, balance changes by staff, and mutes. It shows the newest 50. Karat does not send them by e-mail.',
        ],
      },
    },
  },
};
