import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Exterior, ItemName } from './item-name.tsx';
import { ItemPicture } from './item-picture.tsx';
import { hasPulsingGlow, rarityColors } from './rarity.ts';

type ItemCardProps = {
  /** The name without the exterior. */
  name: string;
  exterior: string;
  rarity: string;
  image: string;
  /** A small label on the picture, such as a drop rate. */
  corner?: ReactNode;
  isEager?: boolean;
  /** The link of the name. */
  to?: string;
  /** The level of the heading: one below the heading of the grid. */
  level?: 2 | 3;
  /** Content under the name: a price, buttons. */
  children?: ReactNode;
};

/** An item in a grid. Both its glow and its text show the rarity. */
export function ItemCard({
  name,
  exterior,
  rarity,
  image,
  corner,
  isEager = false,
  to,
  level = 3,
  children,
}: ItemCardProps) {
  const Name = level === 2 ? 'h2' : 'h3';
  return (
    <article
      className="rarity-edge relative isolate flex h-full flex-col overflow-hidden surface p-3 pb-3.5"
      style={rarityColors(rarity)}
      title={rarity}
    >
      <span aria-hidden className={clsx('rarity-glow', hasPulsingGlow(rarity) && 'motion-glow')} />
      {corner !== undefined && <span className="absolute top-2.5 left-2.5">{corner}</span>}
      <ItemPicture
        src={image}
        isEager={isEager}
        sizes="(min-width: 48rem) 200px, 45vw"
        className="mx-auto mt-4 w-full max-w-52"
      />
      <Name className="mt-1 text-card text-pretty">
        {to === undefined ? (
          <ItemName name={name} />
        ) : (
          <Link to={to} className="hit-area block hover:text-primary hover:underline">
            <ItemName name={name} />
          </Link>
        )}
      </Name>
      <p className="mt-0.5">
        <Exterior exterior={exterior} rarity={rarity} />
      </p>
      {children !== undefined && <div className="mt-auto pt-2">{children}</div>}
    </article>
  );
}
