import { useQuery } from '@tanstack/react-query';
import { useStaffTicketEvents } from './ticket-events.ts';
import { waitingQuery } from './queries.ts';
import { useAdminText } from './words/admin-text.ts';

/** A dot while a ticket is unread by all staff, on every tab of the panel. */
export function AdminWaitingMark() {
  const words = useAdminText();
  const { data: isWaiting } = useQuery(waitingQuery);
  useStaffTicketEvents(waitingQuery.queryKey);
  if (isWaiting !== true) return null;
  return (
    <>
      <span
        aria-hidden
        className="absolute top-2.5 left-6.5 size-2.5 rounded-full border-2 border-bg-0 bg-primary @3xl:top-2"
      />
      <span className="sr-only">({words.tickets.unreadTab})</span>
    </>
  );
}
