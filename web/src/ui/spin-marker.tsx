import clsx from 'clsx';

type SpinMarkProps = {
  isHidden?: boolean;
  /** Without the line only the two tips remain, so that the text between them can be read. */
  hasLine?: boolean;
  /** The line is translucent but at its ends, so that the names under it can be read. */
  isTranslucent?: boolean;
};

/** Marks the place where the strip or wheel stops. */
export function SpinMarker({ isHidden = false, hasLine = true, isTranslucent = false }: SpinMarkProps) {
  return (
    <span
      aria-hidden
      className={clsx(
        'pointer-events-none absolute inset-y-0 left-1/2 z-10 w-0.5 -translate-x-1/2 transition-opacity duration-140',
        isHidden && 'opacity-0',
      )}
    >
      <span
        className={clsx(
          'absolute inset-0 transition-opacity duration-300',
          isTranslucent
            ? 'bg-[linear-gradient(var(--color-primary),#3ddcff4d_16%,#3ddcff4d_84%,var(--color-primary))]'
            : 'bg-primary shadow-[0_0_18px_4px_#3ddcff55]',
          !hasLine && 'opacity-0',
        )}
      />
      <svg viewBox="0 0 18 10" width="18" height="10" className="absolute top-0 left-1/2 -translate-x-1/2 text-primary">
        <path d="M0 0h18L9 10z" fill="currentColor" />
      </svg>
      <svg
        viewBox="0 0 18 10"
        width="18"
        height="10"
        className="absolute bottom-0 left-1/2 -translate-x-1/2 text-primary"
      >
        <path d="M0 10h18L9 0z" fill="currentColor" />
      </svg>
    </span>
  );
}
