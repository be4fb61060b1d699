/** Time, who, what was done; the rest is told as it stands. A line of another shape is shown whole. */
const LINE = /^(\d\d:\d\d:\d\d) ([^\s#]+)(#\d+)? (\S+)(.*)$/su;

export function LogLine({ line }: { line: string }) {
  const [, time, who, number, act, rest] = LINE.exec(line) ?? [];
  return (
    <li className="px-3 py-2 font-mono text-xs leading-5 wrap-anywhere sm:flex sm:px-4 sm:py-1.5">
      {time === undefined ? (
        <span className="text-fg-2">{line}</span>
      ) : (
        <>
          <time className="mr-3 shrink-0 text-fg-3">{time}</time>
          <span className="min-w-0 text-fg-2">
            <bdi className="font-semibold text-fg">{who}</bdi>
            {number !== undefined && <span className="text-fg-3">{number}</span>}{' '}
            <span className="text-primary">{act}</span>
            {rest}
          </span>
        </>
      )}
    </li>
  );
}
