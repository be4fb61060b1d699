import { once } from 'node:events';
import { get } from 'node:http';
import { dropAt, dropsOfCanon } from '@karat/rules/fairness';
import { oddsOfRolls } from '@karat/rules/statistics';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCase, addItem, addPlayer, type TestPlayer, creditWelcomeDiamonds } from '#testing/fixtures.ts';
import { openCaseDirectly } from '#testing/rolled-openings.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { createSeeds, type Seeds } from './fairness.ts';

const NAME = 'Kılıç & "Kalkan", (1)';
/** More than one chunk. */
const COUNT = 2_300;

let site: TestSite;
let seeds: Seeds;
let player: TestPlayer;

beforeAll(async () => {
  site = await createTestSite();
  await site.listen();
  const { db } = site.deps;
  seeds = createSeeds(site.deps);
  const [common, rare] = [await addItem(db), await addItem(db, { skinName: 'Aurora' })];
  await addCase(db, {
    name: NAME,
    price: 10,
    drops: [
      [common, 9_000],
      [rare, 1_000],
    ],
  });
  player = await addPlayer(db);
  await creditWelcomeDiamonds(site.deps, player.id, 1_000_000);
  await seeds.rotate({ playerId: player.id, clientSeed: '-2_3' });
  await openCaseDirectly(site.deps, seeds, { playerId: player.id, caseName: NAME, count: COUNT, ageSeconds: 30 });
  await seeds.rotate({ playerId: player.id, clientSeed: 'unrevealed' });
  await openCaseDirectly(site.deps, seeds, { playerId: player.id, caseName: NAME, ageSeconds: 30 });
});
afterAll(() => site.close());

const url = (name = NAME) => `${site.origin()}/fair/downloadCaseRolls/${encodeURIComponent(name)}`;

/** Parses the file as a visitor's program would. */
function rowsOf(csv: string): Record<string, string>[] {
  const [head = '', ...lines] = csv.trimEnd().split('\r\n');
  const columns = head.split(',');
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, index) => [columns[index], cell.replace(/^'/, '')])),
  );
}

describe('the CSV of rolls', () => {
  test('is a download named after the case, in any alphabet', async () => {
    const reply = await fetch(url());
    await reply.text();
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('content-disposition')).toBe(
      'attachment; filename="case-rolls.csv"; ' +
        `filename*=UTF-8''K%C4%B1l%C4%B1%C3%A7%20%26%20%22Kalkan%22%2C%20%281%29%20rolls.csv`,
    );
  });

  test('contains every opening once, with the data behind the odds', async () => {
    const csv = await (await fetch(url())).text();
    expect(csv.split('\r\n', 1)[0]).toBe('handle,day,caseHash,ticket,itemId,opener');
    const rows = rowsOf(csv);
    expect(new Set(rows.map(({ handle }) => handle)).size).toBe(COUNT + 1);

    const odds = await fetch(`${site.origin()}/fair/getCaseOdds/${encodeURIComponent(NAME)}`);
    const [version] = ((await odds.json()) as { data: { versions: { canon: string }[] } }).data.versions;
    const rolls = rows.map(({ caseHash, itemId }) => ({ caseHash: caseHash!, itemId: Number(itemId) }));
    expect(version).toMatchObject(oddsOfRolls(version!.canon, rolls));
    const drops = dropsOfCanon(version!.canon);
    for (const { ticket, itemId } of rows) expect(dropAt(drops, Number(ticket)).itemId).toBe(Number(itemId));
  });

  test('contains no cell that a spreadsheet takes for a formula', async () => {
    const csv = await (await fetch(url())).text();
    expect(csv).toMatch(/\r\n'-/);
    for (const cell of csv.split(/[,\r\n]+/)) expect(cell).not.toMatch(/^[=+\-@\t]/);
  });

  test('frees its slot when the download is aborted', async () => {
    for (let at = 0; at < 10; at += 1) {
      const request = get(url());
      const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage];
      expect(response.statusCode).toBe(200);
      response.destroy();
      await once(response, 'close');
      await expect.poll(() => fetch(url()).then((reply) => reply.text().then(() => reply.status))).toBe(200);
    }
  });

  test('is rate limited', async () => {
    const ask = () =>
      site.http.inject({
        url: `/fair/downloadCaseRolls/${encodeURIComponent(NAME)}`,
        remoteAddress: '203.0.113.9',
      });
    const statuses = [];
    for (let at = 0; at < 12; at += 1) statuses.push((await ask()).statusCode);
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 200));
    const last = await ask();
    expect([last.statusCode, last.json().code, Number(last.headers['retry-after']) > 0]).toEqual([
      429,
      'too_many',
      true,
    ]);
  });
});
