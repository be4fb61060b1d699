import clsx from 'clsx';

/** The diamond of the logo. */
export function BrandMark({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden className="shrink-0">
      <path d="M10 1 19 10 10 19 1 10z" fill="var(--color-primary)" />
      <path d="M10 1 19 10H10z" fill="#fff" opacity=".28" />
    </svg>
  );
}

/** The logo: diamond and wordmark, on the narrowest screens the diamond alone. A link around it needs its own label. */
export function Brand({ isWhole = false }: { isWhole?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2">
      <BrandMark />
      <span
        aria-hidden
        className={clsx(
          'font-display text-[1.375rem] leading-none font-extrabold tracking-[.08em]',
          !isWhole && 'max-[30rem]:hidden',
        )}
      >
        KARAT
      </span>
    </span>
  );
}
