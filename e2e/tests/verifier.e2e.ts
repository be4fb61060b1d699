import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

type Vectors = {
  readonly serverSeed: string;
  readonly serverSeedHash: string;
  readonly canon: readonly { readonly text: string; readonly hash: string }[];
  readonly case: readonly {
    readonly clientSeed: string;
    readonly entropy: string;
    readonly nonce: number;
    readonly ticket: number;
    readonly item: number;
  }[];
};

/** The rolls of the test vectors in the site's format. */
async function readVectorRolls() {
  const vectors = JSON.parse(await readFile(path.join(ROOT, 'rules/vectors/fairness-vectors.json'), 'utf8')) as Vectors;
  const { serverSeed, serverSeedHash, canon } = vectors;
  const [{ text: caseCanon, hash: caseHash }] = canon as [Vectors['canon'][number]];
  const shared = { serverSeed, serverSeedHash, caseCanon, caseHash };
  return vectors.case.map(({ item: itemId, ...each }, index) => ({ id: index + 1, ...shared, ...each, itemId }));
}

const ticks = (page: Page, state: string) => page.getByRole('list').locator(`li[data-state=${state}]`);

/** Downloads the verifier and opens the saved file, without the server. */
async function openSaved(page: Page): Promise<void> {
  const saving = page.waitForEvent('download');
  await page.goto('/verify/karat-verify.html').catch(() => undefined);
  const file = test.info().outputPath('karat-verify.html');
  await (await saving).saveAs(file);
  await page.goto(pathToFileURL(file).href);
}

test('the saved verifier confirms every roll of the vectors, without a single request', async ({ page }) => {
  await openSaved(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  for (const roll of await readVectorRolls()) {
    await page.getByLabel('A roll or a round as JSON').fill(JSON.stringify({ data: roll }));
    await expect(page.getByLabel('Nonce')).toHaveValue(String(roll.nonce));
    await expect(page.getByText('All five checks pass')).toBeVisible();
    await expect(ticks(page, 'right')).toHaveCount(5);
  }
  expect(requests).toEqual([]);
  await expectAccessible(page);
});

test('the saved verifier catches a tampered roll and says what to doubt', async ({ page }) => {
  await openSaved(page);
  const [roll] = await readVectorRolls();
  await page.getByLabel('A roll or a round as JSON').fill(JSON.stringify({ ...roll, itemId: 6 }));
  await expect(ticks(page, 'wrong')).toHaveText(/does not win this item. The item looks wrong./);
  await page.getByLabel('Item number').fill(String(roll?.itemId));
  await page.getByLabel('Client seed').fill('mallory');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(ticks(page, 'wrong')).toHaveText(/The client seed, entropy, nonce or ticket looks wrong./);
  await page.getByLabel('Client seed').fill('two words');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Client seed')).toBeFocused();
  await expect(page.getByLabel('Client seed')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('1 check of five failed.')).toBeHidden();
});

test('the saved verifier checks a file of rolls, finds missing nonces, and has a Turkish version', async ({ page }) => {
  await openSaved(page);
  const rolls = (await readVectorRolls()).filter(({ clientSeed, entropy, nonce }) => {
    return clientSeed === 'alice' && entropy === '' && nonce < 3;
  });
  const columns = [
    'id',
    'caseHash',
    'serverSeedHash',
    'serverSeed',
    'clientSeed',
    'entropy',
    'nonce',
    'ticket',
    'itemId',
  ];
  const line = (roll: Readonly<Record<string, unknown>>) => columns.map((column) => String(roll[column])).join(',');
  const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  const hidden = rolls.filter(({ nonce }) => nonce !== 1);
  await page
    .locator('#files')
    .setInputFiles([
      file('rolls.csv', `${[columns.join(','), ...hidden.map(line)].join('\r\n')}\r\n`),
      file('table.json', rolls[0]!.caseCanon),
    ]);
  await expect(page.getByText('2 revealed rolls verified.')).toBeVisible();
  await expect(page.getByText('1 nonce is missing from these files.')).toBeVisible();
  await expect(page.getByText('Too few openings.')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Türkçe' }).click();
  await expect(page.getByText('Açıklanmış 2 çekiliş denetlendi.')).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
});
