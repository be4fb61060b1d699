import type { Raster } from '@karat/art/rasterise';
import { type ChildProcess, fork } from 'node:child_process';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createBoundedMap } from '#bounded-map.ts';
import type { Log } from '#log.ts';
import { type Drawable, knownDrawables } from './drawing.ts';

/** Pictures that ship with the project. */
const SHIPPED_FOLDER = fileURLToPath(new URL('../../../../art/pictures/', import.meta.url));

/** Number of recently requested pictures kept in memory. */
const CACHED_MAX = 600;
const QUEUE_MAX = 100;

export type PictureName = {
  readonly kind: 'skin' | 'case' | 'map' | 'mission';
  readonly name: string;
  readonly width: number;
};

type Drawn = { rasters: Raster[] } | { error: string };

function fileOf({ kind, name, width }: PictureName): string {
  return path.join(kind, `${name}-${width}.webp`);
}

const DRAW_PROCESS = fileURLToPath(new URL('./draw-process.ts', import.meta.url));

/** Draws in a child process, which starts with the first picture and ends with this process. */
function createDrawingProcess() {
  let worker: ChildProcess | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  function startWorker(): ChildProcess {
    // Pictures are sent as bytes, not JSON. An idle child must not keep this process alive.
    const child = fork(DRAW_PROCESS, { serialization: 'advanced', execArgv: [] });
    child.once('exit', () => (worker = undefined));
    child.unref();
    child.channel?.unref();
    return child;
  }

  async function drawNow(drawable: Drawable): Promise<Raster[]> {
    const child = (worker ??= startWorker());
    child.channel?.ref();
    const drawn = await new Promise<Drawn>((resolve) => {
      const end = (result: Drawn): void => {
        child.off('message', onMessage).off('exit', onExit).off('error', onExit);
        resolve(result);
      };
      const onMessage = (message: unknown): void => end(message as Drawn);
      const onExit = (reason: unknown): void => end({ error: `the drawing process has ended: ${String(reason)}` });
      child.once('message', onMessage).once('exit', onExit).once('error', onExit);
      child.send(drawable);
    });
    child.channel?.unref();
    if ('rasters' in drawn) return drawn.rasters;
    worker = undefined;
    child.kill();
    throw new Error(drawn.error);
  }

  return {
    isFull: () => waiting >= QUEUE_MAX,
    draw(drawable: Drawable): Promise<Raster[]> {
      waiting++;
      const drawing = queue.then(() => drawNow(drawable)).finally(() => waiting--);
      queue = drawing.catch(() => undefined);
      return drawing;
    },
    close(): void {
      worker?.kill();
    },
  };
}

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
    for (const { width, webp } of await drawer.draw(drawable)) {
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
    close: () => drawer.close(),
  };
}
