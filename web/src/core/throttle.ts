/** Runs `action` at the first call, and once more at the end of the interval if there were further calls. */
export function throttle(action: () => void, intervalMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPending = false;
  const startInterval = () => {
    timer = setTimeout(() => {
      timer = undefined;
      if (isPending) run();
    }, intervalMs);
  };
  const run = () => {
    isPending = timer !== undefined;
    if (isPending) return;
    startInterval();
    action();
  };
  return { run, cancel: () => clearTimeout(timer) };
}
