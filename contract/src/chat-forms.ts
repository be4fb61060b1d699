import * as z from 'zod/mini';
import { idNumber, reason } from './text.ts';

export const MUTE_MINUTES_MAX = 60 * 24 * 30;

export const muteForm = z.object({
  userId: idNumber,
  minutes: z
    .number('Minutes must be a whole number.')
    .check(
      z.int('Minutes must be a whole number.'),
      z.minimum(0, 'Minutes must be a whole number.'),
      z.maximum(MUTE_MINUTES_MAX, 'A mute can last up to 30 days.'),
    ),
  reason,
});
