import { createHmac } from 'node:crypto';
import { TROUBLED } from '../personas.ts';

/** The account that carries the site's skins; nobody can sign in as it. */
export const BOT_STEAM_ID = '76561199700000001';

/** What is the matter with a persona, on purpose; undefined with nearly everybody. */
export function troubleOf(steamId: string): (typeof TROUBLED)[number]['trouble'] | undefined {
  return TROUBLED.find((persona) => persona.steamId === steamId)?.trouble;
}

/** The platform holds back for so long what somebody gives whose account is not guarded. */
export const ESCROW_SECONDS = 15 * 86_400;

/** What the sandbox would otherwise have to remember follows from the secret. */
export function createTokens(secret: string) {
  const derive = (what: string): Buffer => createHmac('sha256', secret).update(`sandbox ${what}`).digest();
  return {
    /** Part of somebody's trade URL, always the same. */
    tradeTokenOf: (steamId: string): string => derive(`trade token ${steamId}`).toString('base64url').slice(0, 8),
    /** Who shows it acts as the bot; in the form of the platform's own tokens. */
    botToken: ['{"alg":"none"}', `{"sub":"${BOT_STEAM_ID}"}`]
      .map((part) => Buffer.from(part).toString('base64url'))
      .concat(derive('bot token').toString('base64url'))
      .join('.'),
    /** With it the bot confirms what it gives away. */
    identitySecret: derive('identity secret').subarray(0, 20).toString('base64'),
  };
}
export type Tokens = ReturnType<typeof createTokens>;
