import { constants, setPriority } from 'node:os';
import { type Drawable, drawPicture } from './drawing.ts';

// Drawing takes most of a second of processor time: in a process of its own, last in line, it holds up nobody's request.
setPriority(constants.priority.PRIORITY_LOW);

process.on('message', (drawable: Drawable) => {
  drawPicture(drawable).then(
    (rasters) => process.send?.({ rasters }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
