import { community } from './en/community.ts';
import { games } from './en/games.ts';
import { listings } from './en/listings.ts';
import { missions } from './en/missions.ts';
import { panel } from './en/panel.ts';
import { prices } from './en/prices.ts';
import { reports } from './en/reports.ts';
import { servers } from './en/servers.ts';
import { stock } from './en/stock.ts';
import { trades } from './en/trades.ts';
import { transactions } from './en/transactions.ts';
import { users } from './en/users.ts';
import type { DeskCatalogue } from './mixed.ts';

/** What staff read on their own pages, in English. */
export const enDesk: DeskCatalogue = {
  ...panel,
  ...stock,
  ...missions,
  ...community,
  ...games,
  ...servers,
  ...trades,
  ...listings,
  ...prices,
  ...reports,
  ...transactions,
  ...users,
};
