import clsx from 'clsx';

type ProgressBarProps = { percent: number; labelledBy: string; text: string; isDone: boolean };

/** The progress of a mission. The fill moves by transform, which costs no layout. */
export function ProgressBar({ percent, labelledBy, text, isDone }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-labelledby={labelledBy}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={text}
      className="h-2 overflow-hidden rounded-full bg-bg-3"
    >
      <div
        style={{ transform: `translateX(${percent - 100}%)` }}
        className={clsx(
          'motion-bar h-full rounded-full',
          isDone ? 'bg-success/45' : 'bg-linear-to-r from-primary/55 to-primary',
        )}
      />
    </div>
  );
}
