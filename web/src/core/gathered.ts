/** Runs `act` at the first call, and once more at the end of the interval if there were further calls. */
export function gathered(act: () => void, everyMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;
  const rest = () => {
    timer = setTimeout(() => {
      timer = undefined;
      if (isWanted) run();
    }, everyMs);
  };
  const run = () => {
    isWanted = timer !== undefined;
    if (isWanted) return;
    rest();
    act();
  };
  return { run, cancel: () => clearTimeout(timer) };
}
