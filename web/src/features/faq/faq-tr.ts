import type { Faq } from './outline.ts';
import { account } from './tr/account.ts';
import { community } from './tr/community.ts';
import { games } from './tr/games.ts';
import { market } from './tr/market.ts';

export const faqTr: Faq = { ...account, ...games, ...market, ...community };
