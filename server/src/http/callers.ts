import { Refusal } from '@karat/contract/refusal';
import type { FastifyRequest } from 'fastify';
import type { Caller, Deps } from '#deps.ts';
import { tokenOf } from './session-cookie.ts';

/** Whether a caller works for the site, and so may use it during maintenance. */
export function isStaff(caller: Pick<Caller, 'role'> | undefined): boolean {
  return caller?.role === 'admin';
}

/** Who may call: everyone, players or staff. Each function returns the caller or refuses. */
export type Callers = {
  anyone(request: FastifyRequest): Promise<Caller | undefined>;
  player(request: FastifyRequest): Promise<Caller>;
  admin(request: FastifyRequest): Promise<Caller>;
};

export function createCallers({ sessions, env }: Pick<Deps, 'sessions' | 'env'>): Callers {
  function anyone(request: FastifyRequest): Promise<Caller | undefined> {
    const token = tokenOf(request.headers, env);
    return token === undefined ? Promise.resolve(undefined) : sessions.find(token);
  }

  async function player(request: FastifyRequest): Promise<Caller> {
    const caller = await anyone(request);
    if (caller === undefined) throw new Refusal('unauthenticated', 'Please sign in first.');
    return caller;
  }

  async function admin(request: FastifyRequest): Promise<Caller> {
    const caller = await player(request);
    if (caller.role !== 'admin') throw new Refusal('forbidden', 'You are not allowed to do this.');
    return caller;
  }

  return { anyone, player, admin };
}
