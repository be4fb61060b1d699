import type { Ticket } from '@karat/contract/tickets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isUnauthenticated } from '#core/api.ts';
import { setModalState, useModals } from '#core/modals.ts';
import { useText } from '#i18n/i18n.ts';
import { ModalButtons } from '#ui/modal-buttons.tsx';
import { Modal } from '#ui/modal.tsx';
import { showToast } from '#ui/toast.ts';
import { laterVersion } from './ticket-events.ts';
import { type Side, TICKETS_KEY, close, reasonOf, ticketQuery } from './queries.ts';
import { reloadWithToast } from './reload.ts';
import { useTicketsText } from './words/tickets-text.ts';

const hide = () => setModalState('isCloseTicketOpen', false);

/** Confirms before a ticket is closed, which is final. */
export function CloseTicketModal({ ticket, side }: { ticket: Ticket; side: Side }) {
  const t = useText();
  const words = useTicketsText();
  const isOpen = useModals((modals) => modals.isCloseTicketOpen);
  const queryClient = useQueryClient();
  const closing = useMutation({
    mutationFn: () => close(ticket.id, side),
    onSuccess: (closed) => {
      hide();
      if (side === 'staff') return reloadWithToast(words.closeDone);
      showToast('success', words.closeDone);
      queryClient.setQueryData<Ticket>(ticketQuery(ticket.id).queryKey, (known) => laterVersion(known, closed));
    },
    onError: (error) => {
      if (!isUnauthenticated(error)) showToast('error', words.closeError(reasonOf(t, error)));
    },
    // Refreshes all ticket queries, like the reload that staff get.
    onSettled: () => queryClient.invalidateQueries({ queryKey: TICKETS_KEY }),
  });
  return (
    <Modal isQuestion isOpen={isOpen} onClose={hide} title={words.closeTitle} text={words.closeHint}>
      <ModalButtons onCancel={hide} variant="danger" isPending={closing.isPending} onConfirm={() => closing.mutate()}>
        {words.closeTicket}
      </ModalButtons>
    </Modal>
  );
}
