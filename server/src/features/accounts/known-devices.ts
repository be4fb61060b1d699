import type { Language } from '@karat/contract/language';
import type { Tx } from '#db/db.ts';
import type { RequestLanguages } from '#http/request-language.ts';
import { upsertKnownDevice } from './queries.ts';
import { newToken, tokenHash } from './sessions.ts';

const DEVICES_MAX = 20;
const TOKEN_PATTERN = /^[\w-]{43}$/;

/** Client details taken from the request. */
export type ClientDetails = {
  readonly address: string;
  /** A readable name of the browser and its system. */
  readonly device: string;
  /** The secret that a device stores from its first sign-in on. */
  readonly deviceToken: string | undefined;
  /** Undefined where a program signs in. */
  readonly languages?: RequestLanguages;
};

export function languageOf({ languages }: ClientDetails): Language | undefined {
  return languages?.chosen ?? languages?.preferred;
}

export function deviceHashOf({ deviceToken }: ClientDetails): Buffer | undefined {
  return deviceToken !== undefined && TOKEN_PATTERN.test(deviceToken) ? tokenHash(deviceToken) : undefined;
}

type RememberedDevice = {
  /** The secret that the device has to store. */
  readonly deviceToken: string;
  readonly isNew: boolean;
};

/** Remembers that the player signed in on this device. */
export async function rememberDevice(tx: Tx, playerId: number, client: ClientDetails): Promise<RememberedDevice> {
  const knownHash = deviceHashOf(client);
  const deviceToken = knownHash === undefined ? newToken() : client.deviceToken!;
  const deviceHash = knownHash ?? tokenHash(deviceToken);
  const isNew = await upsertKnownDevice(tx.sql, { playerId, deviceHash, devicesMax: DEVICES_MAX });
  return { deviceToken, isNew };
}
