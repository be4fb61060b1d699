import { LOCATIONS, MAPS, PLAYER_COUNTS, TICKET_PRICE_MAX } from '@karat/rules/rooms';
import * as z from 'zod/mini';

export const newRoom = z.object({
  map: z.enum(MAPS, 'Map is required'),
  player_count: z.enum(PLAYER_COUNTS, 'Player count is required'),
  server_location: z.enum(LOCATIONS, 'Server location is required'),
  ticketPrice: z._default(
    z
      .number('Entry fee must be a whole number.')
      .check(
        z.int('Entry fee must be a whole number.'),
        z.minimum(0, 'Entry fee must not be negative.'),
        z.maximum(TICKET_PRICE_MAX, 'Entry fee is too high.'),
      ),
    0,
  ),
});
