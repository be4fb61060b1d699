// Draws the pictures that are shipped with the project: node art/tools/draw-catalogue.ts
// Existing files are kept: after a change, delete the affected files or raise DRAWING_VERSION.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SKIN_WIDTHS, CASE_WIDTHS, MAP_WIDTHS, MISSION_WIDTHS } from '../src/urls.ts';
import { caseUrl, casePicture, mapUrl, missionUrl, skinUrl, skinPicture } from '../src/urls.ts';
import { currencySvg, faviconSvg, logoSvg, maskableIconSvg, wordmarkSvg } from '../src/brand.ts';
import { demoCases, demoSkins } from '../src/demo.ts';
import { MAP_NAMES } from '../src/maps.ts';
import { MISSION_EMBLEMS } from '../src/missions.ts';
import { caseWebp, mapWebp, missionWebp, skinWebp, toJpeg, toPng, type Raster } from '../src/rasterise.ts';
import { mapSocialSvg, socialSvg } from '../src/social.ts';

const PICTURES = join(import.meta.dirname, '..', 'pictures');

interface Job {
  /** Paths relative to the folder of pictures, in the order of their widths. */
  files: readonly string[];
  draw: () => Promise<readonly (Buffer | string)[]>;
}

const fileOf = (url: string): string => url.replace('/img/', '');

const buffers = async (drawn: Promise<readonly Raster[]>): Promise<Buffer[]> => (await drawn).map(({ webp }) => webp);

const single = (file: string, draw: () => Promise<Buffer> | string): Job => ({
  files: [file],
  draw: async () => [await draw()],
});

const skinJobs = (): Job[] =>
  demoSkins().map((skin) => {
    const picture = skinPicture(skin);
    return {
      files: SKIN_WIDTHS.map((width) => fileOf(skinUrl(picture, width))),
      draw: () => buffers(skinWebp(picture.parameters)),
    };
  });

const caseJobs = (): Job[] =>
  demoCases().map(({ name }) => {
    const picture = casePicture(name);
    return {
      files: CASE_WIDTHS.map((width) => fileOf(caseUrl(picture, width))),
      draw: () => buffers(caseWebp(picture.parameters)),
    };
  });

const mapJobs = (): Job[] =>
  MAP_NAMES.map((map) => ({
    files: MAP_WIDTHS.map((width) => fileOf(mapUrl(map, width))),
    draw: () => buffers(mapWebp(map)),
  }));

const missionJobs = (): Job[] =>
  MISSION_EMBLEMS.map((emblem) => ({
    files: MISSION_WIDTHS.map((width) => fileOf(missionUrl(emblem, width))),
    draw: () => buffers(missionWebp(emblem)),
  }));

const brandJobs = (): Job[] => [
  single('brand/favicon.svg', () => faviconSvg()),
  single('brand/mark.svg', () => logoSvg()),
  single('brand/wordmark.svg', () => wordmarkSvg()),
  single('brand/diamond.svg', () => currencySvg()),
  single('brand/icon-192.png', () => toPng(faviconSvg({ size: 192 }))),
  single('brand/icon-512.png', () => toPng(faviconSvg({ size: 512 }))),
  single('brand/icon-maskable-512.png', () => toPng(maskableIconSvg({ size: 512 }))),
  single('brand/apple-touch-icon.png', () => toPng(maskableIconSvg({ size: 180 }))),
  single('brand/badge-96.png', () => toPng(logoSvg({ size: 96, tone: '#fff' }))),
  single('brand/social.jpg', () => toJpeg(socialSvg())),
];

const previewJobs = (): Job[] => MAP_NAMES.map((map) => single(`preview/${map}.jpg`, () => toJpeg(mapSocialSvg(map))));

async function run({ files, draw }: Job): Promise<number> {
  const paths = files.map((file) => join(PICTURES, file));
  if (paths.every((path) => existsSync(path))) return 0;
  const drawn = await draw();
  let bytes = 0;
  for (const [index, path] of paths.entries()) {
    if (existsSync(path)) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, drawn[index]!);
    bytes += drawn[index]!.length;
  }
  return bytes;
}

const jobs = [...brandJobs(), ...previewJobs(), ...missionJobs(), ...mapJobs(), ...caseJobs(), ...skinJobs()];
for (const [index, job] of jobs.entries()) {
  const bytes = await run(job);
  if (bytes > 0) console.log(`${index + 1}/${jobs.length} ${job.files.join(' ')} ${bytes} bytes`);
}
console.log(`${jobs.length} pictures are up to date`);
