import type { Tx } from '#db/db.ts';
import { type EmailDeps, type FactorChange, queueEmail } from '#features/emails/emails.ts';
import { recordAccountEvent } from './account-events.ts';
import { type ClientDetails, languageOf } from './known-devices.ts';

type OwnFactorChange = {
  readonly playerId: number;
  readonly change: Exclude<FactorChange, 'removed-by-staff'>;
  readonly client: ClientDetails;
};

/** Records a change that a player made to the own second factor, and tells the player by e-mail. */
export async function recordFactorChange(
  tx: Tx,
  deps: EmailDeps,
  { playerId, change, client }: OwnFactorChange,
): Promise<void> {
  await recordAccountEvent(tx, { playerId, event: change });
  const { device, address } = client;
  const parameters = { change, at: new Date().toISOString(), client: { device, address } };
  await queueEmail(tx, deps, { playerId, key: 'notice.factorChanged', parameters, language: languageOf(client) });
}
