import type { Faq } from '../outline.ts';

/** Answers about people and their accounts. */
export const account: Pick<Faq, 'start' | 'safer-play' | 'account' | 'karat'> = {
  start: {
    title: 'Getting started',
    answers: {
      'sign-up': {
        question: 'How do I get an account?',
        answer: [
          'Press Login at the top of the page and switch to Sign up, or sign in with Steam: the first Steam sign-in makes the account by itself.',
          'For an account with a password you choose a username of 4 to 32 characters (letters, Turkish ones too, digits, dots, hyphens and underscores), an e-mail address and a password of at least 6 characters. Eight or more are safer.',
        ],
      },
      'steam-sign-in': {
        question: 'What does Karat learn from my Steam sign-in?',
        answer: [
          'Your public Steam ID, your name there and your picture. Your Steam password never reaches Karat: you type it on Steam’s own page, and Steam only confirms who you are.',
          'Already have an account with a password? Sign in, open the security page and link Steam. From then on either way leads to the same account. You need a linked Steam account to take a seat in a duel.',
          'On a demo installation the button leads to a practice page that stands in for Steam, where you pick or make up a persona. It says so on the page.',
          { link: 'Open the security page', to: '/security' },
        ],
      },
      age: {
        question: 'Who may play?',
        answer: [
          'Adults only: you have to be 18 or older. By signing up or signing in you confirm that you are, and Karat stores when you did.',
          'Some countries forbid games like these altogether. Whoever runs a site with Karat may close it to those countries, and you have to follow the law of the place you are in.',
        ],
      },
      languages: {
        question: 'Can I change the language?',
        answer: [
          'Yes, in the footer and in the menu on a phone. There are three choices: English with a few Turkish words, which is how the site was first written, all Turkish, and all English. Your browser remembers the choice, and no address changes.',
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
          'Yes: on what you deposit, what you wager and what you lose, for a day and for a week. Where several limits apply, the lowest counts.',
          'Lowering a limit works at once. Raising or removing one takes 24 hours and a second confirmation, so that the decision is not made in the heat of a game.',
          'Limits are checked by the server together with the wager itself. No open tab, no fast click and no changed page gets around them.',
          { link: 'Open the Safer play page', to: '/safer-play' },
        ],
      },
      breaks: {
        question: 'How do I take a break, or stop for good?',
        answer: [
          'A break lasts from 1 day to 6 weeks. A self-exclusion lasts 6 months or longer and cannot be taken back early, not by you and not by staff.',
          'During either, wagers, deposits and rooms are refused. You can still sign in, read your history, sell items, claim rewards that you have earned and take out skins that you own. Both also hold for a new account with the same Steam ID or e-mail address, and so do your limits.',
          { link: 'Open the Safer play page', to: '/safer-play' },
        ],
      },
      'reality-check': {
        question: 'What is the reality check?',
        answer: [
          'A reminder every 15, 30 or 60 minutes, as you choose. It shows how long you have played and what you have won or lost in that time; the next wager waits until you have answered it.',
          'There is no autoplay on Karat, and nothing celebrates a win that is no larger than its price.',
          { link: 'Open the Safer play page', to: '/safer-play' },
        ],
      },
      help: {
        question: 'I am worried about how I play. What can I do?',
        answer: [
          'These are games of chance with an edge for the house. Over time the average player loses, and no system changes that. Play for fun, with what you can lose.',
          {
            list: [
              'Warning signs: you chase losses, you hide how much you play, you play to forget something.',
              'What helps: a low limit, a break, and talking about it with somebody you trust or with a gambling-help service in your country.',
            ],
          },
          'The Safer play page names services that help, free of charge and in confidence.',
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
          'On the security page: type the old password once and the new one twice. The new one needs at least 8 characters. All your other devices are signed out at that moment.',
          'If you only ever signed in with Steam, you can set a first password there. For your safety this works only within ten minutes of a Steam sign-in.',
          { link: 'Open the security page', to: '/security' },
        ],
      },
      'forgotten-password': {
        question: 'I have forgotten my password. Now what?',
        answer: [
          'If your Steam account is linked, sign in with Steam: it opens the same account. Karat sends no e-mail, so there is no reset link, and nobody, staff included, can read your password: only a one-way hash of it is stored.',
          'So link Steam while you are signed in. It is your second key.',
        ],
      },
      devices: {
        question: 'Where am I signed in?',
        answer: [
          'The security page lists every device with its address and when it was last seen. Signing one out takes effect at once, open tabs included. If there is one that you do not know, sign it out and change your password.',
          'You are signed out automatically after 12 hours without a visit, and after 7 days in any case.',
        ],
      },
      'staying-safe': {
        question: 'How do I keep my account safe?',
        answer: [
          {
            list: [
              'Staff never ask for your password, not in the chat and not in a ticket.',
              'Look at the address of the page before you type a password. Sign in to Steam on Steam’s own address only.',
              'Use a password that you use nowhere else, best one from a password manager.',
              'Wrong passwords slow down further attempts. Your account is never locked for good by somebody else’s guesses.',
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
          'Karat is a gaming site for players of a first-person shooter: cases, roulette, duels on real game servers, a market between players, missions and a chat. It rests on one promise: every diamond accounted for, every roll provable.',
          'It is independent. Karat is not made, endorsed or paid for by Valve, and Steam is a trademark of Valve Corporation.',
        ],
      },
      privacy: {
        question: 'Privacy Policy: what is stored about me?',
        answer: [
          'Only what the site needs to work:',
          {
            list: [
              'your username, and your e-mail address if you signed up with one; other players do not see the address;',
              'your Steam ID with its name and picture, if you use Steam;',
              'your password as an argon2id hash, from which it cannot be read back;',
              'for each signed-in device its kind, its network address and its times, so that you can see and end it;',
              'what you do here: games, items, every movement of your diamonds, missions, tickets, and notifications, of which the newest 200 are kept;',
              'what you write in the chat, for at least 30 days; older messages go once they are no longer among the newest 1.000. What staff delete stays in their log, as evidence;',
              'what is notable about your account, such as a changed password, in the log of staff.',
            ],
          },
          'There are no trackers, no advertising and no analytics from elsewhere. Pages, fonts and Karat’s own pictures come from this server, and your data is sold to nobody. With Steam, your browser visits Steam’s own page to sign in.',
          'In your browser: a cookie with your session, one with your username, one by which Karat knows this device again, and for a few minutes one for a Steam sign-in under way; in local storage your session, your username, Steam ID and picture, your language, whether cases open fast and with sound, your last bet, and whether limits have been offered to you; until you close the tab, a spin under way and a ticket you have not sent yet. Logging out removes your session, your name, Steam ID and picture. The mark of the device stays, because it protects you from password guessing, and so do your choices.',
          'On the Safer play page you can download all of it, and delete your account. Deleting removes your name, your e-mail address and your Steam ID, and what you own here is lost. The lines of the ledger stay without a name for as long as the law asks, and your limits, a break and a self-exclusion stay in force for a new account: they are found again by a keyed hash of your e-mail address and Steam ID.',
          'The party that runs this site is responsible for your data.',
        ],
      },
      licensing: {
        question: 'Licensing: what are the terms of the software, and is this licensed gambling?',
        answer: [
          'The software of Karat is free under the MIT licence. The typefaces Inter and Saira are used under the SIL Open Font License, the icons of Lucide under the ISC licence. Skins, cases, maps and avatars are drawn by Karat’s own program; no artwork of a game is used.',
          'As it comes, Karat is played with play money and is not a gambling service, and it holds no gambling licence. Whoever switches on trading with real value has to have every licence that the law demands, and has to name it on this page.',
        ],
      },
      contact: {
        question: 'Contact: how do I reach a person?',
        answer: [
          'Write a support ticket. You see the whole conversation there, and the answer comes as a notification. There is no e-mail address and no telephone number; anybody who offers you one in the name of Karat is not from Karat.',
          { link: 'Go to support', to: '/support' },
        ],
      },
    },
  },
};
