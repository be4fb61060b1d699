import type { Location } from '@karat/rules/rooms';

/** Time zones, or their first parts, with the server location that is nearest to most players in them. */
const NEAREST: readonly (readonly [zone: string, location: Location])[] = [
  ['Europe/Istanbul', 'istanbul'],
  ['Europe/Warsaw', 'warsaw'],
  ['Europe/Bucharest', 'bucharest'],
  ['Europe/', 'dusseldorf'],
  ['America/Los_Angeles', 'los_angeles'],
  ['America/Vancouver', 'los_angeles'],
  ['America/Toronto', 'beauharnois'],
  ['America/Montreal', 'beauharnois'],
  ['America/Argentina', 'miami'],
  ['America/Sao_Paulo', 'miami'],
  ['America/', 'new_york_city'],
  ['Asia/Tokyo', 'tokyo'],
  ['Asia/Seoul', 'tokyo'],
  ['Asia/Shanghai', 'tokyo'],
  ['Australia/', 'tokyo'],
  ['Pacific/', 'tokyo'],
];

/** The server location for a room that the player creates without a form. */
export function nearestLocation(timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone): Location {
  return NEAREST.find(([zone]) => timeZone.startsWith(zone))?.[1] ?? 'istanbul';
}
