import { createHmac } from 'node:crypto';
import { PERSONAS_WITH_TROUBLE } from '../personas.ts';

/** The bot's account, which owns the site's skins. It cannot be signed in to. */
export const BOT_STEAM_ID = '76561199700000001';

/** The deliberate problem of a persona; undefined for most. */
export function troubleOf(steamId: string): (typeof PERSONAS_WITH_TROUBLE)[number]['trouble'] | undefined {
  return PERSONAS_WITH_TROUBLE.find((persona) => persona.steamId === steamId)?.trouble;
}

/** Steam's escrow for skins from accounts without a mobile guard. */
export const ESCROW_SECONDS = 15 * 86_400;

/** Tokens derived from the site's secret, so that the sandbox does not store them. */
export function createTokens(secret: string) {
  const derive = (purpose: string): Buffer => createHmac('sha256', secret).update(`sandbox ${purpose}`).digest();
  return {
    /** The token in a person's trade URL; it never changes. */
    tradeTokenOf: (steamId: string): string => derive(`trade token ${steamId}`).toString('base64url').slice(0, 8),
    /** Authenticates the bot. Has the format of Steam's tokens. */
    botToken: ['{"alg":"none"}', `{"sub":"${BOT_STEAM_ID}"}`]
      .map((part) => Buffer.from(part).toString('base64url'))
      .concat(derive('bot token').toString('base64url'))
      .join('.'),
    /** Signs the bot's confirmations. */
    identitySecret: derive('identity secret').subarray(0, 20).toString('base64'),
  };
}
export type Tokens = ReturnType<typeof createTokens>;
