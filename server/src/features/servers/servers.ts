import { Refusal } from '@karat/contract/refusal';
import type { GameServer } from '@karat/contract/servers';
import { type GameServerInfo, type GameServerLink, ServerUnreachable } from '#adapters/game-server/game-server.ts';
import type { Deps } from '#deps.ts';
import { recordStaffAction } from '#features/logs/logs.ts';
import { commandName, kindOfCommand } from './commands.ts';
import { selectRoomsOfServers } from './queries.ts';

/** A reply may be megabytes long; the page shows this many characters. */
const ANSWER_LENGTH_MAX = 65_536;

type ServerDeps = Pick<Deps, 'db' | 'servers'>;

/** Lists game servers with the rooms played on them, without join passwords. */
export async function listServers({ db, servers }: ServerDeps): Promise<GameServer[]> {
  const rooms = new Map((await selectRoomsOfServers(db.sql)).map(({ roomId, address }) => [address, roomId]));
  return servers.list().map(({ id, location, address, isSandbox }) => {
    return { id, location, address, isSandbox, roomId: rooms.get(address) ?? null };
  });
}

/** The server with this id, or the first. */
function findServer({ servers }: ServerDeps, serverId: number | undefined): GameServerInfo & { link: GameServerLink } {
  const info = servers.list().find(({ id }) => serverId === undefined || id === serverId);
  const link = info && servers.link(info.id);
  if (link === undefined) throw new Refusal('not_found', 'Game server not found.');
  return { ...info!, link };
}

/** An unreachable server is not a bug of the site. */
function asRefusal(error: unknown): unknown {
  return error instanceof ServerUnreachable ? new Refusal('server_unreachable', error.message) : error;
}

export async function readStatus(deps: ServerDeps, serverId: number | undefined) {
  const { id, link } = findServer(deps, serverId);
  try {
    const { server, players } = await link.status();
    return { server: { id, ...server }, players: [...players] };
  } catch (error) {
    throw asRefusal(error);
  }
}

type CommandRequest = {
  readonly actorId: number;
  readonly serverId: number | undefined;
  readonly cmd: string;
  readonly isConfirmed: boolean;
};

/** Records a command before it is sent and again with its result, so that a crash leaves a trace. */
export async function sendCommand(
  deps: ServerDeps,
  { actorId, serverId, cmd, isConfirmed }: CommandRequest,
): Promise<string> {
  const { id, link } = findServer(deps, serverId);
  const record = (action: string, after: object): Promise<void> =>
    deps.db.transaction((tx) => recordStaffAction(tx, { actorId, action, subject: `server:${id}`, after }));

  const kind = kindOfCommand(cmd);
  if (kind === 'refused' || kind === 'unreadable') {
    // Only the name: the rest may be the secret that caused the refusal.
    await record('server.refused', { command: commandName(cmd).slice(0, 64) });
    if (kind === 'refused') throw new Refusal('command_refused', 'This command cannot be sent from here.');
    throw new Refusal('command_refused', 'A command must be one line of at most 256 bytes, without ; or `.');
  }
  if (kind === 'dangerous' && !isConfirmed) {
    throw new Refusal('command_unconfirmed', 'This command is dangerous. Please confirm it.');
  }
  await record('server.command', { command: cmd });
  try {
    const answer = await link.command(cmd);
    await record('server.outcome', { command: cmd, outcome: 'answered', characters: answer.length });
    return answer.length > ANSWER_LENGTH_MAX ? `${answer.slice(0, ANSWER_LENGTH_MAX)}…` : answer;
  } catch (error) {
    if (error instanceof ServerUnreachable) {
      await record('server.outcome', { command: cmd, outcome: error.message });
    }
    throw asRefusal(error);
  }
}
