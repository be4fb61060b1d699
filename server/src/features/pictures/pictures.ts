import { MAP_NAMES } from '@karat/art/maps';
import type { Raster } from '@karat/art/rasterise';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createBoundedMap } from '#bounded-map.ts';
import type { Log } from '#log.ts';
import { createDrawingProcess } from './drawing-process.ts';
import { type Card, type Drawable, knownDrawables } from './drawing.ts';

/** Pictures that ship with the project. */
const SHIPPED_FOLDER = fileURLToPath(new URL('../../../../art/pictures/', import.meta.url));

/** Pictures for links from other sites, by name. Some of these sites accept no WebP. */
const PREVIEW_FILES: ReadonlyMap<string, string> = new Map([
  ['site', 'brand/social.jpg'],
  ...MAP_NAMES.map((map) => [map, `preview/${map}.jpg`] as const),
]);

/** Undefined if there is no such picture. */
export async function readPreviewPicture(name: string): Promise<Buffer | undefined> {
  const file = PREVIEW_FILES.get(name);
  return file === undefined ? undefined : readFile(path.join(SHIPPED_FOLDER, file));
}

/** Number of recently requested pictures kept in memory. */
const CACHED_MAX = 600;

export type PictureName = {
  readonly kind: 'skin' | 'case' | 'map' | 'mission';
  readonly name: string;
  readonly width: number;
};

function fileOf({ kind, name, width }: PictureName): string {
  return path.join(kind, `${name}-${width}.webp`);
}

export type Pictures = ReturnType<typeof createPictures>;

/** Finds pictures by name: in memory, among the shipped files, in the disk cache, or drawn now and cached. */
export function createPictures({ dataDir, log }: { dataDir: string; log: Log }) {
  const cacheFolder = path.join(dataDir, 'pictures');
  const cache = createBoundedMap<string, Promise<Buffer | undefined>>(CACHED_MAX);
  const drawing = new Map<string, Promise<void>>();
  const drawer = createDrawingProcess();
  let known: Map<string, Drawable> | undefined;

  function readStored(file: string): Promise<Buffer | undefined> {
    return readFile(path.join(SHIPPED_FOLDER, file))
      .catch(() => readFile(path.join(cacheFolder, file)))
      .catch(() => undefined);
  }

  async function store(file: string, picture: Buffer): Promise<void> {
    const target = path.join(cacheFolder, file);
    await mkdir(path.dirname(target), { recursive: true });
    // Renamed last, so that a crash while writing leaves no partial file.
    await writeFile(`${target}.new`, picture);
    await rename(`${target}.new`, target);
  }

  async function drawAndStore({ kind, name }: PictureName, drawable: Drawable): Promise<void> {
    for (const { width, webp } of await drawer.draw<Raster[]>(drawable)) {
      const file = fileOf({ kind, name, width });
      cache.set(file, Promise.resolve(Buffer.from(webp)));
      await store(file, Buffer.from(webp)).catch((error: unknown) =>
        log.warn({ err: error, file }, 'Saving a picture failed'),
      );
    }
  }

  function startDrawing(picture: PictureName, drawable: Drawable): Promise<void> {
    const key = `${picture.kind}/${picture.name}`;
    const running = drawing.get(key);
    if (running !== undefined) return running;
    const work = drawAndStore(picture, drawable)
      .catch((error: unknown) => log.error({ err: error, picture: key }, 'Drawing a picture failed'))
      .finally(() => drawing.delete(key));
    drawing.set(key, work);
    return work;
  }

  function findStored(file: string): Promise<Buffer | undefined> {
    const known = cache.get(file);
    if (known !== undefined) return known;
    const found = readStored(file);
    cache.set(file, found);
    // A missing picture is not cached, because it may be drawn in a moment.
    void found.then((picture) => picture === undefined && cache.delete(file));
    return found;
  }

  return {
    /** 'unknown' if no item or case has this picture, 'later' while it is being drawn. */
    async find(picture: PictureName, timeout: Promise<unknown>): Promise<Buffer | 'unknown' | 'later'> {
      const file = fileOf(picture);
      const storedFile = await findStored(file);
      if (storedFile !== undefined) return storedFile;
      known ??= knownDrawables();
      const drawable = known.get(`${picture.kind}/${picture.name}`);
      if (drawable === undefined) return 'unknown';
      if (drawer.isFull()) return 'later';
      await Promise.race([startDrawing(picture, drawable), timeout]);
      return (await findStored(file)) ?? 'later';
    },
    /** Undefined if too many pictures are waiting to be drawn. The caller caches the result. */
    async drawCard(card: Card): Promise<Buffer | undefined> {
      return drawer.isFull() ? undefined : Buffer.from(await drawer.draw<Uint8Array>(card));
    },
    close: () => drawer.close(),
  };
}
