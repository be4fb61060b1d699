import { LINK_KINDS, type LinkedAccount } from '@karat/contract/links';
import { forceCustomPlans } from '#db/custom-plans.ts';
import type { Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { assertUser } from '#features/users/users.ts';
import {
  type Link,
  selectAccounts,
  selectDepositLinks,
  selectDeviceLinks,
  selectDuelLinks,
  selectNetworkLinks,
  selectSaleLinks,
  selectSteamLinks,
} from './queries.ts';

const ACCOUNTS_MAX = 50;

const SELECTIONS = [
  selectSteamLinks,
  selectDeviceLinks,
  selectDepositLinks,
  selectNetworkLinks,
  selectSaleLinks,
  selectDuelLinks,
];

async function readLinks(sql: Sql, playerId: number): Promise<Link[]> {
  const links: Link[] = [];
  for (const select of SELECTIONS) links.push(...(await select(sql, playerId)));
  return links;
}

/** The rank of the strongest evidence; more kinds of evidence win among equals. */
function compareStrength(one: LinkedAccount, other: LinkedAccount): number {
  const rank = ({ evidence }: LinkedAccount) => Math.min(...evidence.map(({ kind }) => LINK_KINDS.indexOf(kind)));
  return rank(one) - rank(other) || other.evidence.length - one.evidence.length || one.id - other.id;
}

/** Lists accounts that may belong to the same person or work together, strongest evidence first. */
export function listLinkedAccounts({ db }: Pick<Deps, 'db'>, playerId: number): Promise<LinkedAccount[]> {
  return db.transaction(async ({ sql }) => {
    await assertUser(sql, playerId);
    await forceCustomPlans(sql);
    const byPlayer = Map.groupBy(await readLinks(sql, playerId), (link) => link.playerId);
    const accounts = await selectAccounts(sql, [...byPlayer.keys()]);
    const linked = accounts.map((account) => ({ ...account, evidence: byPlayer.get(account.id)! }));
    return linked.toSorted(compareStrength).slice(0, ACCOUNTS_MAX);
  });
}
