import type { records as mixed } from '../mixed/records.ts';

export const records: typeof mixed = {
  logDesk: {},
  ledger: {},
  statistics: {},
};
