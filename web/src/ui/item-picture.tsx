import clsx from 'clsx';
import { useState } from 'react';

/** Every picture of an item or a case is drawn four to three. */
const WIDTH = 256;
const HEIGHT = 192;

type ItemPictureProps = {
  src: string;
  /** Empty where the name stands beside it, which is nearly everywhere. */
  alt?: string;
  /** How wide it is shown, in the words of the attribute. */
  sizes?: string;
  /** For what is seen first; all else waits until it is scrolled to. */
  isEager?: boolean;
  /** Takes the small file whatever the screen: for what must be there at once. */
  isSmall?: boolean;
  className?: string;
};

/** The picture of an item or a case. One that does not load gives way to a drawn shape of the same size, for good. */
export function ItemPicture(props: ItemPictureProps) {
  const { src, alt = '', sizes = '256px', isEager = false, isSmall = false, className } = props;
  const [brokenSrc, setBroken] = useState<string>();
  const size = clsx('aspect-4/3 object-contain', className);
  if (src === '' || src === brokenSrc) return <DrawnShape alt={alt} className={size} />;
  const larger = isSmall ? undefined : largerOf(src);
  return (
    <img
      src={src}
      {...(larger !== undefined && { srcSet: `${src} 256w, ${larger} 512w`, sizes })}
      alt={alt}
      width={WIDTH}
      height={HEIGHT}
      loading={isEager ? 'eager' : 'lazy'}
      decoding={isEager ? 'auto' : 'async'}
      draggable={false}
      referrerPolicy="no-referrer"
      onError={() => setBroken(src)}
      className={size}
    />
  );
}

/** Our own pictures come in two sizes; of any other address only the one is known. */
function largerOf(src: string): string | undefined {
  return /\/img\/(?:skin|case)\/[^/]+-256\.webp$/.test(src) ? src.replace(/-256\.webp$/, '-512.webp') : undefined;
}

function DrawnShape({ alt, className }: { alt: string; className: string }) {
  return (
    <svg
      viewBox="0 0 256 192"
      width={WIDTH}
      height={HEIGHT}
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
