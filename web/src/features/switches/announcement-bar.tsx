import { Megaphone, Wrench, X } from 'lucide-react';
import { useText } from '#i18n/i18n.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { dismissAnnouncement, textIn, useDismissed, useIsStaff, useSiteStatus, useSwitchedOff } from './status.ts';
import { useSwitchesText } from './words/switches-text.ts';

const rowClass = 'flex items-start gap-2.5 border-b border-line px-3 py-2 text-card md:px-5';

/** What staff announce, at the top of every page. Each announcement can be closed, which this browser remembers. */
export function AnnouncementBar() {
  const words = useSwitchesText();
  const { locale } = useText();
  const announcements = useSiteStatus((status) => status.announcements);
  const dismissed = useDismissed(({ ids }) => ids);
  const shown = announcements.filter(({ id }) => !dismissed.includes(id));
  return (
    <section aria-label={words.announcements}>
      <MaintenanceRow />
      {shown.map(({ id, text }) => (
        <div key={id} role="status" className={`${rowClass} bg-primary/10`}>
          <Megaphone size={18} aria-hidden className="mt-2 shrink-0 text-primary" />
          <p className="min-w-0 grow py-1.5 text-pretty wrap-anywhere">{textIn(text, locale)}</p>
          <IconButton label={words.dismiss} variant="bare" className="size-9!" onClick={() => dismissAnnouncement(id)}>
            <X size={18} aria-hidden />
          </IconButton>
        </div>
      ))}
    </section>
  );
}

/** Reminds staff that players cannot use the site. */
function MaintenanceRow() {
  const words = useSwitchesText();
  const isStaff = useIsStaff();
  const isOff = useSwitchedOff('site') !== undefined;
  if (!isStaff || !isOff) return null;
  return (
    <p className={`${rowClass} items-center bg-warn/12 font-semibold text-warn`}>
      <Wrench size={18} aria-hidden className="shrink-0" />
      {words.staffBar}
    </p>
  );
}
