import type { Faq } from '../outline.ts';

/** Answers about people and their accounts. */
export const account: Pick<Faq, 'start' | 'safer-play' | 'account' | 'karat'> = {
  start: {
    title: 'Getting started',
    answers: {
      'sign-up': {
        question: 'How do I get an account?',
        answer: [
          'Press Login at the top of the page and switch to Sign up, or sign in with Steam: your first Steam sign-in creates the account.',
          'For an account with a password, choose a username of 4 to 32 characters (letters including Turkish ones, digits, dots, hyphens and underscores), an e-mail address and a password of at least 6 characters. Eight or more are safer.',
        ],
      },
      'steam-sign-in': {
        question: 'What does Karat learn from my Steam sign-in?',
        answer: [
          'Your public Steam ID, name and picture. Karat never sees your Steam password: you enter it on Steam’s own page, and Steam only confirms who you are.',
          'Already have an account with a password? Sign in, open the security page and link Steam. After that, both ways lead to the same account. You need a linked Steam account to play duels.',
          'On a demo site the button opens a built-in practice page instead of Steam, where you pick or create a persona.',
          { link: 'Open the security page', to: '/security' },
        ],
      },
      age: {
        question: 'Who may play?',
        answer: [
          'Adults only: you must be 18 or older. You confirm this when you sign up or sign in, and Karat stores the time.',
          'Some countries ban games like these. The operator of a site may block those countries, and you must follow the law where you are.',
        ],
      },
      languages: {
        question: 'Can I change the language?',
        answer: [
          'Yes, in the footer, or in the menu on a phone. There are three choices: English with a few Turkish words, Turkish, and English. Your browser remembers your choice.',
          'Large numbers are written with dots in every language: 1.234.567 diamonds.',
        ],
      },
    },
  },
  'safer-play': {
    title: 'Safer play',
    answers: {
      limits: {
        question: 'Can I set limits for myself?',
        answer: [
          'Yes: on deposits, wagers and losses, per day and per week. If several limits apply, the lowest counts.',
          'A lower limit applies immediately. Raising or removing a limit takes 24 hours and a second confirmation, so that you do not decide in the heat of the moment.',
          'The server checks your limits with every wager, so other tabs or fast clicks cannot get around them.',
          { link: 'Open the Safer play page', to: '/safer-play' },
        ],
      },
      breaks: {
        question: 'How do I take a break or stop playing?',
        answer: [
          'A break lasts 1 day to 6 weeks. A self-exclusion lasts 6 months or longer and cannot be ended early.',
          'During either, you cannot wager, deposit or join rooms. You can still sign in, read your history, sell items, claim rewards you have earned and withdraw skins you own. Both, and your limits, also apply to a new account with the same Steam ID or e-mail address.',
          { link: 'Open the Safer play page', to: '/safer-play' },
        ],
      },
      'reality-check': {
        question: 'What is the reality check?',
        answer: [
          'A reminder every 15, 30 or 60 minutes, as you choose. It shows how long you have played and what you won or lost in that time. You can play on once you have answered it.',
          'Karat has no autoplay, and it never celebrates a win that is worth less than you paid.',
          { link: 'Open the Safer play page', to: '/safer-play' },
        ],
      },
      help: {
        question: 'I am worried about how I play. What can I do?',
        answer: [
          'These are games of chance with a house edge. Over time the average player loses, and no system changes that. Play for fun, and only with what you can afford to lose.',
          {
            list: [
              'Warning signs: you chase losses, you hide how much you play, or you play to forget problems.',
              'What helps: a low limit, a break, and talking to someone you trust or to a gambling-help service in your country.',
            ],
          },
          'The Safer play page lists free and confidential help services.',
          { link: 'Open the Safer play page', to: '/safer-play' },
        ],
      },
    },
  },
  account: {
    title: 'Account and security',
    answers: {
      password: {
        question: 'How do I change my password?',
        answer: [
          'On the security page: enter the old password once and the new one twice. The new one needs at least 8 characters. This signs out all your other devices.',
          'If you have only signed in with Steam, you can set a password there. For your safety, this only works within ten minutes of a Steam sign-in.',
          { link: 'Open the security page', to: '/security' },
        ],
      },
      'forgotten-password': {
        question: 'I forgot my password. What now?',
        answer: [
          'Request a link for a new password by e-mail. It works once, within one hour, and signs you out on every device. If this site sends no e-mails, that page tells you.',
          { link: 'Reset the password', to: '/reset-password' },
          'If your Steam account is linked, you can also sign in with Steam: it opens the same account. No one, including staff, can read your password, because only a one-way hash is stored.',
        ],
      },
      devices: {
        question: 'Where am I signed in?',
        answer: [
          'The security page lists every device with its address and when it was last active. Signing one out takes effect immediately. If you do not recognise a device, sign it out and change your password.',
          'You are signed out automatically after 12 hours of inactivity, and after 7 days in any case.',
        ],
      },
      'staying-safe': {
        question: 'How do I keep my account safe?',
        answer: [
          {
            list: [
              'Staff never ask for your password, not in the chat and not in a ticket.',
              'Check the page address before you enter a password. Sign in to Steam only on Steam’s own address.',
              'Use a unique password, ideally from a password manager.',
              'Wrong passwords slow down further attempts. Other people’s guesses never lock you out for good.',
            ],
          },
        ],
      },
    },
  },
  karat: {
    title: 'About Karat',
    answers: {
      about: {
        question: 'What is Karat?',
        answer: [
          'Karat is a gaming site for players of a first-person shooter: cases, roulette, duels on real game servers, a player market, missions and chat. Its promise: every diamond is accounted for, and every roll can be verified.',
          'Karat is independent. It is not made, endorsed or sponsored by Valve. Steam is a trademark of Valve Corporation.',
        ],
      },
      privacy: {
        question: 'Privacy Policy: what is stored about me?',
        answer: [
          'Only what the site needs to work:',
          {
            list: [
              'your username, and your e-mail address if you signed up with one (other players do not see it);',
              'your Steam ID with its name and picture, if you use Steam;',
              'your password as an argon2id hash, which cannot be reversed;',
              'for each signed-in device, its type, network address and times, so that you can review it and sign it out. They are deleted at most 7 days after the sign-in;',
              'each sign-in with its time, device and network address, for 400 days, so that staff can help you and recognise stolen accounts;',
              'a device that you have used, as a hash that recognises it, until 400 days after its last sign-in;',
              'e-mails that the site sent you: their kind, time and address, for 30 days;',
              'your activity: games, items, transactions, missions and tickets;',
              'your newest 200 notifications, for about 400 days;',
              'your chat messages, for at least 30 days; older ones are deleted once they are no longer among the newest 1.000. Messages deleted by staff stay in the staff log as evidence;',
              'important account events, such as a changed password, for two years in the staff log. What staff did stays.',
            ],
          },
          'There are no trackers, ads or third-party analytics. Pages, fonts and Karat’s own pictures come from this server, and your data is not sold. If you sign in with Steam, your browser visits Steam’s own page.',
          'In your browser, cookies hold your session, your username, a device identifier and, for a few minutes, a Steam sign-in in progress. Local storage holds your session, username, Steam ID and picture, your language, whether cases open fast and with sound, your last bet, and whether you have been offered limits. Until you close the tab, it also holds a running spin and an unsent ticket. Logging out removes your session, name, Steam ID and picture. Your settings stay, and so does the device identifier, because it protects you from password guessing.',
          'On the Safer play page you can download your data and delete your account. Deletion removes your name, e-mail address and Steam ID, and you lose everything you own here. Ledger rows stay without a name for as long as the law requires. Your limits, break and self-exclusion stay in force for a new account: a keyed hash of your e-mail address and Steam ID identifies you.',
          'The operator of this site is responsible for your data.',
        ],
      },
      licensing: {
        question: 'Licensing: what are the software terms, and is this licensed gambling?',
        answer: [
          'The Karat software is free under the MIT licence. It uses the typefaces Inter and Saira under the SIL Open Font License and Lucide icons under the ISC licence. Karat draws its own skins, cases, maps and avatars; it uses no game artwork.',
          'By default, Karat uses play money, is not a gambling service and holds no gambling licence. An operator who enables real-value trading must hold every licence the law requires, and must name it on this page.',
        ],
      },
      contact: {
        question: 'Contact: how do I reach a person?',
        answer: [
          'Create a support ticket. You see the whole conversation there, and you get a notification when we answer. There is no e-mail address or phone number; anyone who offers you one is not from Karat.',
          { link: 'Go to support', to: '/support' },
        ],
      },
    },
  },
};
