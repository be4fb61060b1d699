import { Refusal } from '@karat/contract/refusal';
import { may, needsFreshFactor, permissionFor, type StaffEndpoint, type StaffPermission } from '@karat/contract/staff';
import type { FastifyRequest } from 'fastify';
import type { Caller, Deps } from '#deps.ts';
import type { Env } from '#env.ts';
import { clientIpOf, tokenOf } from './session-cookie.ts';

/** Whether a caller works for the site, and so may use it during maintenance. */
export function isStaff(caller: Pick<Caller, 'staffRole'> | undefined): boolean {
  return caller !== undefined && caller.staffRole !== null;
}

/**
 * Who may call: everyone, players or staff. Each function returns the caller or refuses. Which staff may make a call is decided by
 * `STAFF_CALLS` of the contract.
 */
export type Callers = {
  anyone(request: FastifyRequest): Promise<Caller | undefined>;
  player(request: FastifyRequest): Promise<Caller>;
  staff(request: FastifyRequest, endpoint: StaffEndpoint): Promise<Caller>;
};

/** The caller with the rights of staff only at an address of staff. */
export function callerAt(
  caller: Caller | undefined,
  address: string,
  { staffAddresses }: Pick<Env, 'staffAddresses'>,
): Caller | undefined {
  if (caller === undefined || caller.staffRole === null) return caller;
  return staffAddresses === undefined || staffAddresses.has(address) ? caller : { ...caller, staffRole: null };
}

/** Refuses players, and staff whose role lacks the permission. */
export function assertMay({ staffRole }: Caller, permission: StaffPermission): void {
  if (!may(staffRole, permission)) throw new Refusal('forbidden', 'You are not allowed to do this.');
}

/** Refuses sessions in which no second factor was given in the last ten minutes. */
export async function assertFreshFactor(sessions: Deps['sessions'], { sessionId }: Caller): Promise<void> {
  if (await sessions.hasFreshFactor(sessionId)) return;
  throw new Refusal('stale_second_factor', 'Enter a code of your authenticator app again.');
}

export function createCallers({ sessions, env }: Pick<Deps, 'sessions' | 'env'>): Callers {
  /** Runs with every call, so it awaits nothing by itself and reads the address only where it counts. */
  function anyone(request: FastifyRequest): Promise<Caller | undefined> {
    const token = tokenOf(request.headers, env);
    const found = token === undefined ? Promise.resolve(undefined) : sessions.find(token);
    if (env.staffAddresses === undefined) return found;
    return found.then((caller) => callerAt(caller, clientIpOf(request), env));
  }

  async function player(request: FastifyRequest): Promise<Caller> {
    const caller = await anyone(request);
    if (caller === undefined) throw new Refusal('unauthenticated', 'Please sign in first.');
    return caller;
  }

  async function staff(request: FastifyRequest, endpoint: StaffEndpoint): Promise<Caller> {
    const caller = await player(request);
    assertMay(caller, permissionFor(endpoint));
    if (env.needsStaffFactor && needsFreshFactor(endpoint)) await assertFreshFactor(sessions, caller);
    return caller;
  }

  return { anyone, player, staff };
}
