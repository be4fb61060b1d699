import { type ReportPlayers, type SkinChange } from '@karat/contract/reports';
import type { Pagination } from '@karat/contract/pagination';
import type { Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { dayBefore, type DayRange } from './day-range.ts';
import {
  type ItemHolding,
  selectHeldSkins,
  selectItemNames,
  sumWithdrawnItems,
  type WithdrawnItem,
} from './skin-queries.ts';
import { areSkinsKnown } from './skins.ts';

type SkinsRequest = DayRange & { readonly players: ReportPlayers; readonly page: number; readonly limit: number };
type Listed = { readonly data: SkinChange[]; readonly pagination: Pagination; readonly sum: number | null };

function changesOf(
  players: ReportPlayers,
  holdings: { readonly start: readonly ItemHolding[]; readonly end: readonly ItemHolding[] },
  withdrawn: readonly WithdrawnItem[],
): Omit<SkinChange, 'name'>[] {
  const side = (list: readonly ItemHolding[]) =>
    new Map(
      list.map(({ itemId, people, sandbox, price }) => [
        itemId,
        { count: players === 'people' ? people : people + sandbox, price },
      ]),
    );
  const [start, end] = [side(holdings.start), side(holdings.end)];
  const gone = new Map<number, number>();
  for (const { itemId, isSandbox, amount } of withdrawn)
    if (players === 'all' || !isSandbox) gone.set(itemId, (gone.get(itemId) ?? 0) + amount);
  const none = { count: 0, price: 0 };
  return [...new Set([...start.keys(), ...end.keys(), ...gone.keys()])].map((itemId) => {
    const [before, after] = [start.get(itemId) ?? none, end.get(itemId) ?? none];
    const left = gone.get(itemId) ?? 0;
    const gain = before.count * before.price - after.count * after.price - left;
    return { itemId, start: before, end: after, withdrawn: left, gain };
  });
}

/** The items whose skins changed the result, the largest changes first. */
async function listChanges(sql: Sql, { from, to, players, page, limit }: SkinsRequest): Promise<Listed> {
  const range = { from, to };
  if (!(await areSkinsKnown(sql, range)))
    return { data: [], pagination: { totalResults: 0, resultsPerPage: limit, currentPage: page }, sum: null };
  const holdings = {
    start: await selectHeldSkins(sql, dayBefore(from)),
    end: await selectHeldSkins(sql, to),
  };
  const changes = changesOf(players, holdings, await sumWithdrawnItems(sql, range))
    .filter(({ start, end, withdrawn }) => start.count !== 0 || end.count !== 0 || withdrawn !== 0)
    .toSorted((a, b) => Math.abs(b.gain) - Math.abs(a.gain) || a.itemId - b.itemId);
  const shown = changes.slice((page - 1) * limit, page * limit);
  const names = await selectItemNames(
    sql,
    shown.map(({ itemId }) => itemId),
  );
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  return {
    data: shown.map((change) => ({ ...change, name: nameOf.get(change.itemId)! })),
    pagination: { totalResults: changes.length, resultsPerPage: limit, currentPage: page },
    sum: changes.reduce((sum, { gain }) => sum + gain, 0),
  };
}

export async function readSkinChanges(
  { db }: Pick<Deps, 'db'>,
  request: SkinsRequest,
): Promise<Listed & { readonly at: string }> {
  const { asOf, snapshot } = await db.reader();
  return { ...(await snapshot((sql) => listChanges(sql, request))), at: asOf.toISOString() };
}
