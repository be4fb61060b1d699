import { NOTABLE_LISTED, type Notable, type ReportPlayers } from '@karat/contract/reports';
import type { Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import type { DayRange } from './day-range.ts';
import { readBoth, splitRange } from './days.ts';
import { selectNamedPlayers, selectTopGains, selectWinDays, selectWins, sumPlayerDays } from './notable-queries.ts';

type NotableRequest = DayRange & { readonly players: ReportPlayers };

/** The largest wins of any game, and the players who gained most at all games together. */
async function collectNotable(sql: Sql, { from, to, players }: NotableRequest): Promise<Omit<Notable, 'at'>> {
  const range = { from, to };
  const wins = await readBoth(sql, range, {
    closed: selectWinDays,
    open: (each, days) => selectWins(each, { ...days, limit: NOTABLE_LISTED }),
  });
  const { open } = await splitRange(sql, range);
  const gains = await selectTopGains(sql, range, {
    open: open === undefined ? [] : await sumPlayerDays(sql, open),
    limit: NOTABLE_LISTED,
    withSandbox: players === 'all',
  });
  const ids = [...new Set([...wins, ...gains].map(({ playerId }) => playerId))];
  const named = new Map((await selectNamedPlayers(sql, ids)).map((player) => [player.id, player]));
  const isCounted = (playerId: number): boolean => players === 'all' || named.get(playerId)?.isSandbox === false;
  return {
    wins: wins
      .filter(({ playerId }) => isCounted(playerId))
      .toSorted((a, b) => b.gain - a.gain || b.reference - a.reference)
      .slice(0, NOTABLE_LISTED)
      .map(({ playerId, ...win }) => ({ ...win, player: named.get(playerId)! })),
    players: gains.map(({ playerId, gain }) => ({ player: named.get(playerId)!, gain })),
  };
}

export async function readNotable({ db }: Pick<Deps, 'db'>, request: NotableRequest): Promise<Notable> {
  const { asOf, snapshot } = await db.reader();
  return { ...(await snapshot((sql) => collectNotable(sql, request))), at: asOf.toISOString() };
}
