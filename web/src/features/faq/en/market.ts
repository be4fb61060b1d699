import type { Faq } from '../outline.ts';

/** Answers about the market, deposits and withdrawals. */
export const market: Pick<Faq, 'market'> = {
  market: {
    title: 'Market and skins',
    answers: {
      market: {
        question: 'How do I buy and sell on the market?',
        answer: [
          'To sell, choose an item from your inventory and set a price of at least one diamond. It stays yours until it sells, and you can cancel the listing at any time. To buy, press the price. You get the item immediately.',
          'Items you cannot sell right now are listed separately, with the reason.',
        ],
      },
      'market-fee': {
        question: 'What does selling cost?',
        answer: [
          '5\u00a0% of the price, rounded down, paid by the seller when the item sells. Listing and cancelling are free. The sell window shows what you will receive.',
        ],
      },
      'skin-deposit': {
        question: 'Can I deposit skins from Steam?',
        answer: [
          'Only if the site allows it; by default it is off. A demo site uses practice skins and a practice Steam.',
          'Press your balance at the top of the page. You see your tradable skins with their value; a skin worth 1,00 is 100 diamonds. Choose up to 50 and press Send Trade Offer. You receive the amount shown. If a value has changed, we ask you again.',
          'Open the offer on Steam, compare its code with the one shown here, and accept it. You then receive the diamonds. If you decline or cancel it, or let it expire, nothing happens. You find every step under Your offers.',
        ],
      },
      'skin-withdrawal': {
        question: 'Can I withdraw a skin to Steam?',
        answer: [
          'Only if the site allows it. Choose Withdraw on an item in your inventory, then accept the offer on Steam. The item is locked while the offer is open. If you do not accept, it returns to your inventory.',
          'While diamonds from a deposit are on hold, you can withdraw only if your balance covers the hold. Our staff review valuable skins before we send them.',
        ],
      },
      'skin-hold': {
        question: 'Why are my diamonds on hold?',
        answer: [
          'Steam trades can be reversed for 7 days, so a deposit is on hold for 8 days. You can play with it immediately, but you can withdraw skins only while your balance covers the hold. The balance window shows the amount and the end date.',
          'The hold moves with the diamonds: if you pay another player with them, on the market or in a lost duel, they stay on hold for that player until the same day.',
          'If the trade is reversed, we take back what is left of the deposit. The account cannot trade, play duels or use the market until our staff have reviewed it.',
        ],
      },
      'trade-url': {
        question: 'What is a trade URL, and what is the code for?',
        answer: [
          'Others use your trade URL to send you trade offers on Steam. You find it in your Steam account under Inventory, Trade Offers, Who can send me Trade Offers. It must belong to your Steam account. Karat shows it to no one.',
          'Each offer has a code of eight letters and digits in its message. Accept only offers whose code matches the one shown on this site: scammers may pretend to be us.',
        ],
      },
      'skin-troubles': {
        question: 'Why did my deposit or withdrawal fail?',
        answer: [
          {
            list: [
              'Your Steam inventory is private: make it public in the privacy settings of your Steam profile, then try again.',
              'Your Steam account has no mobile authenticator: Steam would hold the skins for days, so we send no offer.',
              'A skin is no longer in your inventory, or cannot be traded yet.',
              'Steam is busy or not responding: nothing is lost, try again later.',
              'You are on a break, or the deposit would exceed one of your limits. You can still withdraw what you own.',
            ],
          },
        ],
      },
    },
  },
};
