import { TriangleAlert } from 'lucide-react';
import { useSwitchedOff } from './status.ts';
import { useAdminText } from './words/admin-text.ts';

/** Reminds staff that players cannot use the site. */
export function AdminMaintenanceNote() {
  const words = useAdminText();
  if (useSwitchedOff('site') === undefined) return null;
  return (
    <p className="mb-4 flex items-center gap-2.5 rounded-md bg-warn/12 px-3.5 py-2.5 text-card font-semibold text-warn">
      <TriangleAlert size={18} aria-hidden className="shrink-0" />
      {words.staffBar}
    </p>
  );
}
