import type { RoomSummary } from '@karat/contract/rooms';
import type { Location } from '@karat/rules/rooms';
import { useEffect, useEffectEvent } from 'react';
import { onEvent } from '#core/socket.ts';
import type { Locale } from '#ui/dates.ts';

/** Matches that end within this time cause one call. */
const THROTTLE_MS = 10_000;

const ongoingIds = (rooms: readonly RoomSummary[]): Set<number> =>
  new Set(rooms.filter(({ state }) => state === 'MATCH_ONGOING').map(({ id }) => id));

/**
 * Calls the listener when a running match has left the list of rooms. Also calls when one may have been missed: with the
 * first list, and after a reconnect.
 */
export function useMatchEnd(listener: () => void): void {
  const onOver = useEffectEvent(listener);
  useEffect(() => {
    let played: Set<number> | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onRooms = (data: readonly RoomSummary[]): void => {
      const next = ongoingIds(data);
      const isOver = played === undefined || [...played].some((id) => !next.has(id));
      played = next;
      if (!isOver) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        onOver();
      }, THROTTLE_MS);
    };
    const stop = onEvent(
      'ROOMS_CHANGED',
      ({ data }) => onRooms(data),
      () => onOver(),
    );
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
}

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

/** The localised name of a server location. */
export function locationName(location: Location, locale: Locale): string {
  return (locale === 'tr' ? turkish[location] : undefined) ?? english[location];
}
