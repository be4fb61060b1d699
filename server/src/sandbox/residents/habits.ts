import { buyListings } from './habits/buy-listings.ts';
import { joinRooms } from './habits/join-rooms.ts';
import { listItems } from './habits/list-items.ts';
import { openCases } from './habits/open-cases.ts';
import { openRooms } from './habits/open-rooms.ts';
import { orderItems } from './habits/order-items.ts';
import { placeBets } from './habits/place-bets.ts';
import { sellItems } from './habits/sell-items.ts';
import { writeChat } from './habits/write-chat.ts';
import type { Habit } from './resident.ts';

/** In order of priority while something is missing: what newcomers see first comes first. */
export const HABITS: readonly Habit[] = [
  openCases,
  placeBets,
  joinRooms,
  openRooms,
  listItems,
  orderItems,
  writeChat,
  sellItems,
  buyListings,
];
