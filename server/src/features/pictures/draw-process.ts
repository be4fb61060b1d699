import { constants, setPriority } from 'node:os';
import { type Drawable, drawPicture } from './drawing.ts';

// A drawing takes most of a second of CPU time, so a low-priority child process keeps it from delaying requests.
setPriority(constants.priority.PRIORITY_LOW);

process.on('message', (drawable: Drawable) => {
  drawPicture(drawable).then(
    (rasters) => process.send?.({ rasters }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
