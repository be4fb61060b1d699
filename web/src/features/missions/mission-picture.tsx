import clsx from 'clsx';
import { Target } from 'lucide-react';
import { useState } from 'react';

/** The site's own emblems come in two sizes; other URLs in one. */
const OWN = /^(.*\/img\/mission\/[a-z]+)-(?:128|256)\.webp$/;

/** The emblem of a mission, whose title is beside it. A picture that does not load is replaced by a drawn badge. */
export function MissionPicture({ src, className }: { src: string; className?: string }) {
  const [brokenSrc, setBroken] = useState<string>();
  if (src === '' || src === brokenSrc) return <DrawnBadge className={className} />;
  const [, ownEmblem] = OWN.exec(src) ?? [];
  return (
    <img
      {...(ownEmblem === undefined
        ? { src }
        : {
            src: `${ownEmblem}-128.webp`,
            srcSet: `${ownEmblem}-128.webp 128w, ${ownEmblem}-256.webp 256w`,
            sizes: '80px',
          })}
      alt=""
      width={128}
      height={128}
      loading="lazy"
      decoding="async"
      draggable={false}
      referrerPolicy="no-referrer"
      onError={() => setBroken(src)}
      className={clsx('aspect-square shrink-0 object-contain', className)}
    />
  );
}

function DrawnBadge({ className }: { className: string | undefined }) {
  return (
    <span aria-hidden className={clsx('relative grid aspect-square shrink-0 place-items-center', className)}>
      <svg viewBox="0 0 84 84" className="absolute inset-0 size-full" fill="none">
        <path d="M42 3 76 22.5v39L42 81 8 61.5v-39z" fill="#141a26" stroke="#3ddcff" strokeOpacity=".3" />
        <path d="M42 3 76 22.5 42 42 8 22.5z" fill="#3ddcff" fillOpacity=".09" />
      </svg>
      <Target strokeWidth={1.75} className="relative size-2/5 text-primary" />
    </span>
  );
}
