import { type Drawable, drawPicture } from './drawing.ts';
import { parentPort } from 'node:worker_threads';

// Drawing takes most of a second of processor time: here it holds up nobody's request.
parentPort?.on('message', (drawable: Drawable) => {
  drawPicture(drawable).then(
    (rasters) => parentPort?.postMessage({ rasters }),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }),
  );
});
