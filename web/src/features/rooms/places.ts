import type { Location } from '@karat/rules/rooms';
import type { Locale } from '#ui/dates.ts';

const english: Readonly<Record<Location, string>> = {
  beauharnois: 'Beauharnois',
  new_york_city: 'New York City',
  los_angeles: 'Los Angeles',
  miami: 'Miami',
  tokyo: 'Tokyo',
  warsaw: 'Warsaw',
  dusseldorf: 'Düsseldorf',
  istanbul: 'Istanbul',
  bucharest: 'Bucharest',
};

const turkish: Partial<Record<Location, string>> = {
  new_york_city: 'New York',
  warsaw: 'Varşova',
  istanbul: 'İstanbul',
  bucharest: 'Bükreş',
};

/** Where a server stands, as the language has it. */
export function placeName(location: Location, locale: Locale): string {
  return (locale === 'tr' ? turkish[location] : undefined) ?? english[location];
}
