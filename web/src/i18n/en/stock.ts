import { stock as mixed } from '../mixed/stock.ts';

export const stock: typeof mixed = {
  stock: { ...mixed.stock, quickSell: 'Quick sell', sold: 'Item sold' },
};
