import type { DeskCatalogue } from './mixed.ts';
import { community } from './tr/community.ts';
import { games } from './tr/games.ts';
import { listings } from './tr/listings.ts';
import { missions } from './tr/missions.ts';
import { panel } from './tr/panel.ts';
import { prices } from './tr/prices.ts';
import { reports } from './tr/reports.ts';
import { servers } from './tr/servers.ts';
import { stock } from './tr/stock.ts';
import { trades } from './tr/trades.ts';
import { transactions } from './tr/transactions.ts';
import { users } from './tr/users.ts';

/** What staff read on their own pages, in Turkish. */
export const trDesk: DeskCatalogue = {
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
