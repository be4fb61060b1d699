import { stock as mixed } from '../mixed/stock.ts';

export const stock: typeof mixed = mixed;
