import { account } from './en/account.ts';
import { community } from './en/community.ts';
import { games } from './en/games.ts';
import { market } from './en/market.ts';
import type { Faq } from './outline.ts';

export const faqEn: Faq = { ...account, ...games, ...market, ...community };
