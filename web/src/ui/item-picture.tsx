import { srcSetOf } from '@karat/art/urls';
import clsx from 'clsx';
import { useEffect, useState } from 'react';

/** Every picture of an item or a case has the aspect ratio 4:3. */
const WIDTH = 256;
const HEIGHT = 192;

/** Delays before the retries of a picture that did not load. */
const RETRY_DELAYS_MS = [2_000, 6_000, 18_000];

type ItemPictureProps = {
  src: string;
  /** Empty where the name is next to the picture, which is nearly everywhere. */
  alt?: string;
  /** The `sizes` attribute. */
  sizes?: string;
  /** For pictures that are visible first; the others load when scrolled to. */
  isEager?: boolean;
  /** Always loads the small file, for pictures that must appear immediately. */
  isSmall?: boolean;
  className?: string;
};

/** The picture of an item or a case, or a placeholder of the same size while it does not load. */
export function ItemPicture(props: ItemPictureProps) {
  const { src, alt = '', sizes = '256px', isEager = false, isSmall = false, className } = props;
  const { isBroken, onError } = useRetries(src);
  const size = clsx('aspect-4/3 object-contain', className);
  if (src === '' || isBroken) return <Placeholder alt={alt} className={size} />;
  const srcSet = isSmall ? undefined : srcSetOf(src);
  return (
    <img
      src={src}
      {...(srcSet !== undefined && { srcSet, sizes })}
      alt={alt}
      width={WIDTH}
      height={HEIGHT}
      loading={isEager ? 'eager' : 'lazy'}
      decoding={isEager ? 'auto' : 'async'}
      draggable={false}
      referrerPolicy="no-referrer"
      onError={onError}
      className={size}
    />
  );
}

/** Replaces a picture that does not load, and retries it a few times, because the connection may have failed briefly. */
function useRetries(src: string): { isBroken: boolean; onError: () => void } {
  const [failed, setFailed] = useState({ src, times: 0, isBroken: false });
  const { times, isBroken } = failed.src === src ? failed : { times: 0, isBroken: false };
  useEffect(() => {
    const waitMs = RETRY_DELAYS_MS[times - 1];
    if (!isBroken || waitMs === undefined) return undefined;
    const timer = setTimeout(() => setFailed({ src, times, isBroken: false }), waitMs);
    return () => clearTimeout(timer);
  }, [src, times, isBroken]);
  return { isBroken, onError: () => setFailed({ src, times: times + 1, isBroken: true }) };
}

function Placeholder({ alt, className }: { alt: string; className: string }) {
  return (
    <svg
      viewBox="0 0 256 192"
      // The height follows the width, as with the picture, so that a row with a placeholder is as high as the others.
      width={WIDTH}
      fill="none"
      className={className}
      {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
    >
      <path d="M96 58h64l24 30-56 56-56-56z" fill="var(--r, #3ddcff)" fillOpacity=".14" />
      <path
        d="M96 58h64l24 30-56 56-56-56zM72 88h112M96 58l32 30 32-30M128 88v56"
        stroke="var(--r, #3ddcff)"
        strokeOpacity=".45"
        strokeWidth="2"
        strokeLinejoin="round"
      />
    </svg>
  );
}
