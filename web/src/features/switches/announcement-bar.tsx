import { Bell, X } from 'lucide-react';
import { useText } from '#i18n/i18n.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { dismissAnnouncement, textIn, useDismissed, useSiteStatus } from './status.ts';
import { useSwitchesText } from './words/switches-text.ts';

/** What staff announce, at the top of every page. Each announcement can be closed, which this browser remembers. */
export function AnnouncementBar() {
  const words = useSwitchesText();
  const { locale } = useText();
  const announcements = useSiteStatus((status) => status.announcements);
  const dismissed = useDismissed(({ ids }) => ids);
  const shown = announcements.filter(({ id }) => !dismissed.includes(id));
  return (
    <>
      {shown.map(({ id, text }) => (
        <div
          key={id}
          role="status"
          className="flex items-start gap-2.5 border-b border-line px-3 py-2 text-card md:px-5 bg-primary/10"
        >
          <Bell size={18} aria-hidden className="mt-2 shrink-0 text-primary" />
          <p className="min-w-0 grow py-1.5 text-pretty wrap-anywhere">{textIn(text, locale)}</p>
          <IconButton label={words.dismiss} variant="bare" className="size-9!" onClick={() => dismissAnnouncement(id)}>
            <X size={18} aria-hidden />
          </IconButton>
        </div>
      ))}
    </>
  );
}
