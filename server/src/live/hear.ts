import { argumentNames, fromClient, type FromClientName, type ClientPayload } from '@karat/contract/live';
import { Refusal } from '@karat/contract/refusal';
import type * as z from 'zod/mini';
import type { Caller } from '#deps.ts';
import type { Rate, RateLimiter } from '#http/rate-limit.ts';
import type { LiveSocket } from './live-socket.ts';

const EVENT_RATE: Rate = { burst: 20, perSecond: 20 };
/** Somebody who went too fast is told so once a minute, and else cut. */
const WARNING_RATE: Rate = { burst: 1, perSecond: 1 / 60 };
/** More than a burst can leave behind while the store is slow. */
const WAITING_MAX = 64;

type Identify<Who> = (socket: LiveSocket) => Promise<Who>;

/** The three answers to "who may send this". Each asks the sessions anew, so that a revoked one falls silent. */
export function anyone(socket: LiveSocket): Promise<Caller | undefined> {
  return socket.findCaller();
}

export async function signedIn(socket: LiveSocket): Promise<Caller> {
  const caller = await socket.findCaller();
  if (caller === undefined) throw new Refusal('unauthenticated', 'You have to sign in first.');
  return caller;
}

export async function adminOnly(socket: LiveSocket): Promise<Caller> {
  const caller = await signedIn(socket);
  if (caller.role !== 'admin') throw new Refusal('forbidden', 'You are not allowed to do this.');
  return caller;
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, sent: unknown): z.output<Schema> {
  const result = schema.safeParse(sent);
  if (result.success) return result.data;
  throw new Refusal('invalid', result.error.issues[0]?.message ?? 'Invalid input');
}

/** Under `hear`, for an event whose schema is at hand. */
export function hearWith<Schema extends z.ZodMiniType, Who>(
  socket: LiveSocket,
  { name, schema }: { name: string; schema: Schema },
  identify: Identify<Who>,
  handle: (sent: z.output<Schema>, who: Who) => Promise<void> | void,
): void {
  socket.hearings.set(name, async (sent) => {
    const who = await identify(socket);
    await handle(parse(schema, sent), who);
  });
}

/** Hears one event of the contract. `identify` says who may send it; being required it cannot be forgotten. */
export function hear<Name extends FromClientName, Who>(
  socket: LiveSocket,
  name: Name,
  identify: Identify<Who>,
  handle: (sent: ClientPayload<Name>, who: Who) => Promise<void> | void,
): void {
  const schema: z.ZodMiniType = fromClient[name];
  hearWith(socket, { name, schema: schema as z.ZodMiniType<ClientPayload<Name>> }, identify, handle);
}

/** What a player's tab must know as soon as it is here, before it asks. */
export function greet(socket: LiveSocket, say: (player: Caller) => Promise<void>): void {
  const { caller } = socket;
  if (caller !== undefined) socket.run(() => say(caller));
}

function slowDown(socket: LiveSocket, limits: RateLimiter): void {
  if (limits.take(`live-warning:${socket.id}`, WARNING_RATE) > 0) return socket.cut('flood');
  socket.send('ERROR', { message: 'Too many requests. Please slow down.', code: 'too_many' });
}

/** The one payload of an event: its only argument, or an object made of several. An acknowledgement callback is no argument. */
function payloadOf(name: unknown, sentArguments: readonly unknown[]): unknown {
  const values = sentArguments.filter((each) => typeof each !== 'function');
  const names = typeof name === 'string' && Object.hasOwn(argumentNames, name) ? argumentNames[name] : undefined;
  if (names === undefined || values.length < 2 || typeof values[0] === 'object') return values[0];
  return Object.fromEntries(values.slice(0, names.length).map((value, at) => [names[at]!, value]));
}

/** Takes a packet as it came from outside: nothing in it is what it should be until it is parsed. */
export function receive(socket: LiveSocket, packet: readonly unknown[], limits: RateLimiter): void {
  const isTooFast = limits.take(`live:${socket.id}`, EVENT_RATE) > 0 || socket.waitingCount() >= WAITING_MAX;
  if (isTooFast) return slowDown(socket, limits);

  const [name, ...sentArguments] = packet;
  const hearing = typeof name === 'string' ? socket.hearings.get(name) : undefined;
  const sent = payloadOf(name, sentArguments);
  socket.run(async () => {
    if (hearing === undefined) throw new Refusal('invalid', 'Unknown event.');
    await hearing(sent);
  });
}
