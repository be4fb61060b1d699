export const records = {
  logDesk: {},
  ledger: {},
  statistics: {},
};
