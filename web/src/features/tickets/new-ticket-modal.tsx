import { zodResolver } from '@hookform/resolvers/zod';
import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import { TICKET_MESSAGE_LENGTH_MAX, TICKET_TITLE_LENGTH_MAX, createTicket, newTicket } from '@karat/contract/tickets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type * as z from 'zod/mini';
import { ApiRefusal, call, isUnauthenticated } from '#core/api.ts';
import { offerPush } from '#core/push-offer.ts';
import { useText } from '#i18n/i18n.ts';
import { textOfRefusal } from '#i18n/refusals.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Modal } from '#ui/modal.tsx';
import { showToast } from '#ui/toast.ts';
import { storeDraft, readDraft } from './drafts.ts';
import { LengthNote } from './length-note.tsx';
import { ticketQuery, ticketsQuery } from './queries.ts';
import { TextField } from '#ui/text-field.tsx';
import { createTextKeys } from '#core/text-keys.ts';
import { useTicketsText } from './words/tickets-text.ts';

type NewTicket = z.output<typeof newTicket>;

const TITLE_DRAFT = 'ticket-title';
const MESSAGE_DRAFT = 'ticket-message';

// Outside of the form, so that a reopened form sends the same ticket.
const keys = createTextKeys();

/** The form for a new ticket. It keeps its text when closed by mistake. */
export function NewTicketModal({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTicketsText();
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t.newTitle} text={t.newLead}>
      <NewTicketForm onDone={onClose} />
    </Modal>
  );
}

function NewTicketForm({ onDone }: { onDone: () => void }) {
  const t = useTicketsText();
  const form = useForm<NewTicket>({
    resolver: zodResolver(newTicket),
    defaultValues: { title: readDraft(TITLE_DRAFT), message: readDraft(MESSAGE_DRAFT) },
  });
  const { errors } = form.formState;
  const [title, message] = useWatch({ control: form.control, name: ['title', 'message'] });
  useEffect(() => {
    storeDraft(TITLE_DRAFT, title);
    storeDraft(MESSAGE_DRAFT, message);
  }, [title, message]);
  const create = useCreate(form, onDone);
  const submit = form.handleSubmit((input) => {
    if (!create.isPending) create.mutate(input);
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
      <div>
        <Field label={t.subject} autoComplete="off" error={errors.title?.message} {...form.register('title')} />
        <LengthNote length={title.length} max={TICKET_TITLE_LENGTH_MAX} />
      </div>
      <div>
        <TextField label={t.message} rows={7} error={errors.message?.message} {...form.register('message')} />
        <LengthNote length={message.length} max={TICKET_MESSAGE_LENGTH_MAX} />
      </div>
      <Button type="submit" variant="primary" size="main" className="w-full" isPending={create.isPending}>
        {t.submit}
      </Button>
    </form>
  );
}

function useCreate(form: UseFormReturn<NewTicket>, onDone: () => void) {
  const t = useText();
  const words = useTicketsText();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: NewTicket) => call(createTicket, { body }, { idempotencyKey: keys.keyOf(JSON.stringify(body)) }),
    onSuccess: ({ ticket }) => {
      keys.clear();
      for (const name of [TITLE_DRAFT, MESSAGE_DRAFT]) storeDraft(name, '');
      queryClient.setQueryData(ticketQuery(ticket.id).queryKey, ticket);
      showToast('success', words.created);
      onDone();
      offerPush('ticket');
      void navigate(fillPath(pages.ticket, { ticketId: ticket.id }));
      return queryClient.invalidateQueries({ queryKey: ticketsQuery.queryKey });
    },
    onError: (error) => {
      if (isUnauthenticated(error)) return;
      const hasReason = error instanceof ApiRefusal && error.message !== '';
      showToast('error', words.createError(hasReason ? textOfRefusal(t, error) : words.createFailed));
      if (!(error instanceof ApiRefusal)) return;
      for (const { path, message } of error.issues)
        if (path === 'title' || path === 'message') form.setError(path, { message });
    },
  });
}
