import { useLayoutEffect, useState } from 'react';

/** The rooms on the page in their order; undefined is the place of a room that has closed. */
export type Places = readonly (number | undefined)[];

/** More rooms appear after a press, so that the rest of the page stays near. */
const SHOWN_FIRST = 6;

/** The places of a list that is out of view: whole rows, without gaps. */
export function firstPlaces(ids: readonly number[], columns: number): Places {
  const rows = Math.max(1, Math.floor(SHOWN_FIRST / columns));
  return ids.slice(0, rows * columns);
}

/**
 * The places of a list in view: no room moves, and the list gets no more rows.
 * New rooms take free places; the others wait for a press.
 */
export function nextPlaces(before: Places, ids: readonly number[], columns: number): Places {
  const waiting = ids.filter((id) => !before.includes(id));
  const filled = before.map((id) => (id !== undefined && ids.includes(id) ? id : waiting.shift()));
  const rows = Math.max(1, Math.ceil(before.length / columns));
  return [...filled, ...waiting.slice(0, rows * columns - filled.length)];
}

/** The places of the rooms. Another choice of filters starts a new list. */
export function useRoomPlaces(ids: readonly number[], filters: string) {
  const [grid, setGrid] = useState<HTMLElement | null>(null);
  const { columns, isInView } = useGridView(grid);
  const [shown, setShown] = useState({ filters, areAll: false, reason: '', places: [] as Places });
  // Everything that may change the places.
  const reason = [filters, columns, isInView, ...ids].join(' ');
  let next = shown;
  if (reason !== shown.reason) {
    const isSameList = filters === shown.filters;
    const areAll = shown.areAll && isSameList;
    const fresh = areAll ? ids : firstPlaces(ids, columns);
    next = { filters, areAll, reason, places: isInView && isSameList ? nextPlaces(shown.places, ids, columns) : fresh };
    setShown(next);
  }
  const { places } = next;
  const waiting = ids.filter((id) => !places.includes(id));
  return {
    places,
    waitingCount: waiting.length,
    /** A list of several rows keeps its height when all its rooms close. */
    isOneRow: places.length <= columns,
    showWaiting: () => setShown({ ...next, areAll: true, places: [...places, ...waiting] }),
    gridRef: setGrid,
  };
}

/** How many columns a grid has, and whether any part of it is in view. */
function useGridView(grid: HTMLElement | null) {
  const [columns, setColumns] = useState(1);
  const [isInView, setInView] = useState(false);
  useLayoutEffect(() => {
    if (!grid) return undefined;
    const countColumns = () => setColumns(getComputedStyle(grid).gridTemplateColumns.split(' ').length);
    countColumns();
    const resize = new ResizeObserver(countColumns);
    resize.observe(grid);
    // Without it, as in old browsers, the list is always up to date, and may move.
    if (!('IntersectionObserver' in window)) return () => resize.disconnect();
    const view = new IntersectionObserver((entries) => setInView(entries.at(-1)!.isIntersecting));
    view.observe(grid);
    return () => {
      resize.disconnect();
      view.disconnect();
      setInView(false);
    };
  }, [grid]);
  return { columns, isInView };
}
