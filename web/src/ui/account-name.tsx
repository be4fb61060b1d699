import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import { textLinkClass } from './link-class.ts';
import { PlayerName } from './player-name.tsx';

type AccountNameProps = { player: { readonly id: number; readonly username: string; readonly isSandbox: boolean } };

/** A player's name on the pages of staff, linked to the account. */
export function AccountName({ player: { id, username, isSandbox } }: AccountNameProps) {
  return (
    <PlayerName
      username={username}
      isSandbox={isSandbox}
      to={fillPath(pages.adminUser, { userId: id })}
      linkClass={`font-semibold ${textLinkClass}`}
    />
  );
}
