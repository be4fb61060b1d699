import sharp from 'sharp';
import { expect, test } from 'vitest';
import { casePicture, skinPicture } from './urls.ts';
import { faviconSvg } from './brand.ts';
import { BYTES_MAX, caseWebp, missionWebp, skinWebp, toPng } from './rasterise.ts';

test('a skin has both sizes, 4:3, is transparent and within its size limit', async () => {
  const { parameters } = skinPicture({ weapon: 'AK-47', name: 'Redline', rarity: 'Classified', exterior: 'FT' });
  const drawn = await skinWebp(parameters);
  expect(drawn.map(({ width }) => width)).toEqual([256, 512]);
  for (const { width, webp } of drawn) {
    const { format, width: w, height, hasAlpha } = await sharp(webp).metadata();
    expect({ format, w, height, hasAlpha }).toEqual({ format: 'webp', w: width, height: width * 0.75, hasAlpha: true });
    expect(webp.length).toBeLessThanOrEqual(width === 256 ? BYTES_MAX.skin[256] : BYTES_MAX.skin[512]);
  }
});

test('the weapon is in the middle and the corners are empty', async () => {
  const drawn = await skinWebp(skinPicture({ weapon: 'AWP', name: '', rarity: 'Covert', exterior: 'FN' }).parameters);
  const { data, info } = await sharp(drawn[0]!.webp).raw().toBuffer({ resolveWithObject: true });
  const alphaAt = (x: number, y: number): number => data[(y * info.width + x) * info.channels + 3]!;
  expect(alphaAt(0, 0)).toBe(0);
  expect(alphaAt(info.width - 1, info.height - 1)).toBe(0);
  expect(alphaAt(info.width / 2, info.height / 2)).toBeGreaterThan(200);
});

test('the same case gives the same bytes', async () => {
  const [first, second] = await Promise.all([1, 2].map(() => caseWebp(casePicture('Hive').parameters)));
  expect(first![0]!.webp.equals(second![0]!.webp)).toBe(true);
  expect(first![0]!.webp.length).toBeLessThanOrEqual(BYTES_MAX.case[256]);
});

test('badges are square, icons are PNG', async () => {
  const [small] = await missionWebp('trophy');
  expect(await sharp(small!.webp).metadata()).toMatchObject({ format: 'webp', width: 128, height: 128 });
  expect(await sharp(await toPng(faviconSvg({ size: 192 }))).metadata()).toMatchObject({ format: 'png', width: 192 });
});
