import { type RatingTier, ratingTier } from '@karat/rules/rating';
import clsx from 'clsx';
import { useEffect, useState } from 'react';
import { useText } from '#i18n/i18n.ts';

type AvatarProps = {
  /** URL of the picture; empty when there is none. */
  src: string;
  username: string;
  /** Shows the ring and the name of the rating tier. */
  elo?: number | undefined;
  size?: number;
};

const rings: Readonly<Record<RatingTier, string>> = {
  1: 'bg-t1',
  2: 'bg-t2',
  3: 'bg-t3',
  4: 'bg-t4',
  5: 'bg-t5',
  6: 'bg-t6',
  7: 'bg-t7',
  8: 'motion-ring bg-[conic-gradient(var(--color-t8),#ffd1d8,var(--color-t8),#8f2f45,var(--color-t8))] -m-[40%]',
};

/** A player's picture. If it does not load, a generated one of the same size replaces it permanently. */
export function Avatar({ src, username, elo, size = 40 }: AvatarProps) {
  const t = useText();
  const [brokenSrc, setBroken] = useState<string>();
  const tier = elo === undefined ? undefined : ratingTier(elo);
  const hasPicture = src !== '' && src !== brokenSrc;
  const radius = Math.min(14, Math.max(10, Math.round(size * 0.28)));
  return (
    <span
      className="relative isolate inline-block shrink-0 overflow-hidden"
      style={{ width: size, height: size, borderRadius: radius, padding: tier === undefined ? 0 : 2 }}
      title={tier === undefined ? undefined : t.common.ratingTier(tier)}
    >
      {tier !== undefined && <span aria-hidden className={clsx('absolute inset-0 -z-10', rings[tier])} />}
      {hasPicture ? (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(src)}
          className="size-full bg-bg-3 object-cover"
          style={{ borderRadius: radius - 2 }}
        />
      ) : (
        <GeneratedAvatar username={username} size={size} radius={radius - 2} />
      )}
      {tier !== undefined && <span className="sr-only">{t.common.ratingTier(tier)}</span>}
    </span>
  );
}

type TileProps = { username: string; size: number; radius: number };

/** Draws the picture that the server generates for accounts without one. Shows a letter until it is drawn, or if that fails. */
function GeneratedAvatar({ username, size, radius }: TileProps) {
  const [picture, setPicture] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    import('@karat/art/avatars')
      .then(({ avatarSvg }) => isWanted && setPicture(`data:image/svg+xml,${encodeURIComponent(avatarSvg(username))}`))
      .catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [username]);
  if (picture === undefined) return <InitialAvatar username={username} size={size} radius={radius} />;
  return <img src={picture} alt="" width={size} height={size} className="size-full" style={{ borderRadius: radius }} />;
}

function InitialAvatar({ username, size, radius }: TileProps) {
  const hue = hueOf(username);
  return (
    <span
      aria-hidden
      className="grid size-full place-items-center font-display font-bold text-fg"
      style={{
        borderRadius: radius,
        fontSize: Math.round(size * 0.42),
        background: `linear-gradient(145deg, hsl(${hue} 62% 42%), hsl(${(hue + 48) % 360} 58% 24%))`,
      }}
    >
      {[...username][0]?.toUpperCase() ?? '?'}
    </span>
  );
}

/** A hue derived from the name. */
function hueOf(name: string): number {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + letter.codePointAt(0)!) % 360;
  return hash;
}
