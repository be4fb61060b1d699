import { useCasesText } from './words/cases-text.ts';

/** Marks the case to start with, on the upper edge of its card: on a small card it would hide the picture. */
export function StartMark() {
  const t = useCasesText();
  return (
    <span className="absolute -top-2.5 left-3 rounded-sm bg-primary px-2 py-0.5 text-2xs font-bold text-on-primary">
      {t.startHere}
    </span>
  );
}
