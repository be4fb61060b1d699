import { expect, test } from 'vitest';
import { createCallTimes } from './call-times.ts';

test('times are counted by route and status, in buckets that include the smaller ones', () => {
  const times = createCallTimes();
  const note = times.of('/auth/me');
  note(200, 0.4);
  note(200, 5);
  note(200, 60_000);
  note(401, 1);
  const lines = times.text().split('\n');
  expect(lines).toContain('call_seconds_bucket{route="/auth/me",status="200",le="0.001"} 1');
  expect(lines).toContain('call_seconds_bucket{route="/auth/me",status="200",le="0.005"} 2');
  expect(lines).toContain('call_seconds_bucket{route="/auth/me",status="200",le="10"} 2');
  expect(lines).toContain('call_seconds_bucket{route="/auth/me",status="200",le="+Inf"} 3');
  expect(lines).toContain('call_seconds_count{route="/auth/me",status="200"} 3');
  expect(lines).toContain('call_seconds_sum{route="/auth/me",status="401"} 0.001');
});
