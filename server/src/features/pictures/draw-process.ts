import { constants, setPriority } from 'node:os';
import { draw, type DrawRequest } from './drawing.ts';

// A drawing takes most of a second of CPU time, so a low-priority child process keeps it from delaying requests.
setPriority(constants.priority.PRIORITY_LOW);

process.on('message', (request: DrawRequest) => {
  draw(request).then(
    (drawn) => process.send?.({ drawn }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
