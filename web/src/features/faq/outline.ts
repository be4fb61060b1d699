import type { PageName, pages } from '@karat/contract/pages';

/** The questions by topic, in reading order. Each id is the anchor of its answer in every language, and never changes. */
export const outline = [
  { id: 'start', answers: ['sign-up', 'steam-sign-in', 'age', 'languages'] },
  { id: 'diamonds', answers: ['diamonds', 'real-money', 'earning', 'balance-history', 'books', 'interrupted'] },
  { id: 'cases', answers: ['cases', 'inventory', 'odds', 'fairness', 'seeds', 'worked-example', 'verify'] },
  { id: 'missions', answers: ['missions', 'mission-reward', 'mission-reset'] },
  {
    id: 'community',
    answers: ['chat', 'chat-rules', 'chat-staff', 'chat-hiding', 'tickets', 'notifications'],
  },
  {
    id: 'roulette',
    answers: ['roulette', 'roulette-bets', 'roulette-fairness', 'roulette-verify', 'roulette-refunds'],
  },
  { id: 'duels', answers: ['duels', 'entry-fee', 'no-show', 'rating'] },
  {
    id: 'market',
    answers: ['market', 'market-fee', 'skin-deposit', 'skin-withdrawal', 'skin-hold', 'trade-url', 'skin-troubles'],
  },
  { id: 'safer-play', answers: ['limits', 'breaks', 'reality-check', 'help'] },
  { id: 'account', answers: ['password', 'forgotten-password', 'devices', 'staying-safe'] },
  { id: 'karat', answers: ['about', 'privacy', 'licensing', 'contact'] },
] as const;

type Outline = (typeof outline)[number];
export type TopicId = Outline['id'];
export type AnswerId = Outline['answers'][number];

/** A part of an answer; a bare text is a paragraph. */
export type Block =
  | string
  | { readonly list: readonly string[] }
  | { readonly steps: readonly string[] }
  | { readonly facts: readonly (readonly [name: string, value: string])[] }
  | { readonly code: string; readonly label: string }
  | { readonly link: string; readonly to: (typeof pages)[PageName] };

export type Answer = { readonly question: string; readonly answer: readonly Block[] };

type TopicText<Topic extends TopicId> = {
  readonly title: string;
  readonly answers: { readonly [Id in Extract<Outline, { id: Topic }>['answers'][number]]: Answer };
};

/** The whole page in one language: a missing answer does not compile. */
export type Faq = { readonly [Topic in TopicId]: TopicText<Topic> };
