import { readFileSync } from 'node:fs';

/** Clock ticks per second in /proc; 100 on every known Linux. */
const TICKS_PER_SECOND = 100;

function busyTicks(): number {
  const [, user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8')
    .split('\n')[0]!
    .split(/\s+/)
    .map(Number);
  return (user ?? 0) + (nice ?? 0) + (system ?? 0) + (irq ?? 0) + (softirq ?? 0);
}

function ticksOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may contain anything, even spaces: count from its end.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/** Measures how many cores other processes used while `work` ran. Their load makes a measurement worthless. */
export async function foreignCores<T>(
  pids: readonly number[],
  work: () => Promise<T>,
): Promise<{ result: T; cores: number }> {
  const sample = () => {
    try {
      return { busy: busyTicks(), ours: pids.reduce((sum, pid) => sum + ticksOf(pid), 0), at: performance.now() };
    } catch {
      // Not Linux: the load of others is unknown and counts as none.
      return { busy: 0, ours: 0, at: performance.now() };
    }
  };
  const before = sample();
  const result = await work();
  const after = sample();
  const seconds = (after.at - before.at) / 1000;
  const ticks = after.busy - before.busy - (after.ours - before.ours);
  return { result, cores: Math.max(0, ticks / TICKS_PER_SECOND / seconds) };
}
