/** Runs `action` at the first call, and once more at the end of the interval if there were further calls. */
export function throttle(act: () => void, intervalMs: number) {
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
    act();
  };
  return { run, cancel: () => clearTimeout(timer) };
}
