import { steamReturn } from '@karat/contract/accounts';
import { OPENID_NS } from '#adapters/steam/openid.ts';

export const SANDBOX_LOGIN_PATH = '/sandbox/openid/login';
export const SANDBOX_ID_PATH = '/sandbox/openid/id/';
export const SANDBOX_PERSONA_PATH = '/sandbox/openid/persona';

/** A site's wish to know who its visitor is. */
export type OpenIdRequest = { readonly returnTo: string; readonly realm: string };

/** What the request needs to be made again, by a link or a form. */
export function fieldsOf({ returnTo, realm }: OpenIdRequest): Record<string, string> {
  const anyone = `${OPENID_NS}/identifier_select`;
  return {
    'openid.ns': OPENID_NS,
    'openid.mode': 'checkid_setup',
    'openid.return_to': returnTo,
    'openid.realm': realm,
    'openid.identity': anyone,
    'openid.claimed_id': anyone,
  };
}

/** Undefined when it is none, or asks for another site than this one: nobody is sent away from here. */
export function readOpenIdRequest(query: URLSearchParams, origin: string): OpenIdRequest | undefined {
  if (query.get('openid.ns') !== OPENID_NS || query.get('openid.mode') !== 'checkid_setup') return undefined;
  const [returnTo, realm] = [query.get('openid.return_to') ?? '', query.get('openid.realm') ?? origin];
  if (!URL.canParse(returnTo) || !URL.canParse(realm)) return undefined;
  const { origin: returnOrigin, pathname } = new URL(returnTo);
  const isOurs = returnOrigin === origin && new URL(realm).origin === origin && pathname === steamReturn.path;
  return isOurs ? { returnTo, realm } : undefined;
}
