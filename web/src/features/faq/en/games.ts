import type { Faq } from '../outline.ts';
import { workedExample as example } from '../worked-example.ts';

/** Answers about diamonds and the games. */
export const games: Pick<Faq, 'diamonds' | 'cases' | 'roulette' | 'duels'> = {
  diamonds: {
    title: 'Diamonds',
    answers: {
      diamonds: {
        question: 'What are diamonds?',
        answer: [
          'The currency of Karat. Cases, bets, entry fees and market prices are all in diamonds. There are only whole diamonds.',
        ],
      },
      'real-money': {
        question: 'Can I buy diamonds or turn them into money?',
        answer: [
          'No. By default, diamonds are play money: they cannot be bought or paid out, and trading real skins is switched off.',
          'An operator can enable deposits and withdrawals of real skins where the law allows it. Diamonds themselves still cannot be bought or paid out.',
        ],
      },
      earning: {
        question: 'How do I get more diamonds?',
        answer: [
          {
            list: [
              'On a demo site you start with 100.000.',
              'Quick-sell an item you won: the amount is on its button.',
              'Complete a mission and press Claim Reward. Each reward is paid once.',
              'Win at roulette: a bet on the right colour pays 2 or 14 times your stake.',
              'Win a duel with an entry fee: the pot goes to the winning team.',
              'Sell an item to another player on the market.',
              'Deposit skins, if the site allows it: a skin worth 1,00 is 100 diamonds.',
            ],
          },
          { link: 'View missions', to: '/missions' },
        ],
      },
      'balance-history': {
        question: 'Where do I see what happened to my diamonds?',
        answer: [
          'On your profile, under Balance history: every transaction, newest first, with its type and your balance after it. You can filter by type and by day. Days start at 00:00 UTC.',
          'Download CSV gives you all of them as a file for a spreadsheet. Your profile also sums up what you have opened, wagered, won and lost.',
          { link: 'Open your profile', to: '/profile' },
        ],
      },
      books: {
        question: 'How do I know my balance is correct?',
        answer: [
          'Every transaction is recorded on two accounts: what leaves your wallet arrives somewhere else, and all accounts always add up to zero. Records are never changed or deleted; a mistake is corrected by a new record.',
          'The site audits its books all the time. If they were off by a single diamond, games would pause until staff had checked. The fairness page shows the totals and the time of the last audit.',
          { link: 'View the books', to: '/fair' },
        ],
      },
      interrupted: {
        question: 'What happens if my connection drops in the middle of a game?',
        answer: [
          'Nothing is lost. When you open a case, the server saves the result before the animation starts. The item is in your inventory even if you close the tab, and when you come back the spin continues or shows its result.',
          'A roulette bet stands whether you watch or not. You are paid when the wheel stops.',
          'If a request reaches the server twice, it counts once.',
        ],
      },
    },
  },
  cases: {
    title: 'Cases and fairness',
    answers: {
      cases: {
        question: 'How does opening a case work?',
        answer: [
          'You pay the price and get one item from the list on the case page. You can open one to five cases at once. The result is decided before the strip starts to move.',
          'You can keep the item, quick-sell it for the amount on the button, or sell it to another player on the market. The quick-sell amount is fixed when you win the item.',
        ],
      },
      inventory: {
        question: 'Where are my items, and how do I sell them?',
        answer: [
          'In your inventory, from the moment you win them. You can search, sort, and filter by rarity, type and exterior.',
          'Quick sell pays the amount on the card immediately. To sell several items at once, select them with the boxes on the cards. We ask before selling several items or an expensive one. A sale cannot be undone.',
          'An item on the market or in a trade offer is locked until that ends. You can sell your items during a break.',
          { link: 'Open your inventory', to: '/inventory' },
        ],
      },
      odds: {
        question: 'What are my chances?',
        answer: [
          'Each case page lists the chance of every item to two decimals; together they are exactly 100\u00a0%. It also shows the house edge: the share of the price that the house keeps on average, based on quick-sell prices. It is never below 5\u00a0%. A second figure shows the house edge if you withdraw the items instead, based on their full price.',
          'Each case links to a page that compares the published odds with the actual results of all openings. Your browser can recount and verify them.',
        ],
      },
      fairness: {
        question: 'How can I be sure a roll is not rigged?',
        answer: [
          'It comes from values that neither side can choose alone, and you can recompute it afterwards.',
          {
            steps: [
              'Karat picks a secret server seed for you and shows you its fingerprint (a SHA-256 hash). After that, the seed cannot be changed without changing the fingerprint.',
              'You choose a client seed, and your browser adds a new random value to every opening. Karat cannot know them in advance.',
              'The roll is computed from these values, the case table and a counter that increases by one with each roll.',
              'When you rotate seeds, the old server seed is revealed. You can check its fingerprint and recompute every roll.',
            ],
          },
          'Who you are, what you own and how much you have lost play no part.',
        ],
      },
      seeds: {
        question: 'What are server seed, client seed and nonce?',
        answer: [
          {
            facts: [
              ['Server seed', '32 random bytes, secret while in use. You see its hash, and the hash of the next one.'],
              [
                'Client seed',
                'Your part: 1 to 64 letters, digits, hyphens or underscores. Changing it reveals the server seed and starts the next one.',
              ],
              ['Entropy', 'A random value from your browser, new for each opening and stored with the roll.'],
              ['Version hash', 'The fingerprint of the case table: items, chances and price at that moment.'],
              [
                'Nonce',
                'A counter, 0 for the first roll of a seed. A missing number would show that a roll was hidden.',
              ],
            ],
          },
        ],
      },
      'worked-example': {
        question: 'Can you show me a roll from start to finish?',
        answer: [
          'Here is one you can repeat on any computer with openssl. The case costs 1.000 diamonds and holds six items with chances of 79,92\u00a0%, 15,98\u00a0%, 3,20\u00a0%, 0,64\u00a0%, 0,25\u00a0% and 0,01\u00a0%. As tickets, of which there are 10.000: item 1 has 0 to 7991, item 2 has 7992 to 9589, and so on up to item 6, which has ticket 9999 alone.',
          { label: 'Shown before the opening: server seed hash', code: example.serverSeedHash },
          {
            label: 'Your part: client seed and the entropy of this opening',
            code: `${example.clientSeed}\n${example.entropy}`,
          },
          { label: 'Revealed later: the server seed. Its hash is the one above', code: example.commands.seed },
          { label: 'The case table. Its hash is used in the roll', code: example.commands.table },
          { label: 'The roll: nonce 0, then 0 for the first block', code: example.commands.roll },
          `The answer begins with ${example.firstWordHex}. As a number, that is ${example.firstWord}. Divided by 10000, the remainder is ${example.ticket}: that is the ticket, and it belongs to item 1.`,
          'A first number of 4294960000 or more would be skipped in favour of the next eight digits. Otherwise low tickets would come up slightly too often.',
        ],
      },
      verify: {
        question: 'Do I have to trust your page to check a roll?',
        answer: [
          'No. Your browser checks a roll without asking the server, with the same code the server uses. You can also enter the values yourself, download that code as one small file, or use the commands in the example above.',
          'Every past roll keeps its own link and its case table, even if the case has changed since.',
          { link: 'Verify a roll', to: '/fair' },
        ],
      },
    },
  },
  roulette: {
    title: 'Roulette',
    answers: {
      roulette: {
        question: 'How does roulette work?',
        answer: [
          'Everyone plays the same round. You can bet for 20 seconds, then the wheel spins to a number from 0 to 14. Winners are paid when it stops, and the next round begins.',
          {
            facts: [
              ['Red', '1 to 7, pays 2 times your bet'],
              ['Black', '8 to 14, pays 2 times your bet'],
              ['Green', '0, pays 14 times your bet'],
            ],
          },
          'On average, 14 of 15 diamonds (93,33\u00a0%) are paid back, whichever colour you choose. The rest is the house edge.',
          { link: 'Go to the wheel', to: '/roulette' },
        ],
      },
      'roulette-bets': {
        question: 'How much can I bet, and until when?',
        answer: [
          'From 1 diamond up to the maximum shown in the bet bar. You can place several bets per round, also on different colours. A bet leaves your balance immediately and cannot be undone.',
          'Until the countdown ends. A bet that reaches the server too late is refused and costs nothing.',
        ],
      },
      'roulette-fairness': {
        question: 'Who decides the number?',
        answer: [
          'A chain of hashes created before the first round. Its last link was published first, and each round goes one link back. The hash of a round is on the page before you bet. When betting closes, the seed behind it is shown and must match that hash.',
          'The number is computed from this seed, the chain salt and the round’s position in the chain. No one can change it, because the published link fixes the whole chain. Bets play no part.',
          'Its limits: the site itself generated the salt at random after publishing the end of the chain; it does not come from a public event. And anyone who knew the secret of the chain could know numbers in advance, so it is stored encrypted.',
          { link: 'View the chains', to: '/fair' },
        ],
      },
      'roulette-verify': {
        question: 'How do I check a round?',
        answer: [
          'Press any of the last results to open the page of that round. Your browser checks the seed, the number and the colour there, and can follow the chain to its published end.',
          'It also works offline: download the round and the verifier from the fairness page.',
          { link: 'Verify a round', to: '/fair' },
        ],
      },
      'roulette-refunds': {
        question: 'What if the server stops in the middle of a round?',
        answer: [
          'A round with bets always ends with the number locked by its hash, even after a crash. Every winner is paid once.',
          'A round is refunded only if its seed is no longer available. Everyone gets their bets back, and the page of the round says why. The fairness page shows how many rounds were refunded.',
        ],
      },
    },
  },
  duels: {
    title: 'Duels',
    answers: {
      duels: {
        question: 'How does a duel work?',
        answer: [
          {
            steps: [
              'Create a room: choose the map, 1v1 or 2v2, the server location and, if you like, an entry fee. Or take a free seat in another room.',
              'When all seats are taken, everyone presses Ready within two minutes.',
              'After a 10-second countdown, the address of the game server appears. Join within five minutes.',
              'The winning team gets the pot, and the ratings change.',
            ],
          },
          'You need a linked Steam account, and you can be in one room at a time. The room timeline shows everything that happened.',
          { link: 'View rooms', to: '/' },
        ],
      },
      'entry-fee': {
        question: 'What happens to the entry fee?',
        answer: [
          'It is held in escrow until the match ends. The winners share the pot, minus a 5\u00a0% fee and any remainder that cannot be split evenly. If you leave before the match starts, you get your fee back. Rooms can also be free.',
        ],
      },
      'no-show': {
        question: 'What if someone does not show up, or the server fails?',
        answer: [
          'Players who are not ready within two minutes lose their seat and get their entry fee back; the others wait for a new player. If no game server is free within two minutes, the match is cancelled. If a team does not join within five minutes, it forfeits or the match is cancelled. If the server does not respond for ten minutes, the match is void. If a match is cancelled or void, everyone gets the entry fee back.',
        ],
      },
      rating: {
        question: 'How is my rating calculated?',
        answer: [
          'With the Elo system: you start at 1.000, and beating a stronger opponent earns more than beating a weaker one. In 2v2 the team average counts. Only finished matches count on the leaderboard.',
          { link: 'View the leaderboard', to: '/leaderboard' },
        ],
      },
    },
  },
};
