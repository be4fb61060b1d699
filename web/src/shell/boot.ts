import { askEarly, type FirstCalls } from './first-calls.ts';

/** Filled in by the build, from `web/tools/first-calls.ts`. */
declare const FIRST_CALLS: FirstCalls;

/** Once the browser has painted what the page itself holds, or at once where it paints nothing. */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden') resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

askEarly(window.location, FIRST_CALLS);

// One script after the other, with a turn for the browser in between: all in one go would hold up a phone for so long that nothing
// could be painted or pressed. They are on their way already; the head names them, those that others need first.
await nextPaint();
for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')) {
  await import(/* @vite-ignore */ href);
  await nextTask();
}
await import('./main.tsx');
