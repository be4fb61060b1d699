import type { SubjectMessage } from '../measure.ts';

/** Tells the bench that a subject is ready, and from then on what it has used of the processor. */
export function answerBench(ready: { port: number; path: string; headers: Record<string, string> }): void {
  const send = (message: SubjectMessage): void => void process.send?.(message);
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    send({ cpuMicroseconds: user + system });
  });
  process.on('SIGTERM', () => process.exit(0));
  send(ready);
}
