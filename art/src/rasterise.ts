import sharp from 'sharp';
import { CASE_WIDTHS, MAP_WIDTHS, MISSION_WIDTHS, SKIN_WIDTHS } from './urls.ts';
import { crateSvg, type CratePicture } from './crate.ts';
import { mapSvg, type MapName } from './maps.ts';
import { missionBadgeSvg, type MissionEmblem } from './missions.ts';
import { skinSvg, type SkinPicture } from './skin.ts';

// One thread and no cache: a picture is drawn once and stored, and must not slow down the server.
sharp.concurrency(1);
sharp.cache(false);

interface Output {
  width: number;
  quality: number;
  bytesMax: number;
}

type Raw = Awaited<ReturnType<typeof rawOf>>;

/** Draws larger than needed and scales down, which gives cleaner edges. */
function rawOf(svg: string, drawnWidth: number, width: number) {
  const [, w, h] = / width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  const scale = drawnWidth / Number(w);
  const size = ` width="${Math.round(Number(w) * scale)}" height="${Math.round(Number(h) * scale)}"`;
  const large = svg.replace(/ width="[\d.]+" height="[\d.]+"/, size);
  return sharp(Buffer.from(large), { unlimited: true }).resize({ width }).raw().toBuffer({ resolveWithObject: true });
}

/**
 * Lowers the quality until the file is small enough. An alpha quality of 73 keeps 40 levels, enough for a smooth glow;
 * 70 and below keep at most 16 and show bands, so these come last.
 */
const ATTEMPTS = [
  { less: 0, alphaQuality: 73 },
  { less: 8, alphaQuality: 73 },
  { less: 18, alphaQuality: 73 },
  { less: 18, alphaQuality: 60 },
  { less: 30, alphaQuality: 60 },
  { less: 40, alphaQuality: 60 },
] as const;

async function encode({ data, info }: Raw, { width, quality, bytesMax }: Output): Promise<Buffer> {
  let webp = Buffer.alloc(0);
  for (const { less, alphaQuality } of ATTEMPTS) {
    webp = await sharp(data, { raw: info })
      .resize({ width })
      .webp({ quality: quality - less, alphaQuality, effort: 4, smartSubsample: true })
      .toBuffer();
    if (webp.length <= bytesMax) break;
  }
  return webp;
}

export interface Raster {
  width: number;
  webp: Buffer;
}

/** Every size of one picture, drawn once. */
async function rasters(svg: string, outputs: readonly Output[], supersample: number): Promise<Raster[]> {
  const width = Math.max(...outputs.map((output) => output.width));
  const raw = await rawOf(svg, width * supersample, width);
  const sizes: Raster[] = [];
  for (const output of outputs) sizes.push({ width: output.width, webp: await encode(raw, output) });
  return sizes;
}

/** The most bytes a picture of each kind may take, by width. */
export const BYTES_MAX = {
  skin: { 256: 16_000, 512: 40_000 },
  case: { 256: 16_000, 512: 40_000, 768: 72_000 },
  map: { 800: 40_000, 1600: 90_000 },
  mission: { 128: 8_000, 256: 16_000 },
} as const;

const outputs = <Width extends number>(
  widths: readonly Width[],
  bytesMax: Readonly<Record<Width, number>>,
  quality: number,
): Output[] => widths.map((width) => ({ width, quality, bytesMax: bytesMax[width] }));

export const skinWebp = (picture: SkinPicture): Promise<Raster[]> =>
  rasters(skinSvg(picture), outputs(SKIN_WIDTHS, BYTES_MAX.skin, 78), 1.5);

export const caseWebp = (picture: CratePicture): Promise<Raster[]> =>
  rasters(crateSvg(picture), outputs(CASE_WIDTHS, BYTES_MAX.case, 82), 1.5);

export const mapWebp = (map: MapName): Promise<Raster[]> =>
  rasters(mapSvg(map), outputs(MAP_WIDTHS, BYTES_MAX.map, 78), 1);

export const missionWebp = (emblem: MissionEmblem): Promise<Raster[]> =>
  rasters(missionBadgeSvg({ emblem }), outputs(MISSION_WIDTHS, BYTES_MAX.mission, 86), 2);

/** A share card as PNG, which every reader of link previews understands. Colours are reduced so that it stays below 300 kB. */
export const cardPng = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg), { unlimited: true })
    .flatten({ background: '#0a0c12' })
    .png({ palette: true, quality: 92, dither: 1, compressionLevel: 9, effort: 7 })
    .toBuffer();

export const toPng = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg), { unlimited: true }).png({ compressionLevel: 9 }).toBuffer();

export const toJpeg = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg), { unlimited: true }).jpeg({ quality: 86, mozjpeg: true }).toBuffer();
