import {
  addPasskey,
  getPasskeys,
  signInWithPasskey,
  startPasskey,
  startPasskeyCheck,
  startPasskeySignIn,
  verifyPasskey,
} from '@karat/contract/passkeys';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import { errorText } from '#ui/error-text.ts';
import type { Catalogue } from '#i18n/mixed.ts';
import { useWords } from '#i18n/i18n.ts';
import type { PasskeyCatalogue } from './words/mixed.ts';
import { words } from './words/passkey-text.ts';

/** Loaded with the first use of a passkey. */
const loadBrowser = () => import('@simplewebauthn/browser');

type CreationOptions = Parameters<Awaited<ReturnType<typeof loadBrowser>>['startRegistration']>[0]['optionsJSON'];
type RequestOptions = Parameters<Awaited<ReturnType<typeof loadBrowser>>['startAuthentication']>[0]['optionsJSON'];

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  meta: { isPrivate: true },
  queryFn: async ({ signal }) => (await call(getPasskeys, undefined, { signal })).data,
});

/** Whether this browser can use passkeys. Only secure pages can. */
export function arePasskeysSupported(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

async function sign(options: object) {
  const { startAuthentication } = await loadBrowser();
  // The options are those of the WebAuthn standard.
  const signed = await startAuthentication({ optionsJSON: options as RequestOptions });
  const { clientDataJSON, authenticatorData, signature } = signed.response;
  const { id, rawId } = signed;
  return { id, rawId, type: 'public-key' as const, response: { clientDataJSON, authenticatorData, signature } };
}

/** Asks the device for a passkey and signs in with it. */
export async function signInByPasskey(challenge?: string) {
  const { data } = await call(startPasskeySignIn, { body: challenge === undefined ? {} : { challenge } });
  return call(signInWithPasskey, { body: { response: await sign(data) } });
}

/** Gives the second factor in this session by a passkey. */
export async function checkByPasskey(): Promise<void> {
  const { data } = await call(startPasskeyCheck);
  await call(verifyPasskey, { body: { response: await sign(data) } });
}

/** Creates a passkey on this device and stores it with the account. */
export async function createPasskey({ name, password }: { name: string; password?: string }): Promise<void> {
  const { data } = await call(startPasskey, { body: password === undefined ? {} : { password } });
  const { startRegistration } = await loadBrowser();
  const created = await startRegistration({ optionsJSON: data as object as CreationOptions });
  const { clientDataJSON, attestationObject, transports = [] } = created.response;
  const response = { clientDataJSON, attestationObject, transports: transports.filter(isTransport) };
  const { id, rawId } = created;
  await call(addPasskey, { body: { name, response: { id, rawId, type: 'public-key', response } } });
}

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
const isTransport = (name: string): name is (typeof TRANSPORTS)[number] => TRANSPORTS.some((each) => each === name);

/** The text of a failure: of the device, which has only names for it, or of the site. */
export function passkeyErrorText(all: Catalogue, t: PasskeyCatalogue, error: Error): string | undefined {
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return t.cancelled;
  return error.name === 'InvalidStateError' ? t.known : errorText(all, error);
}

/** Texts about passkeys, in the current language. */
export function usePasskeyText(): PasskeyCatalogue {
  return useWords(words);
}
