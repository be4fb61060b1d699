import type { SubjectMessage } from '../measure.ts';

/** Reports to the bench that the process is ready, and its CPU time on request. */
export function answerBench(ready: { port: number; path: string; headers: Record<string, string> }): void {
  const send = (message: SubjectMessage): void => void process.send?.(message);
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    send({ cpuMicroseconds: user + system });
  });
  process.on('SIGTERM', () => process.exit(0));
  send(ready);
}
