import { community } from './mixed/community.ts';
import { games } from './mixed/games.ts';
import { listings } from './mixed/listings.ts';
import { missions } from './mixed/missions.ts';
import { panel } from './mixed/panel.ts';
import { prices } from './mixed/prices.ts';
import { reports } from './mixed/reports.ts';
import { servers } from './mixed/servers.ts';
import { stock } from './mixed/stock.ts';
import { trades } from './mixed/trades.ts';
import { transactions } from './mixed/transactions.ts';
import { users } from './mixed/users.ts';

/** What staff read on their own pages, in the default language: the specification's sentences to the letter. */
export const mixedDesk = {
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

/** Every sentence of the admin panel. The full languages have the same keys, or they do not compile. */
export type DeskCatalogue = typeof mixedDesk;
