import { CASE_ROLLS_CSV_COLUMNS, type PublicCaseRoll, type Roll, type VersionOdds } from '@karat/contract/fairness';
import { caseTicket, dropAt, dropsOfCanon } from '@karat/rules/fairness';
import { sha256Hex } from '@karat/rules/sha256';
import { oddsOfRolls } from '@karat/rules/statistics';

/** A revealed roll: the example that the F.A.Q. computes with openssl. */
export const exampleRoll: Roll & { serverSeed: string } = {
  id: 41,
  handle: 'roll-number-forty-one_',
  createdAt: '2026-03-03T14:05:09.000Z',
  caseName: 'demo',
  price: 1_000,
  caseCanon: '{"v":1,"case":"demo","price":1000,"items":[[1,7992],[2,1598],[3,320],[4,64],[5,25],[6,1]]}',
  caseHash: 'd6400b64b6ff7be295ff0cea26624becd94942bf966b0f1c10e40def732d2293',
  serverSeed: '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff',
  serverSeedHash: '2a8abfa8cb9906290437854193ca6bca41d4d4e26d1d454bd66a35158095e737',
  clientSeed: 'alice',
  entropy: '0123456789abcdef0123456789abcdef',
  nonce: 0,
  ticket: 4390,
  from: 0,
  to: 7991,
  itemId: 1,
  market_hash_name: 'P250 | Sand Dune (Field-Tested)',
  image: '',
  skinRarity: 'Consumer Grade',
  quick_sell_price: 45,
};

/** The handle of the n-th opening, from 1 on. */
export const exampleHandle = (opening: number): string => `-opening-${String(opening).padStart(13, '0')}`;

/** Correctly drawn openings of the same case. */
export function honestRolls(count: number): PublicCaseRoll[] {
  const { caseCanon, caseHash } = exampleRoll;
  const drops = dropsOfCanon(caseCanon);
  const serverSeed = sha256Hex('a seed of the tests');
  return Array.from({ length: count }, (_, nonce) => {
    const ticket = caseTicket({ serverSeed, clientSeed: '-alice', caseHash, entropy: '', nonce });
    return {
      handle: exampleHandle(nonce + 1),
      day: '2026-03-03',
      caseHash,
      ticket,
      itemId: dropAt(drops, ticket).itemId,
      opener: 'player',
    };
  });
}

/** CSV as the server writes it: an apostrophe before a leading minus, and no quotes. */
export function buildCsv(rolls: readonly PublicCaseRoll[]): string {
  const lines = rolls.map((roll) =>
    CASE_ROLLS_CSV_COLUMNS.map((column) => String(roll[column] ?? '').replace(/^-/, "'-")).join(','),
  );
  return [CASE_ROLLS_CSV_COLUMNS.join(','), ...lines, ''].join('\r\n');
}

/** The server's odds of the case version that these rolls were made with. */
export function versionOdds(rolls: readonly PublicCaseRoll[]): VersionOdds {
  const { caseCanon: canon, caseHash: hash, price } = exampleRoll;
  const odds = oddsOfRolls(canon, rolls);
  const items = odds.items.map((item) => ({
    ...item,
    market_hash_name: `Skin ${item.itemId}`,
    image: '',
    skinRarity: 'Mil-Spec',
  }));
  return { ...odds, items, version: 1, hash, canon, price, isCurrent: true, sandboxOpenings: 0 };
}
