import { BadEnv, type Variables } from '#variables.ts';

/** The credentials of the trade bot: for sign-in, and to confirm the skins that it gives away. */
export type SteamBotSettings = {
  readonly accountName: string | undefined;
  readonly password: string | undefined;
  /** Instead of name and password; Steam issues one at each sign-in. */
  readonly refreshToken: string | undefined;
  readonly sharedSecret: string | undefined;
  readonly identitySecret: string;
};

/** Undefined if none is set: then there are no deposits and withdrawals of skins. */
export function steamBotOf(variables: Variables): SteamBotSettings | undefined {
  const read = (name: string): string | undefined => variables[`STEAM_BOT_${name}`] || undefined;
  const settings = {
    accountName: read('ACCOUNT_NAME'),
    password: read('PASSWORD'),
    refreshToken: read('REFRESH_TOKEN'),
    sharedSecret: read('SHARED_SECRET'),
    identitySecret: read('IDENTITY_SECRET'),
  };
  if (Object.values(settings).every((value) => value === undefined)) return undefined;
  const { accountName, password, refreshToken, identitySecret } = settings;
  if (identitySecret === undefined) {
    throw new BadEnv(
      'STEAM_BOT_IDENTITY_SECRET is required with the other STEAM_BOT_ settings: the bot confirms its offers with it.',
    );
  }
  if (refreshToken === undefined && (accountName === undefined || password === undefined)) {
    throw new BadEnv('The bot needs STEAM_BOT_REFRESH_TOKEN, or STEAM_BOT_ACCOUNT_NAME and STEAM_BOT_PASSWORD.');
  }
  return { ...settings, identitySecret };
}
