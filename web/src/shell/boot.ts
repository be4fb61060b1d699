import { sendFirstCalls, type FirstCalls } from './first-calls.ts';

/** Filled in by the build, from `web/tools/first-calls.ts`. */
declare const FIRST_CALLS: FirstCalls;

/** Resolves after the browser has painted the HTML of the page, or at once in a hidden tab. */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden') resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const status = document.querySelector<HTMLMetaElement>('meta[name=site-status]')?.content;
sendFirstCalls(window.location, FIRST_CALLS, status);

// Runs one script after the other, with a browser task in between: running all at once would block a phone for so long that it
// could neither paint nor react. The scripts are already loading: the head preloads them, dependencies first.
await nextPaint();
for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')) {
  await import(/* @vite-ignore */ href);
  await nextTask();
}
await import('./main.tsx');
