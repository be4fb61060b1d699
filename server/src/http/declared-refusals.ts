import type { Endpoint } from '@karat/contract/endpoint';
import type { RefusalCode } from '@karat/contract/refusal';
import { needsFreshFactor } from '@karat/contract/staff';

/** A mounted call: its endpoint in the contract, and who may make it. */
export type MountedCall = { readonly endpoint: Endpoint; readonly audience: string };

export function isChanging({ hasSideEffects, method }: Endpoint): boolean {
  return hasSideEffects === true || method !== 'GET';
}

/** Refusals that follow from who may make a call. */
const BY_AUDIENCE: Readonly<Record<string, readonly RefusalCode[]>> = {
  player: ['unauthenticated'],
  staff: ['unauthenticated', 'forbidden'],
  gameServer: ['unauthenticated'],
};

/** Whether only staff can make a call during maintenance. Game servers report matches that are still running. */
export function isClosedInMaintenance({ endpoint, audience }: MountedCall): boolean {
  return endpoint.worksInMaintenance !== true && (audience === 'anyone' || audience === 'player');
}

/** Every refusal that a call can answer: those that follow from how it is mounted, and those that the contract declares. */
export function refusalsOf({ endpoint, audience }: MountedCall): RefusalCode[] {
  const { method, params, query, body, navigable, refuses = [] } = endpoint;
  const hasInput = params !== undefined || query !== undefined || body !== undefined;
  const codes: RefusalCode[] = [...(BY_AUDIENCE[audience] ?? []), ...refuses, 'too_many', 'unavailable'];
  if (audience === 'staff' && needsFreshFactor(endpoint)) codes.push('stale_second_factor');
  if (endpoint.switch !== undefined) codes.push('switched_off');
  if (isClosedInMaintenance({ endpoint, audience })) codes.push('maintenance');
  if (hasInput || method !== 'GET') codes.push('invalid');
  if (method !== 'GET') codes.push('too_large');
  if (isChanging(endpoint) && navigable === undefined) codes.push('cross_site');
  return [...new Set(codes)].toSorted();
}
