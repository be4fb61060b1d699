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
          'The currency of Karat. Cases, bets, entry fees and market prices are all in diamonds. There are only whole ones, so nothing is ever lost to rounding behind the comma.',
        ],
      },
      'real-money': {
        question: 'Can I buy diamonds or turn them into money?',
        answer: [
          'No. As Karat comes, diamonds are play money: they cannot be bought, they cannot be paid out, and trading real skins is switched off.',
          'Whoever runs a site can switch on deposits and withdrawals of real skins where the law allows it. Diamonds themselves still cannot be bought or paid out.',
        ],
      },
      earning: {
        question: 'How do I get more diamonds?',
        answer: [
          {
            list: [
              'On a demo installation you start with a gift of 100.000.',
              'Quick-sell an item that you won: the amount is on its button.',
              'Complete a mission and press Claim Reward. Each reward is paid once.',
              'Win at roulette: a bet on the right colour is paid 2 or 14 times.',
              'Win a duel that is played for diamonds: the pot goes to the winning side.',
              'Sell an item to another player on the market.',
              'Deposit skins, where the site has switched that on: one worth 1,00 is 100 diamonds.',
            ],
          },
          { link: 'See the missions', to: '/missions' },
        ],
      },
      'balance-history': {
        question: 'Where do I see what happened to my diamonds?',
        answer: [
          'On your profile, under Balance history: every movement there has ever been, newest first, with what it was for and your balance after it. You can look for one kind of movement and for certain days. Days begin at 00:00 UTC.',
          'Download CSV gives you the same lines as a file for a spreadsheet, all of them and not only the page you see. Above it your profile sums up what you have opened, wagered, won and lost.',
          { link: 'Open your profile', to: '/profile' },
        ],
      },
      books: {
        question: 'How do I know that my balance is right?',
        answer: [
          'Every movement is booked twice: what leaves your wallet arrives somewhere else, and the sum over all accounts is always zero. A booked line is never changed or deleted; a mistake is corrected by a new line.',
          'The site checks its own books all the time, and if they were ever out by a single diamond it would stop taking wagers until a person has looked. What players, the house and the world outside hold together stands on the fairness page, with the time of the last audit.',
          { link: 'See the books', to: '/fair' },
        ],
      },
      interrupted: {
        question: 'What happens if my connection drops in the middle of a game?',
        answer: [
          'Nothing is lost. When you open a case, the server has decided and booked the result before the animation starts. A won item is in your inventory even if you close the tab while the strip is still moving, and when you come back the same spin goes on or shows its result.',
          'A bet at roulette stands whether you watch or not: the round ends with the number it was committed to, and what you won is booked when the wheel stops.',
          'A press that reached the server twice counts once.',
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
          'You pay the price, and one item from the list on the case page is yours. You can open one to five at once. The price is taken, the roll is made and the item is given in one step on the server; only then does the strip start to move, and where it stops means nothing but your item.',
          'You can keep the item or quick-sell it for the amount on the button, or sell it to another player on the market. The amount on the button is fixed at the moment you win it and is paid once.',
        ],
      },
      inventory: {
        question: 'Where are my items, and how do I sell them?',
        answer: [
          'In your inventory, from the moment you win them. You can search it, filter it by rarity, type and exterior, and put it in order.',
          'Quick sell pays the amount on the card at once. Choose several with the boxes on the cards, or all on the page, and one question sells them together; a dear single item is asked about as well. A sale cannot be undone, and each item is paid once, however often you press.',
          'An item on the market or in a trade offer is bound until that has ended, and its card says so. A break does not keep you from selling what is yours.',
          { link: 'Open your inventory', to: '/inventory' },
        ],
      },
      odds: {
        question: 'What are my chances?',
        answer: [
          'Each case page lists the chance of every item in hundredths of a percent; together they are exactly 100\u00a0%. It also shows the house edge: the part of the price that stays with the house on average, measured by what the items quick-sell for. It is never below 5\u00a0%; a case that would fall below it cannot be saved. A second figure says what stays with the house when items are withdrawn, measured by their full price.',
          'Each case links to a page that holds the published odds against how often each item was really won, counted over all openings. Your browser can count and verify them all again.',
        ],
      },
      fairness: {
        question: 'How can I be sure that a roll is not rigged?',
        answer: [
          'Because it comes from values that neither side can choose alone, and because you can calculate it again afterwards.',
          {
            steps: [
              'Karat picks a secret server seed for you and shows you its fingerprint (a SHA-256 hash). The seed cannot be exchanged any more without the fingerprint changing.',
              'You choose a client seed, and your browser adds a fresh random value to every single opening. Karat cannot know them in advance.',
              'The roll is calculated from both, from the table of the case and from a counter that rises by one with each roll.',
              'When you change seeds, the old server seed is revealed. You check that it has the promised fingerprint and calculate every roll again.',
            ],
          },
          'Who you are, what you own and how much you have lost are not part of the calculation.',
        ],
      },
      seeds: {
        question: 'What are server seed, client seed and nonce?',
        answer: [
          {
            facts: [
              [
                'Server seed',
                '32 random bytes, secret while in use. You see its hash, and already the hash of the one that comes next.',
              ],
              [
                'Client seed',
                'Your part: 1 to 64 letters, digits, hyphens or underscores. Changing it reveals the old server seed and starts the next one.',
              ],
              ['Entropy', 'A random value from your browser, new with each opening, kept with the roll.'],
              ['Case hash', 'The fingerprint of the table: items, chances and price as they were at that moment.'],
              [
                'Nonce',
                'A counter, 0 for the first roll of a seed. A missing number would show that a roll was hidden.',
              ],
            ],
          },
        ],
      },
      'worked-example': {
        question: 'Can you show me one roll from beginning to end?',
        answer: [
          'Here is one that you can repeat on any computer with openssl. The case costs 1.000 diamonds and holds six items with chances of 79,92\u00a0%, 15,98\u00a0%, 3,20\u00a0%, 0,64\u00a0%, 0,25\u00a0% and 0,01\u00a0%. As tickets, of which there are 10.000: item 1 has 0 to 7991, item 2 has 7992 to 9589, and so on up to item 6, which has ticket 9999 alone.',
          { label: 'Shown before the opening: hash of the server seed', code: example.serverSeedHash },
          {
            label: 'Your part: client seed, and the entropy of this opening',
            code: `${example.clientSeed}\n${example.entropy}`,
          },
          { label: 'Revealed later: the server seed. Its hash is the one above', code: example.commands.seed },
          { label: 'The table of the case. Its hash goes into the roll', code: example.commands.table },
          { label: 'The roll: nonce 0, and 0 again for the first block', code: example.commands.roll },
          `The answer begins with ${example.firstWordHex}. As a number that is ${example.firstWord}. Divided by 10000 it leaves ${example.ticket}: that is the ticket, and it belongs to item 1.`,
          'A first number of 4294960000 or more would be skipped and the next eight digits taken: otherwise the low tickets would come up a tiny bit too often.',
        ],
      },
      verify: {
        question: 'Do I have to trust your page to check a roll?',
        answer: [
          'No. The provably fair window checks a roll in your browser without asking the server, with the same code that the server rolls with. You can also type in the values by hand, download that code as one small file, or use the commands of the example above.',
          'Every past roll keeps its own link and the table as it was then, even if the case has changed since.',
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
          'Everybody plays the same round. Bets are taken for 20 seconds, then a number from 0 to 14 is drawn and the wheel turns to it. All winners are paid in the moment it stops, and the next round begins.',
          {
            facts: [
              ['Red', '1 to 7, pays 2 times your bet'],
              ['Black', '8 to 14, pays 2 times your bet'],
              ['Green', '0, pays 14 times your bet'],
            ],
          },
          'On average 14 of 15 diamonds come back, 93,33\u00a0%, whichever colour you choose. The rest is the edge of the house.',
          { link: 'Go to the wheel', to: '/roulette' },
        ],
      },
      'roulette-bets': {
        question: 'How much can I bet, and until when?',
        answer: [
          'From 1 diamond up to the largest bet of the site, which the bar on the page shows. You can bet as often as you like in a round, on several colours too. What you bet leaves your balance at once, and a bet cannot be taken back.',
          'Until the countdown is over. What counts is not the clock of your device but whether your bet reached the books before the round was closed there: it is in the round, or it is refused and costs nothing. No bet is taken after the number is drawn.',
        ],
      },
      'roulette-fairness': {
        question: 'Who decides the number?',
        answer: [
          'A chain of hashes that was made before the first round. Its last link was published first, and each round goes one link back: the hash of a round is on the page before you bet, the seed behind it is shown once betting is closed, and it has to hash to what was shown.',
          'The number is drawn from this seed, from the salt of the chain and from the number of the round in it. Nobody can exchange it, because the published link fixes the whole chain; who bets what is not part of it.',
          'To be honest about its limit: the salt was made at random by the site itself, after the end of the chain was published, and not by a public event. And whoever holds the secret of the chain could know numbers in advance; it is kept encrypted and is shown to nobody.',
          { link: 'See the chains', to: '/fair' },
        ],
      },
      'roulette-verify': {
        question: 'How do I check a round?',
        answer: [
          'Press any of the last results: each round has a page of its own. Your browser checks there that the seed has the published hash, that it draws the number and that the number has the colour, and follows the chain to its published end if you like.',
          'Without the site it works too: download the round and the verifier from the fairness page.',
          { link: 'Verify a round', to: '/fair' },
        ],
      },
      'roulette-refunds': {
        question: 'What if the server stops in the middle of a round?',
        answer: [
          'A round that has taken a bet ends with the number that its hash had fixed, also after a crash. Every winner is paid once.',
          'Only a round whose seed can no longer be had is refunded: everybody gets back what they bet, the page of the round says why, and the number of refunded rounds stands on the fairness page.',
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
              'Create a room: map, 1v1 or 2v2, place of the server and, if you like, an entry fee. Or take a free seat in somebody else’s room. A link alone never costs anything; you press the button for the seat.',
              'When all seats are taken, everybody presses Ready. You have two minutes.',
              'After a countdown of 10 seconds the game server is set up and its address appears. Join within five minutes.',
              'The server reports the result. The pot is paid, and the ratings change.',
            ],
          },
          'You need a linked Steam account, and you can be in one room at a time. Each room keeps a timeline that all its players can read: seats, stakes, ready, result, payments.',
          { link: 'See the rooms', to: '/' },
        ],
      },
      'entry-fee': {
        question: 'What happens to the entry fee?',
        answer: [
          'It moves from your wallet into the keeping of the room, where nobody can touch it. The winners share the pot less 5\u00a0% for the house; what does not divide evenly stays with the house too. Leaving before the start gives you your fee back. A room can also be free.',
        ],
      },
      'no-show': {
        question: 'What if somebody does not come, or the server fails?',
        answer: [
          'Whoever is not ready within two minutes loses the seat and gets the entry fee back; the others stay and wait for somebody else. If no game server is free within two minutes, the match is called off. If a side does not join the server in five minutes, it forfeits or the match is called off. If the server is silent for ten minutes, the match is void. Where a match is called off or void, everybody gets the entry fee back, and the room says why.',
        ],
      },
      rating: {
        question: 'How is my rating calculated?',
        answer: [
          'By the Elo system from real results: you start at 1.000, a win against a stronger opponent brings more than one against a weaker one. In 2v2 the average of the team counts. Rating, wins and kills on the leaderboard come from finished matches only.',
          { link: 'See the leaderboard', to: '/leaderboard' },
        ],
      },
    },
  },
};
