import type { RoomMap } from '@karat/rules/rooms';
import clsx from 'clsx';
import { pictureOf } from './map-scene.ts';

type MapPictureProps = {
  map: RoomMap;
  sizes: string;
  /** In the first view of a page: not to be waited for. */
  isFirst?: boolean;
  className?: string;
};

/** What a map looks like. It says nothing that is not written beside it. */
export function MapPicture({ map, sizes, isFirst = false, className }: MapPictureProps) {
  return (
    <img
      {...pictureOf(map)}
      sizes={sizes}
      width={1600}
      height={600}
      alt=""
      {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      className={clsx('object-cover', className)}
    />
  );
}
