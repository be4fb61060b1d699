import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** An error that concerns the whole form instead of one field. */
export function FormAlert({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="flex gap-2 rounded-md bg-danger/10 px-3 py-2.5 text-card font-medium text-danger">
      <CircleAlert size={16} aria-hidden className="mt-px shrink-0" />
      {children}
    </p>
  );
}
