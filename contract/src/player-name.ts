import * as z from 'zod/mini';

/** The name of a player. Pages mark the names of sandbox players, who are programs. */
export const playerName = { username: z.string(), isSandbox: z.boolean() };
