import type { Faq } from '../outline.ts';

/** Answers about the market, deposits and withdrawals. */
export const market: Pick<Faq, 'market'> = {
  market: {
    title: 'Market and skins',
    answers: {
      market: {
        question: 'How do I buy and sell on the market?',
        answer: [
          'To sell, choose an item from your inventory and name a price of at least one diamond. It stays yours until somebody buys it, and you can take it back any time before. To buy, press the price: item and diamonds change hands in the same moment.',
          'Items that cannot be traded right now are listed apart, with the reason.',
        ],
      },
      'market-fee': {
        question: 'What does selling cost?',
        answer: [
          '5\u00a0% of the price, rounded down, paid by the seller when the item is sold. Listing and taking back are free, and the buyer pays what is on the label. The sell window shows what you will receive.',
        ],
      },
      'skin-deposit': {
        question: 'Can I deposit skins from Steam?',
        answer: [
          'Only where the site has switched it on; as Karat comes, it is off. On a demo installation you trade practice skins with a practice Steam.',
          'Press your balance at the top of the page. Your tradable skins stand there with what each brings; a skin worth 1,00 is 100 diamonds. Choose up to 50, see what you will receive, and press Send Trade Offer. What you were shown is what is credited: if a value has changed in between, you are asked again.',
          'Open the offer on Steam, compare its code with the one shown here, and accept it. The diamonds are then credited, once; if you decline it, call it off or let it run out, nothing happens. Every step of it stands under Your offers.',
        ],
      },
      'skin-withdrawal': {
        question: 'Can I take a skin out to Steam?',
        answer: [
          'Only where the site has switched it on. Choose Withdraw on an item in your inventory, and accept the offer on Steam. The item is locked while the offer is open, gone when you accept it, and back in your inventory if you do not.',
          'As long as diamonds from a deposit are on hold, your balance has to stay at least that high for a skin to leave. Valuable skins are looked at by our staff before they are sent.',
        ],
      },
      'skin-hold': {
        question: 'Why are my diamonds on hold?',
        answer: [
          'Steam lets a trade be taken back for 7 days. A deposit is therefore on hold for 8 days. You can play with it at once, but a skin can leave only while your balance is at least as high as what is on hold. The balance window says how much that is and until when.',
          'The hold goes along: what you pay another player with held diamonds, on the market or in a lost duel, is on hold for that player too, until the same day. So nobody can carry it out through a friend.',
          'If Steam takes the trade back, what is left of the deposit is taken back here, and the account can trade no more, nor play duels or use the market, until our staff have looked at it.',
        ],
      },
      'trade-url': {
        question: 'What is a trade URL, and what is the code for?',
        answer: [
          'A trade URL is the address under which Steam lets others send you trade offers. You find it in your Steam account under Inventory, Trade Offers, Who can send me Trade Offers. Karat takes only your own, and shows it to nobody.',
          'Each offer has a code of eight letters and digits in its message. Accept only an offer whose code is the one shown on this site: strangers may try to look like us.',
        ],
      },
      'skin-troubles': {
        question: 'Why does my deposit or withdrawal not go through?',
        answer: [
          {
            list: [
              'Your Steam inventory is private: make it public in the privacy settings of your Steam profile, then try again.',
              'Your Steam account has no mobile authenticator: Steam would keep the skins back for days, so no offer is sent.',
              'A skin has left your inventory meanwhile, or cannot be traded yet.',
              'Steam is busy or does not answer: nothing is lost, try again a little later.',
              'You are taking a break, or a limit of your own would be passed. Taking out what you own is still possible.',
            ],
          },
        ],
      },
    },
  },
};
