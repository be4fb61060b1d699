import { trades as mixed } from '../mixed/trades.ts';

export const trades: typeof mixed = {
  trades: { ...mixed.trades, failed: 'The offers could not be loaded.' },
};
