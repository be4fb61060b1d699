import { LOCATIONS } from '@karat/rules/rooms';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { idNumber, cleanedText } from './text.ts';

const serverPlayer = z.object({ type: z.string(), name: z.string(), state: z.string() });

const gameServer = z.object({
  id: z.number(),
  location: z.enum(LOCATIONS),
  address: z.string(),
  isSandbox: z.boolean(),
  /** The room whose match runs on it. */
  roomId: z.nullable(z.number()),
});
export type GameServer = z.output<typeof gameServer>;

export const getGameServers = endpoint({
  method: 'GET',
  path: '/rcon/getGameServers',
  summary: 'The game servers of the site, without their passwords.',
  reply: z.object({ data: z.array(gameServer) }),
});

const serverId = z.optional(z.pipe(z.string().check(z.regex(/^\d{1,6}$/, 'Invalid id.')), z.transform(Number)));

export const checkStatus = endpoint({
  method: 'GET',
  path: '/rcon/checkStatus',
  summary: 'The status of a game server; of the first one if none is given.',
  query: z.object({ serverId }),
  refuses: ['not_found', 'server_unreachable'],
  reply: z.object({
    data: z.object({
      server: z.object({ id: z.number(), hostname: z.string(), public_ip: z.string(), map: z.string() }),
      players: z.array(serverPlayer),
    }),
  }),
});

export const COMMAND_LENGTH_MAX = 256;

export const sendCommand = endpoint({
  method: 'POST',
  path: '/rcon/cmd',
  summary: 'Send a command to a game server. Dangerous commands must be confirmed, some are refused.',
  body: z.object({
    cmd: z
      .string('Command is required.')
      .check(
        cleanedText,
        z.trim(),
        z.minLength(1, 'Command is required.'),
        z.maxLength(COMMAND_LENGTH_MAX, `Command must be at most ${COMMAND_LENGTH_MAX} characters.`),
      ),
    serverId: z.optional(idNumber),
    isConfirmed: z.optional(z.boolean()),
  }),
  refuses: ['command_refused', 'command_unconfirmed', 'not_found', 'server_unreachable'],
  reply: z.object({ message: z.string(), data: z.string() }),
});
