import { chromium, type CDPSession } from '@playwright/test';

// Measures the frame rate of the opening animation with a throttled processor.
// Usage: node e2e/bench/opening-animation-fps.ts [origin] [caseCount]
// Counts frames that reach the screen (DrawFrame), not requestAnimationFrame callbacks.
const [origin = 'http://localhost:3000', caseCount = '1'] = process.argv.slice(2);
const CASE_NAME = 'Bedrock';
const THROTTLE = 4;
const MEASURED_MS = 6_000;
const TARGET_FPS = 55;
/** Two frames at 60 Hz: a longer gap means a dropped frame. */
const DROPPED_FRAME_MS = 34;

type TraceEvent = { name: string; ts: number };

async function recordFrameTimes(session: CDPSession, action: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, ts } of value as unknown as TraceEvent[]) if (name === 'DrawFrame') times.push(ts / 1_000);
  });
  const done = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.start', {
    categories: 'disabled-by-default-devtools.timeline.frame,devtools.timeline.frame',
  });
  await action();
  await session.send('Tracing.end');
  await done;
  return times.toSorted((a, b) => a - b);
}

const executablePath = process.env['CHROMIUM_PATH'];
const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
const page = await browser.newPage({ baseURL: origin, viewport: { width: 1280, height: 860 } });
const name = `frames_${Date.now().toString(36)}`;
await page.request.post('/auth/signup', {
  data: { username: name, email: `${name}@example.com`, password: 'elmas-elmas' },
});
await page.goto(`/case/${CASE_NAME}`);
await page.getByText(`${caseCount}×`, { exact: true }).click();
const session = await page.context().newCDPSession(page);
await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
await page.getByRole('button', { name: /^Open/ }).click();
await page.locator('[data-phase=spinning]').waitFor();
const times = await recordFrameTimes(session, () => page.waitForTimeout(MEASURED_MS));
await browser.close();

const gaps = times.slice(1).map((time, index) => time - times[index]!);
const framesPerSecond = (gaps.length / (times.at(-1)! - times[0]!)) * 1_000;
console.log(`cases ${caseCount}  throttle ${THROTTLE}x  frames/s ${framesPerSecond.toFixed(1)} (target ${TARGET_FPS})`);
console.log(
  `longest gap ${Math.max(...gaps).toFixed(0)} ms, over ${DROPPED_FRAME_MS} ms: ${gaps.filter((gap) => gap > DROPPED_FRAME_MS).length}`,
);
