import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** A running break or exclusion, and until when. */
export function RunningNote({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className="mb-4 flex gap-2.5 rounded-md border border-line bg-bg-2 px-3.5 py-3 font-semibold text-pretty">
      <Icon size={18} aria-hidden className="mt-px shrink-0 text-info" />
      {children}
    </p>
  );
}
