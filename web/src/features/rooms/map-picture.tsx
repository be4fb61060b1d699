import type { RoomMap } from '@karat/rules/rooms';
import clsx from 'clsx';
import { mapPicture } from './hero-map.ts';

type MapPictureProps = {
  map: RoomMap;
  sizes: string;
  /** Visible when the page opens: loads with high priority. */
  isFirst?: boolean;
  className?: string;
};

/** The picture of a map. Decorative: its name is always beside it. */
export function MapPicture({ map, sizes, isFirst = false, className }: MapPictureProps) {
  return (
    <img
      {...mapPicture(map)}
      sizes={sizes}
      width={1600}
      height={600}
      alt=""
      {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      className={clsx('object-cover', className)}
    />
  );
}
