import type { Shell } from './shell.ts';
import { startWorker, type WorkerScope } from './worker.ts';

/** Filled in by the build, from `web/tools/service-worker.ts`. */
declare const SHELL: Shell;

startWorker(globalThis as unknown as WorkerScope, SHELL);
