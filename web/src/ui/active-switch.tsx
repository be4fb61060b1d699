import clsx from 'clsx';

type ActiveSwitchProps = { label: string; isOn: boolean; isPending: boolean; onToggle: () => void };

/** A switch that takes effect at once. */
export function ActiveSwitch({ label, isOn, isPending, onToggle }: ActiveSwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      aria-disabled={isPending || undefined}
      onClick={() => !isPending && onToggle()}
      className={clsx(
        'hit-area h-6 w-11 shrink-0 rounded-full border p-0.5 transition-colors duration-140',
        isOn ? 'border-primary bg-primary/80' : 'border-line-input bg-bg-1',
        isPending && 'opacity-60',
      )}
    >
      <span
        className={clsx(
          'block size-4.5 rounded-full motion-safe:transition-[translate] motion-safe:duration-140',
          isOn ? 'translate-x-5 bg-on-primary' : 'bg-line-input',
        )}
      />
    </button>
  );
}
