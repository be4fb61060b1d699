import { argumentNames, fromClient, type FromClientName, type ClientPayload } from '@karat/contract/live';
import { Refusal } from '@karat/contract/refusal';
import { STAFF_EVENTS, type StaffEventName } from '@karat/contract/staff';
import type * as z from 'zod/mini';
import type { Caller } from '#deps.ts';
import { assertMay } from '#http/callers.ts';
import type { Rate, RateLimiter } from '#http/rate-limit.ts';
import type { LiveSocket } from './live-socket.ts';

type Handler = (socket: LiveSocket, payload: unknown) => Promise<void>;
/** The handlers of client events by name; one table for all sockets. */
export type ClientEvents = Map<string, Handler>;
type EventServer = { readonly clientEvents: ClientEvents };

const EVENT_RATE: Rate = { burst: 20, perSecond: 20 };
/** A client that sends too fast is warned at most once a minute, and otherwise disconnected. */
const WARNING_RATE: Rate = { burst: 1, perSecond: 1 / 60 };
/** More than a burst can queue while the database is slow. */
const WAITING_MAX = 64;

type Identify<Who> = (socket: LiveSocket) => Promise<Who>;

/** `anyone`, `signedIn` and `staffFor` say who may send an event. Each checks the session again, in case it was revoked. */
export function anyone(socket: LiveSocket): Promise<Caller | undefined> {
  return socket.findCaller();
}

export async function signedIn(socket: LiveSocket): Promise<Caller> {
  const caller = await socket.findCaller();
  if (caller === undefined) throw new Refusal('unauthenticated', 'Please sign in first.');
  return caller;
}

/** Staff whose role has the permission that `STAFF_EVENTS` names for the event. */
export function staffFor(name: StaffEventName): Identify<Caller> {
  return async (socket) => {
    const caller = await signedIn(socket);
    assertMay(caller, STAFF_EVENTS[name]);
    return caller;
  };
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, payload: unknown): z.output<Schema> {
  const result = schema.safeParse(payload);
  if (result.success) return result.data;
  throw new Refusal('invalid', result.error.issues[0]?.message ?? 'Invalid input');
}

type Handle<Payload, Who> = (payload: Payload, who: Who, socket: LiveSocket) => Promise<void> | void;

/** Like `onEvent`, with the schema passed in. */
export function onEventWithSchema<Schema extends z.ZodMiniType, Who>(
  { clientEvents }: EventServer,
  { name, schema }: { name: string; schema: Schema },
  identify: Identify<Who>,
  handle: Handle<z.output<Schema>, Who>,
): void {
  clientEvents.set(name, async (socket, payload) => {
    const who = await identify(socket);
    await handle(parse(schema, payload), who, socket);
  });
}

/** Handles one event of the contract. `identify` says who may send it; it is required so that no event omits it. */
export function onEvent<Name extends FromClientName, Who>(
  live: EventServer,
  name: Name,
  identify: Identify<Who>,
  handle: Handle<ClientPayload<Name>, Who>,
): void {
  const schema: z.ZodMiniType = fromClient[name];
  onEventWithSchema(live, { name, schema: schema as z.ZodMiniType<ClientPayload<Name>> }, identify, handle);
}

function warnOrDisconnect(socket: LiveSocket, limits: RateLimiter): void {
  if (limits.take(`live-warning:${socket.id}`, WARNING_RATE) > 0) return socket.disconnect('flood');
  socket.emit('ERROR', { message: 'Too many requests. Please slow down.', code: 'too_many' });
}

/** The payload of an event: its only argument, or an object made of several. An acknowledgement callback does not count. */
function payloadOf(name: unknown, eventArguments: readonly unknown[]): unknown {
  const values = eventArguments.filter((each) => typeof each !== 'function');
  const names = typeof name === 'string' && Object.hasOwn(argumentNames, name) ? argumentNames[name] : undefined;
  if (names === undefined || values.length < 2 || typeof values[0] === 'object') return values[0];
  return Object.fromEntries(values.slice(0, names.length).map((value, index) => [names[index]!, value]));
}

type ReceiveDeps = { readonly clientEvents: ClientEvents; readonly limits: RateLimiter };

/** Handles a raw packet. Nothing in it is trusted until it is parsed. */
export function receive(socket: LiveSocket, packet: readonly unknown[], { clientEvents, limits }: ReceiveDeps): void {
  const isTooFast = limits.take(`live:${socket.id}`, EVENT_RATE) > 0 || socket.waitingCount() >= WAITING_MAX;
  if (isTooFast) return warnOrDisconnect(socket, limits);

  const [name, ...eventArguments] = packet;
  const handler = typeof name === 'string' ? clientEvents.get(name) : undefined;
  const payload = payloadOf(name, eventArguments);
  socket.run(async () => {
    if (handler === undefined) throw new Refusal('invalid', 'Unknown event.');
    await handler(socket, payload);
  });
}
