export { stock } from '../mixed/stock.ts';
