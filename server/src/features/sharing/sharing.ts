import type { CardPlayer, DropCard, MatchCard, MatchTeam } from '@karat/art/share-cards';
import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { Team } from '@karat/rules/rooms';
import { REVEAL_MS } from '@karat/rules/strip';
import type { Deps } from '#deps.ts';
import { groupDigits } from '#diamonds-text.ts';
import { createRollHandles } from '#features/fairness/fairness.ts';
import { nameInPreview, type Preview, PREVIEW_SIZE } from '#http/page-preview.ts';
import { selectSharedDrop, selectSharedMatch, type SharedMatch } from './queries.ts';

/** What is shared: its picture, and what a link to it says. */
export type Shared<Card> = { readonly card: Card; readonly preview: Preview };

type Sharing = {
  /** Undefined for an unknown handle, and until the animation of the opening has ended. */
  drop(handle: string, origin: string): Promise<Shared<DropCard> | undefined>;
  /** Undefined unless the match is finished. */
  match(roomId: string, origin: string): Promise<Shared<MatchCard> | undefined>;
};

const hostOf = (origin: string): string => new URL(origin).host;

/** The address of the picture of a share page. */
const pictureOf = (url: string): string => `${url}.png`;

function teamOf(match: SharedMatch, team: Team): MatchTeam {
  const players = match.seats
    .filter((seat) => seat.team === team)
    .map(({ username, isSandbox }): CardPlayer => ({ name: username, isSandbox }));
  const score = team === 'team1' ? match.scoreTeam1 : match.scoreTeam2;
  return { score, isWinner: match.winner === team, players };
}

const namesOf = ({ players }: MatchTeam): string =>
  players.map(({ name, isSandbox }) => nameInPreview(name ?? 'Player', isSandbox)).join(', ');

const ROOM_ID = /^[1-9]\d{0,9}$/;

/** Drops and matches as everyone may see them. */
export function createSharing({ db, seal }: Pick<Deps, 'db' | 'seal'>): Sharing {
  const handles = createRollHandles(seal);
  return {
    async drop(handle, origin) {
      const openingId = handles.idOf(handle);
      const drop =
        openingId === undefined ? undefined : await selectSharedDrop(db.sql, { openingId, revealMs: REVEAL_MS });
      if (drop === undefined) return undefined;
      const { marketName, rarity, caseName, username, isSandbox } = drop;
      const [paid, worth] = [groupDigits(drop.paid), groupDigits(drop.worth)];
      const address = `${hostOf(origin)}${fillPath(pages.roll, { rollId: handle })}`;
      const url = `${origin}${fillPath(pages.sharedDrop, { handle })}`;
      const opener = username === null ? '' : `${nameInPreview(username, isSandbox)}: `;
      return {
        card: { marketName, rarity, paid, worth, player: { name: username, isSandbox }, address },
        preview: {
          title: marketName,
          description: `${opener}${caseName} for ${paid} diamonds, worth ${worth}. Verify the roll yourself.`,
          url,
          image: pictureOf(url),
          imageSize: PREVIEW_SIZE,
        },
      };
    },

    async match(roomId, origin) {
      const match = ROOM_ID.test(roomId) ? await selectSharedMatch(db.sql, Number(roomId)) : undefined;
      if (match === undefined) return undefined;
      const { map, playerCount: mode } = match;
      const [first, second] = [teamOf(match, 'team1'), teamOf(match, 'team2')];
      const address = `${hostOf(origin)}${fillPath(pages.room, { roomId })}`;
      const url = `${origin}${fillPath(pages.sharedMatch, { roomId })}`;
      return {
        card: { map, mode, teams: [first, second], address },
        preview: {
          title: `${namesOf(first)} ${first.score}:${second.score} ${namesOf(second)}`,
          description: `${mode} on ${map}. The starting side can be verified.`,
          url,
          image: pictureOf(url),
          imageSize: PREVIEW_SIZE,
        },
      };
    },
  };
}
