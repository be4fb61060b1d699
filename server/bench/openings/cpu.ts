import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in /proc; 100 on every known Linux. */
const TICK_MICROSECONDS = 10_000;

function statOf(pid: number): { parent: number; own: number; ofDead: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain anything, even spaces: count from its end.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return { parent: fields[1]!, own: fields[11]! + fields[12]!, ofDead: fields[13]! + fields[14]! };
  } catch {
    return undefined;
  }
}

/** CPU time of a process and its descendants, including ended ones, in microseconds. */
export function treeCpu(root: number): number {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const stats = new Map(pids.map((pid) => [pid, statOf(pid)]));
  const isInTree = (pid: number): boolean => pid === root || (pid > 1 && isInTree(stats.get(pid)?.parent ?? 0));
  let ticks = 0;
  for (const [pid, stat] of stats) if (stat !== undefined && isInTree(pid)) ticks += stat.own + stat.ofDead;
  return ticks * TICK_MICROSECONDS;
}

/** CPU time of the ended children of this process, in microseconds. */
export function ownDeadCpu(): number {
  return (statOf(process.pid)?.ofDead ?? 0) * TICK_MICROSECONDS;
}
