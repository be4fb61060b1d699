import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DrawRequest } from './drawing.ts';

const QUEUE_MAX = 100;

type Drawn = { drawn: unknown } | { error: string };

const DRAW_PROCESS = fileURLToPath(new URL('./draw-process.ts', import.meta.url));

/** Draws in a child process, which starts with the first picture and ends with this process. */
export function createDrawingProcess() {
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

  async function drawNow(request: DrawRequest): Promise<unknown> {
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
      child.send(request);
    });
    child.channel?.unref();
    if ('drawn' in drawn) return drawn.drawn;
    worker = undefined;
    child.kill();
    throw new Error(drawn.error);
  }

  return {
    isFull: () => waiting >= QUEUE_MAX,
    /** One drawing at a time, in order. `Result` is what `draw` of drawing.ts returns for this kind of request. */
    draw<Result>(request: DrawRequest): Promise<Result> {
      waiting++;
      const drawing = queue.then(() => drawNow(request)).finally(() => waiting--);
      queue = drawing.catch(() => undefined);
      return drawing as Promise<Result>;
    },
    close(): void {
      worker?.kill();
    },
  };
}
