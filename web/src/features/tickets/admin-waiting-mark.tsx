import { useQuery } from '@tanstack/react-query';
import { useText } from '#i18n/i18n.ts';
import { useDeskNews } from './news.ts';
import { waitingQuery } from './queries.ts';

/** A dot while some ticket has not been read by anybody of the staff, whichever tab of the panel is open. */
export function AdminWaitingMark() {
  const t = useText();
  const { data: isWaiting } = useQuery(waitingQuery);
  useDeskNews(waitingQuery.queryKey);
  if (isWaiting !== true) return null;
  return (
    <span className="ml-auto grid place-items-center">
      <span aria-hidden className="size-2 rounded-full bg-primary" />
      <span className="sr-only">({t.ticketDesk.unreadTab})</span>
    </span>
  );
}
