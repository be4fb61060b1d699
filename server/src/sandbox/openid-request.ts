import { steamReturn } from '@karat/contract/accounts';
import { OPENID_NS } from '#adapters/steam/openid.ts';

export const SANDBOX_LOGIN_PATH = '/sandbox/openid/login';
export const SANDBOX_ID_PATH = '/sandbox/openid/id/';
export const SANDBOX_PERSONA_PATH = '/sandbox/openid/persona';

/** A sign-in request from the site to the provider. */
export type OpenIdRequest = { readonly returnTo: string; readonly realm: string };

/** The request as query or form fields, to send it again. */
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

/** Undefined if the request is invalid or returns to another site: the page must not be an open redirect. */
export function readOpenIdRequest(query: URLSearchParams, origin: string): OpenIdRequest | undefined {
  if (query.get('openid.ns') !== OPENID_NS || query.get('openid.mode') !== 'checkid_setup') return undefined;
  const [returnTo, realm] = [query.get('openid.return_to') ?? '', query.get('openid.realm') ?? origin];
  if (!URL.canParse(returnTo) || !URL.canParse(realm)) return undefined;
  const { origin: returnOrigin, pathname } = new URL(returnTo);
  const isOurs = returnOrigin === origin && new URL(realm).origin === origin && pathname === steamReturn.path;
  return isOurs ? { returnTo, realm } : undefined;
}
