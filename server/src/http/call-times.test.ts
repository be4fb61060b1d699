import { expect, test } from 'vitest';
import { createCallTimes } from './call-times.ts';

test('counts times by method, route and status, in cumulative buckets from 1 ms to 10 s', async () => {
  const times = createCallTimes();
  const record = times.of({ method: 'GET', route: '/auth/me' });
  record(200, 0.4);
  record(200, 5);
  record(200, 60_000);
  record(401, 1);
  const lines = (await times.text()).split('\n');
  const series = (suffix: string, status: number, le?: string) =>
    `karat_http_request_duration_seconds_${suffix}{${
      le === undefined ? '' : `le="${le}",`
    }method="GET",route="/auth/me",status="${status}"}`;
  expect(lines).toContain(`${series('bucket', 200, '0.001')} 1`);
  expect(lines).toContain(`${series('bucket', 200, '0.005')} 2`);
  expect(lines).toContain(`${series('bucket', 200, '10')} 2`);
  expect(lines).toContain(`${series('bucket', 200, '+Inf')} 3`);
  expect(lines).toContain(`${series('count', 200)} 3`);
  expect(lines).toContain(`${series('sum', 401)} 0.001`);
});
