/** The progress of a long task, also as text. */
export function ProgressBar({ done, total, words }: { done: number; total: number; words: string }) {
  return (
    <div className="mt-4">
      <progress
        value={done}
        max={Math.max(total, 1)}
        aria-label={words}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-bg-3 [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-bg-3 [&::-webkit-progress-value]:bg-primary"
      />
      <p aria-hidden className="mt-1.5 text-xs text-fg-3 tabular-nums">
        {words}
      </p>
    </div>
  );
}
