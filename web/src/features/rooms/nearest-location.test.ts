import { expect, test } from 'vitest';
import { nearestLocation } from './nearest-location.ts';

test.each([
  ['Europe/Istanbul', 'istanbul'],
  ['Europe/Berlin', 'dusseldorf'],
  ['America/Los_Angeles', 'los_angeles'],
  ['America/Chicago', 'new_york_city'],
  ['Asia/Seoul', 'tokyo'],
  ['Africa/Cairo', 'istanbul'],
])('a player in %s gets %s', (timeZone, location) => {
  expect(nearestLocation(timeZone)).toBe(location);
});
